import type { Configuration } from '../configuration.js';
import { leaveExhausted, type ExhaustedMid } from '../limits/leave-exhausted.js';
import { checkLimits } from './check-limits.js';
import { chooseRoute, type Candidates, type LeftRoute, type RouteRequest } from './choose-route.js';
import { checkConditionalFields, describeMissing } from './conditional-fields.js';
import type { Refusal } from './refusal.js';

/** All of a request that its way depends on. */
export type RoutedRequest = RouteRequest & {
  /** Decimal string in major units. */
  readonly amount: string;
  /** Those of the wire paths that the request has not. */
  readonly missingOf: (paths: readonly string[]) => readonly string[];
  /** MIDs that were found to have no room for it. */
  readonly exhausted?: readonly ExhaustedMid[];
};

/** `left`: why each of the other routes is not it. A route that refuses the request for all of them is among them. */
export type Routing =
  | { readonly kind: 'routed'; readonly candidates: Candidates; readonly left: readonly LeftRoute[] }
  | (Refusal & { readonly left: readonly LeftRoute[] });

/** Enablement and route, then conditional fields (31), then limits (1132): the last stages of contract §3. */
export function routeRequest(
  configuration: Configuration,
  projectCode: string,
  request: RoutedRequest,
): Routing {
  const { method, missingOf } = request;
  const choice = chooseRoute(configuration, projectCode, request);
  if (choice.kind === 'refused') return choice;
  const complete = checkConditionalFields(configuration, choice.candidates, method, missingOf);
  if (complete.kind === 'missing') {
    const description = describeMissing(complete.paths);
    return refusedBy(choice.candidates, choice.left, {
      kind: 'refused',
      error: 'requiredFieldsMissing',
      description,
    });
  }
  const left = [...choice.left, ...complete.left];
  const within = checkLimits(configuration, projectCode, complete.candidates, request);
  if (within.kind === 'refused') return refusedBy(complete.candidates, left, within);
  const roomy = leaveExhausted(within.candidates, request.exhausted ?? []);
  return { ...roomy, left: [...left, ...within.left, ...roomy.left] };
}

/** The preferred route speaks for the request, and so the others are not asked. */
function refusedBy([first]: Candidates, left: readonly LeftRoute[], refusal: Refusal): Routing {
  const { error, description } = refusal;
  const itself = { route: first.route, error, ...(description !== undefined && { description }) };
  return { ...refusal, left: [...left, itself] };
}

import type { Configuration } from '../configuration.js';
import { leaveExhausted, type ExhaustedMid } from '../limits/leave-exhausted.js';
import { checkLimits } from './check-limits.js';
import { chooseRoute, type Candidates, type LeftRoute, type RouteRequest } from './choose-route.js';
import { checkConditionalFields } from './conditional-fields.js';
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
  const leading = (candidates: Candidates) => countLeading(configuration, projectCode, candidates);
  const choice = chooseRoute(configuration, projectCode, request);
  if (choice.kind === 'refused') return choice;
  const chosen = choice.candidates;
  const complete = checkConditionalFields(configuration, chosen, method, missingOf, leading(chosen));
  const left = [...choice.left, ...complete.left];
  if (complete.kind === 'refused') return { ...complete, left };
  const { candidates } = complete;
  const within = checkLimits(configuration, projectCode, candidates, request, leading(candidates));
  const allLeft = [...left, ...within.left];
  if (within.kind === 'refused') return { ...within, left: allLeft };
  const roomy = leaveExhausted(within.candidates, request.exhausted ?? []);
  return { ...roomy, left: [...allLeft, ...roomy.left] };
}

/** So many of the first candidates share the priority of the very first. */
function countLeading({ routes }: Configuration, projectCode: string, candidates: Candidates): number {
  const priorityOf = (name: string) =>
    routes.find((route) => route.project === projectCode && route.name === name)?.priority;
  const first = priorityOf(candidates[0].route);
  return candidates.filter(({ route }) => priorityOf(route) === first).length;
}

import type { AmountLimits, Configuration } from '../configuration/configuration.js';
import { describeReached, type ReachedLimit } from '../limits/counted-limits.js';
import type { Candidates, PlannedRoute } from '../transaction/plan.js';
import type { RoutedType } from '../transaction/status.js';
import { chooseRoute, isWithin, type RejectedRoute, type RouteRequest } from './choose-route.js';
import type { Refusal } from './refusal.js';

/** The parts of a request that routing reads. */
export type RoutedRequest = RouteRequest & {
  /** Decimal string in major units. */
  readonly amount: string;
  /** Returns the wire paths that are missing from the request. */
  readonly missingOf: (paths: readonly string[]) => readonly string[];
  /** MIDs whose counted limits have no room for it. */
  readonly exhausted?: readonly ExhaustedMid[];
};

/** `rejected`: every other route, with the reason; the one that refuses the request for all of them is among them. */
export type Routing =
  | { readonly kind: 'routed'; readonly candidates: Candidates; readonly rejected: readonly RejectedRoute[] }
  | (Refusal & { readonly rejected: readonly RejectedRoute[] });

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
  const rejected = [...choice.rejected, ...complete.rejected];
  if (complete.kind === 'refused') return { ...complete, rejected };
  const { candidates } = complete;
  const within = checkAmountLimits(configuration, projectCode, candidates, request, leading(candidates));
  const allRejected = [...rejected, ...within.rejected];
  if (within.kind === 'refused') return { ...within, rejected: allRejected };
  const roomy = rejectExhausted(within.candidates, request.exhausted);
  return { ...roomy, rejected: [...allRejected, ...roomy.rejected] };
}

/** How many candidates, from the first, share the priority of the first. */
function countLeading({ routes }: Configuration, projectCode: string, candidates: Candidates): number {
  const ofProject = routes.filter(({ project }) => project === projectCode);
  const priorities = new Map(ofProject.map(({ name, priority }) => [name, priority]));
  const first = priorities.get(candidates[0].route);
  return candidates.filter(({ route }) => priorities.get(route) === first).length;
}

/** Routing is in memory: taking longer means a blocked event loop, and the caller may have timed out. */
const routingDeadlineMs = 5_000;

const late = { payment: 'paymentRoutingTimeout', payout: 'payoutRoutingTimeout' } as const;

/**
 * Contract §3: routing that is slower than its own deadline refuses the request, whatever it found, before anything is
 * registered. `clock` in milliseconds, never set back.
 */
export function routeInTime<Found>(
  type: RoutedType,
  route: () => Found,
  clock: () => number,
): Found | Refusal {
  const startedAt = clock();
  const found = route();
  return clock() - startedAt > routingDeadlineMs ? { kind: 'refused', error: late[type] } : found;
}

type Sifted =
  | { readonly kind: 'sifted'; readonly candidates: Candidates; readonly rejected: readonly RejectedRoute[] }
  | (Refusal & { readonly rejected: readonly RejectedRoute[] });

/**
 * Rejects candidates that refuse the request. The preferred one decides for all: where it refuses, the request is
 * refused, unless another of the `leading` first, which share its priority, takes it.
 */
export function siftCandidates(
  candidates: Candidates,
  leading: number,
  refusalOf: (candidate: PlannedRoute) => Refusal | undefined,
): Sifted {
  const evaluated = candidates.map((candidate) => ({ candidate, refusal: refusalOf(candidate) }));
  const spoken = evaluated.slice(0, leading);
  const [preferred] = evaluated.map(({ refusal }) => refusal);
  const refusal = spoken.every((one) => one.refusal !== undefined) ? preferred : undefined;
  const rejected = (refusal ? spoken : evaluated).flatMap(rejectionOf);
  if (refusal) return { ...refusal, rejected };
  const [first = candidates[0], ...further] = evaluated
    .filter((one) => one.refusal === undefined)
    .map(({ candidate }) => candidate);
  return { kind: 'sifted', candidates: [first, ...further], rejected };
}

function rejectionOf({
  candidate: { route },
  refusal,
}: {
  readonly candidate: PlannedRoute;
  readonly refusal: Refusal | undefined;
}): RejectedRoute[] {
  if (!refusal) return [];
  const { error, description } = refusal;
  return [{ route, error, ...(description !== undefined && { description }) }];
}

/** Conditional fields that a route's provider or MID asks for with this method (contract §5), as wire paths. */
export function fieldsRequiredBy(
  { providers, mids }: Configuration,
  { provider, mid }: PlannedRoute,
  method: string,
): readonly string[] {
  const asking = [providers[provider]?.requires ?? {}, mids[mid]?.requires ?? {}];
  return [
    ...new Set(asking.flatMap((requires) => [...(requires['all'] ?? []), ...(requires[method] ?? [])])),
  ];
}

/**
 * Fields missing for the preferred candidate refuse the request (31); a further candidate with missing ones is
 * rejected (contract §3). `missingOf` returns the paths that are missing from the request.
 */
export function checkConditionalFields(
  configuration: Configuration,
  candidates: Candidates,
  method: string,
  missingOf: (paths: readonly string[]) => readonly string[],
  leading = 1,
): Sifted {
  return siftCandidates(candidates, leading, (candidate) => {
    const missing = missingOf(fieldsRequiredBy(configuration, candidate, method));
    if (missing.length === 0) return undefined;
    const description = missing.map((path) => `${path}: is required`).join('; ');
    return { kind: 'refused', error: 'requiredFieldsMissing', description };
  });
}

/**
 * Amount limits of the project, of the chosen provider and of its MID, all inclusive (1132). A further candidate that
 * does not take the amount is rejected. `amount` is a decimal string in major units.
 */
export function checkAmountLimits(
  { projects, providers, mids }: Configuration,
  projectCode: string,
  candidates: Candidates,
  { method, amount }: { readonly method: string; readonly amount: string },
  leading = 1,
): Sifted {
  const isTaken = (limits: Readonly<Record<string, AmountLimits>> = {}) =>
    isWithin(limits['all'], amount) && isWithin(limits[method], amount);
  const refuseAmount = ({ provider, mid }: PlannedRoute) => {
    if (!isTaken(providers[provider]?.limits)) return outside('provider');
    return isTaken(mids[mid]?.limits) ? undefined : outside('MID');
  };
  if (isWithin(projects[projectCode]?.limits, amount))
    return siftCandidates(candidates, leading, refuseAmount);
  return { ...outside('project'), rejected: [] };
}

function outside(whose: 'project' | 'provider' | 'MID'): Refusal {
  return {
    kind: 'refused',
    error: 'limitExceeded',
    description: `amount: must be within the limits of the ${whose}`,
  };
}

/** A MID without room for the request. */
export type ExhaustedMid = ReachedLimit & { readonly mid: string };

/** Rejects routes to MIDs without room. When none is left, the preferred route gives the reason (1132). */
export function rejectExhausted(
  candidates: Candidates,
  exhausted: readonly ExhaustedMid[] | undefined,
): Routing {
  const reachedBy = ({ mid }: PlannedRoute) => exhausted?.find((one) => one.mid === mid);
  const rejected = candidates.flatMap((candidate) => {
    const reached = reachedBy(candidate);
    if (!reached) return [];
    return [
      { route: candidate.route, error: 'limitExceeded' as const, description: describeReached(reached) },
    ];
  });
  const [first, ...further] = candidates.filter((candidate) => !reachedBy(candidate));
  if (first) return { kind: 'routed', candidates: [first, ...further], rejected };
  const [preferred] = rejected.map(({ description }) => ({ description }));
  return { kind: 'refused', error: 'limitExceeded', ...preferred, rejected };
}

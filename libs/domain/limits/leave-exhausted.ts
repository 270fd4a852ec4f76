import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates } from '../routing/choose-route.js';
import type { Routing } from '../routing/route-request.js';
import { describeReached, type ReachedLimit } from './describe-reached.js';

/** A MID without room for the request. */
export type ExhaustedMid = ReachedLimit & { readonly mid: string };

/**
 * Routes to MIDs that have no room are left out, the preferred one as well. When no route is left, the preferred one
 * gives the reason (1132).
 */
export function leaveExhausted(candidates: Candidates, exhausted: readonly ExhaustedMid[]): Routing {
  const reachedBy = ({ mid }: PlannedRoute) => exhausted.find((one) => one.mid === mid);
  const left = candidates.flatMap((candidate) => {
    const reached = reachedBy(candidate);
    if (!reached) return [];
    return [
      { route: candidate.route, error: 'limitExceeded' as const, description: describeReached(reached) },
    ];
  });
  const [first, ...further] = candidates.filter((candidate) => !reachedBy(candidate));
  if (first) return { kind: 'routed', candidates: [first, ...further], left };
  const description = left[0]?.description;
  return { kind: 'refused', error: 'limitExceeded', ...(description !== undefined && { description }), left };
}

import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates, LeftRoute } from './choose-route.js';
import type { Refusal } from './refusal.js';

export type Sifted =
  | { readonly kind: 'sifted'; readonly candidates: Candidates; readonly left: readonly LeftRoute[] }
  | (Refusal & { readonly left: readonly LeftRoute[] });

/**
 * Leaves out candidates that refuse the request. The preferred one speaks for it: where it refuses, the request is
 * refused, unless another of the `leading` first, which share its priority, takes it.
 */
export function siftCandidates(
  candidates: Candidates,
  leading: number,
  refusalOf: (candidate: PlannedRoute) => Refusal | undefined,
): Sifted {
  const judged = candidates.map((candidate) => ({ candidate, refusal: refusalOf(candidate) }));
  const spoken = judged.slice(0, leading);
  const refusal = judged[0]?.refusal;
  const isRefused = refusal !== undefined && spoken.every((one) => one.refusal !== undefined);
  const left = (isRefused ? spoken : judged).flatMap(leave);
  if (isRefused) return { ...refusal, left };
  const [first = candidates[0], ...further] = judged
    .filter((one) => one.refusal === undefined)
    .map(({ candidate }) => candidate);
  return { kind: 'sifted', candidates: [first, ...further], left };
}

function leave({
  candidate: { route },
  refusal,
}: {
  readonly candidate: PlannedRoute;
  readonly refusal: Refusal | undefined;
}): LeftRoute[] {
  if (!refusal) return [];
  const { error, description } = refusal;
  return [{ route, error, ...(description !== undefined && { description }) }];
}

import type { Candidates, PlannedRoute } from '../transaction/plan.js';

/** MIDs whose circuit is open: their last calls in a row never left us. */
export type OpenMids = ReadonlySet<string>;

/**
 * Routes whose circuit is open come after the others, each group in its own order. None is left out: a request is
 * refused, and ends, for the same reasons whatever the circuits are.
 */
export function moveOpenBehind(candidates: Candidates, openMids: OpenMids): Candidates {
  const isOpen = ({ mid }: PlannedRoute) => openMids.has(mid);
  const [first = candidates[0], ...further] = [
    ...candidates.filter((candidate) => !isOpen(candidate)),
    ...candidates.filter(isOpen),
  ];
  return [first, ...further];
}

/**
 * The MID with an open circuit that a transaction may try first, to find out whether it is reached again: the first
 * whose cool-down is over, of those before the first route that works. Nothing where no route works, since then the
 * first one is tried anyway.
 */
export function probedMid(
  candidates: Candidates,
  openMids: OpenMids,
  mayProbe: (mid: string) => boolean,
): string | undefined {
  const working = candidates.findIndex(({ mid }) => !openMids.has(mid));
  if (working === -1) return undefined;
  return candidates.slice(0, working).find(({ mid }) => mayProbe(mid))?.mid;
}

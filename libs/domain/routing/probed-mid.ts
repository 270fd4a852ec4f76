import type { Candidates } from './choose-route.js';
import type { OpenMids } from './move-open-behind.js';

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

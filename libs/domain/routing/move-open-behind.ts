import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates } from './choose-route.js';

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

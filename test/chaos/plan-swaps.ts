import { drawEach, type PlannedFault } from './plan-faults.js';
import { releasedNames } from './parts.js';
import type { Random } from '../fakes/seeded-random.js';

/** Every third process has no time to end in order. */
const signals = ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const;
/** Every third build of the workers has to share what is new with the other one. */
const shares = ['all', 'all', 'half'] as const;

/**
 * When which process goes over to the other build, evenly over the time; each goes once before one goes twice. A plan beside
 * that of all other faults, which is the same with it and without.
 */
export function planSwaps(
  random: Random,
  { swaps, durationMs }: { readonly swaps: number; readonly durationMs: number },
): readonly PlannedFault[] {
  const [part, signal, share] = [
    drawEach(random, releasedNames),
    drawEach(random, signals),
    drawEach(random, shares),
  ];
  const gapMs = durationMs / (swaps + 1);
  return Array.from({ length: swaps }, (_, index) => ({
    atMs: Math.round((index + 0.5 + random.next()) * gapMs),
    fault: { kind: 'swap', part: part(), signal: signal(), share: share() } as const,
  }));
}

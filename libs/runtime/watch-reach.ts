import { keepFor } from './keep-for.js';

/** An answer is as old as this at most: health is asked by anybody, and asking much more often than that costs nothing. */
const keptMs = 500;

/** Whether somebody answers, by a question that fails when nobody does. */
export function watchReach(ask: () => Promise<unknown>): () => Promise<boolean> {
  return keepFor(keptMs, () =>
    ask().then(
      () => true,
      () => false,
    ),
  );
}

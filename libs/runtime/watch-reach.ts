import { keepFor } from './keep-for.js';

/** Maximum age of an answer, so that frequent health checks cost nothing. */
const keptMs = 500;

/** Whether the server answers. `ask` fails if it does not. */
export function watchReach(ask: () => Promise<unknown>): () => Promise<boolean> {
  return keepFor(keptMs, () =>
    ask().then(
      () => true,
      () => false,
    ),
  );
}

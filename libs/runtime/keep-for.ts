/**
 * Shares one result among all calls within `keptMs` milliseconds, so that its cost does not grow with the number of callers.
 * A failure goes to the calls that waited for it; the next call tries again.
 */
export function keepFor<Answer>(keptMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: Promise<Answer> | undefined;
  let keptAt = -Infinity;
  return () => {
    if (kept === undefined || performance.now() - keptAt > keptMs) {
      keptAt = performance.now();
      const asked = ask();
      kept = asked;
      asked.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return kept;
  };
}

/**
 * Asks once for all who ask within `keptMs` milliseconds, so that a question costs the same however many ask it. A failure
 * goes to those who waited for it; the next one asks anew.
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

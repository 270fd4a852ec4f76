/** What is written anew is seen within a second: the wait for the next look, and the time that a look takes. */
const lookEveryMs = 800;

export type Watch = { stop(): Promise<void> };

/**
 * Looks again and again for what other processes have written since, one look at a time. A look that fails is tried
 * again with the next; what was known before stays in force meanwhile.
 */
export function watchNewest(look: () => Promise<void>): Watch {
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

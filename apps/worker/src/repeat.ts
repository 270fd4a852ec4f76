import type { Logger } from '#process/create-log';
import type { Stoppable } from '#process/run-process';

/** Runs a piece of housekeeping again and again, one at a time. A failure is one log line, and the next turn comes. */
export function repeat(
  name: string,
  {
    everyMs,
    log,
    run,
  }: { readonly everyMs: number; readonly log: Logger; readonly run: () => Promise<void> },
): Stoppable {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const running = (async () => {
    while (!isStopped) {
      await run().catch((error: unknown) => {
        log.warn({ name, error: error instanceof Error ? error.message : 'unknown' }, 'housekeeping failed');
      });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    name,
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
}

import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';

/** `more`: there was more than one turn takes, so that the next one follows at once. */
export type Turn = 'more' | 'done';

/** Runs a piece of housekeeping again and again, one at a time. A failure is one log line, and the next turn comes. */
export function repeat(
  name: string,
  {
    everyMs,
    log,
    run,
  }: { readonly everyMs: number; readonly log: Logger; readonly run: () => Promise<Turn | void> },
): Stoppable {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const takeTurn = async (): Promise<Turn | void> => {
    try {
      return await run();
    } catch (error) {
      log.warn({ name, error: error instanceof Error ? error.message : 'unknown' }, 'housekeeping failed');
    }
  };
  const running = (async () => {
    while (!isStopped) {
      if ((await takeTurn()) === 'more') continue;
      if (isStopped) break;
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

import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';

/** `more`: a backlog is left, so that the next turn follows at once. */
export type Turn = 'more' | 'done';

/** Runs housekeeping every so often until stopped, one turn at a time. A failed turn is logged, and the next one comes. */
export function every(
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
      log.warn(
        { name, error: error instanceof Error ? error.message : 'unknown' },
        'housekeeping failed; it will be retried',
      );
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

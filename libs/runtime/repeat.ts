import type { Logger } from './create-log.js';
import type { Stoppable } from './run-process.js';

/** `more`: work is left, so the next turn follows at once. */
export type Turn = 'more' | 'done';

export type Repetition = {
  /** From the end of one turn to the start of the next, in milliseconds. */
  readonly everyMs: number;
  readonly run: () => Promise<Turn | void>;
  /** Gets a warning for each failed turn. Without a log, a failed turn is silent unless `run` reports it. */
  readonly log?: Logger;
  /** True: the first turn comes after `everyMs`. By default it starts at once. */
  readonly isDelayed?: boolean;
};

/**
 * Runs a task again and again. Turns never overlap, and a turn that fails does not end the repetition. `stop` resolves
 * when the current turn has ended.
 */
export function repeat(name: string, { everyMs, run, log, isDelayed = false }: Repetition): Stoppable {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const takeTurn = async (): Promise<Turn | void> => {
    try {
      return await run();
    } catch (error) {
      log?.warn(
        { name, error: error instanceof Error ? error.message : 'unknown' },
        'housekeeping failed; it will be retried',
      );
    }
  };
  const running = (async () => {
    if (isDelayed) await pause();
    while (!isStopped) {
      const turn = await takeTurn();
      if (turn !== 'more' && !isStopped) await pause();
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

import { CancellationScope, condition } from '@temporalio/workflow';

/**
 * Runs an activity that may take long, and returns its answer. If `isInterrupted` becomes true before its end, the activity
 * is cancelled, and the answer is `otherwise`.
 */
export async function raceCancelling<Answer>(
  isInterrupted: () => boolean,
  run: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const scope = new CancellationScope();
  const running = scope.run(run);
  let isDone = false;
  const done = running.finally(() => (isDone = true));
  await Promise.race([done, condition(() => isDone || isInterrupted())]);
  if (isDone) return done;
  scope.cancel();
  await done.catch(() => undefined);
  return otherwise;
}

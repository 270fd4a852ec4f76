import { CancellationScope, condition } from '@temporalio/workflow';

/** Runs an activity that may take long, and cancels it with `otherwise` for an answer as soon as something matters more. */
export async function raceCancelling<Answer>(
  happens: () => boolean,
  run: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const scope = new CancellationScope();
  const running = scope.run(run);
  let isDone = false;
  const done = running.finally(() => (isDone = true));
  await Promise.race([done, condition(() => isDone || happens())]);
  if (isDone) return done;
  scope.cancel();
  await done.catch(() => undefined);
  return otherwise;
}

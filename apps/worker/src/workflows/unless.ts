import { CancellationScope, condition } from '@temporalio/workflow';

/** Runs a patient activity and gives it up, answering `otherwise`, as soon as something happens that matters more. */
export async function unless<Answer>(
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

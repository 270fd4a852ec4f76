import { makeContinueAsNewFunc } from '@temporalio/workflow';

/** Continues with an empty history, on the version of the worker that is current then. The state is in Postgres. */
export function beginAnew<Input>(input: Input): Promise<never> {
  const options = { initialVersioningBehavior: 'AUTO_UPGRADE' } as const;
  return makeContinueAsNewFunc<(next: Input) => Promise<void>>(options)(input);
}

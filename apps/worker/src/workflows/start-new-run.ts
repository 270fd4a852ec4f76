import { makeContinueAsNewFunc } from '@temporalio/workflow';
import type { ReviewWorkflowInput } from '#contracts/follow-up-workflows';
import type { DifferenceWorkflowInput } from '#contracts/statement-workflows';
import type { TransactionWorkflowInput } from '#contracts/transaction-workflow';

type Input = TransactionWorkflowInput | ReviewWorkflowInput | DifferenceWorkflowInput;

/** Continues with an empty history, on the version of the worker that is current then. The state is in Postgres. */
export function startNewRun(input: Input): Promise<never> {
  const options = { initialVersioningBehavior: 'AUTO_UPGRADE' } as const;
  return makeContinueAsNewFunc<(next: Input) => Promise<void>>(options)(input);
}

import { ApplicationFailure } from '@temporalio/activity';
import type { WorkflowState } from '#contracts/transaction-workflow';

const until = '2030-01-01T00:00:00.000Z';

/** Where an activity may find a transaction. */
export const unready: WorkflowState = { phase: 'unready', status: 'new', until, leftMs: 3_600_000 };
export const waiting: WorkflowState = { phase: 'waiting', status: 'created', provider: 'bank_one', until };
export const unknown: WorkflowState = { phase: 'unknown', status: 'pending', provider: 'bank_one', until };
export const success: WorkflowState = { phase: 'final', status: 'success', provider: 'bank_one', until };
export const declined: WorkflowState = { phase: 'final', status: 'declined', until };

/** An activity that has to be tried again, in an hour: Temporal waits, and the workflow with it. */
export const inAnHour: Error = ApplicationFailure.create({ message: 'not yet', nextRetryDelay: '1 hour' });

/** A step that failed, for now. */
export const failed: Error = ApplicationFailure.nonRetryable('the provider has gone');

/** Lets an activity wait until the test says so. */
export function createGate<Answer>(answer: Answer) {
  let open = () => undefined as void;
  const opened = new Promise<Answer>((resolve) => {
    open = () => resolve(answer);
  });
  return { pass: () => opened, open };
}

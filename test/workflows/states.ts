import { ApplicationFailure } from '@temporalio/activity';
import type { RecordedStep } from '#contracts/step-result';

const until = '2030-01-01T00:00:00.000Z';

/** Results of steps, as activities return them. */
export const awaitingInput: RecordedStep = { phase: 'unready', status: 'new', until, leftMs: 3_600_000 };
export const waiting: RecordedStep = { phase: 'waiting', status: 'created', provider: 'bank_one', until };
export const unknown: RecordedStep = { phase: 'unknown', status: 'pending', provider: 'bank_one', until };
export const success: RecordedStep = { phase: 'final', status: 'success', provider: 'bank_one', until };
export const declined: RecordedStep = { phase: 'final', status: 'declined', until };

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

import { encoded, type StepResult } from '#contracts/step-result';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { UnderWay } from './at-once.js';
import { awaitOtherRun, isSentByOtherRun, resumeUnsent } from './resume-unsent.js';
import { createSubmitSteps } from './submit-attempt.js';
import { retryOnlyBusy, type SubmitBulkhead } from './submit-bulkhead.js';
import { withHeartbeat } from './with-heartbeat.js';

/**
 * Submits a payment or payout if it is due, and returns its state (contract §9). Waits for its turn at a busy MID, for the
 * twin of this activity that has started the call, and for another run that is sending the transaction.
 */
export function createSubmitTransaction(
  dependencies: ActivityDependencies,
  {
    bulkheads,
    submits,
  }: { bulkheads: { submit: SubmitBulkhead }; submits: Pick<UnderWay<StepResult>, 'find'> },
) {
  const { claim, send } = createSubmitSteps(dependencies, bulkheads.submit);
  const submit = async (identifier: string): Promise<StepResult> => {
    const underWay = submits.find(identifier);
    if (underWay) return withHeartbeat(() => underWay);
    const claimed = await claim(identifier);
    const { subject, otherQueueMids } = claimed;
    if (subject.attempt) return send(claimed, subject.attempt);
    if (isSentByOtherRun(subject)) return awaitOtherRun(dependencies, subject.transaction);
    return resumeUnsent(dependencies, subject, otherQueueMids);
  };
  return encoded(retryOnlyBusy(submit));
}

import type { ActivityDependencies } from './activity-dependencies.js';
import { createApplyEvidence } from './apply-evidence.js';
import { createCancelPage, createExpirePage } from './close-page.js';
import { createSubmitPayment } from './submit-payment.js';

/** What a merchant's call waits for: on the queue of the flows themselves. */
export function createTransactionActivities(dependencies: ActivityDependencies) {
  return {
    submitPayment: createSubmitPayment(dependencies),
    applyEvidence: createApplyEvidence(dependencies),
    expirePage: createExpirePage(dependencies),
    cancelPage: createCancelPage(dependencies),
  };
}

export type TransactionActivities = ReturnType<typeof createTransactionActivities>;

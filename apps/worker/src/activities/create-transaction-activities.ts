import type { ActivityDependencies } from './activity-dependencies.js';
import { createApplyEvidence } from './apply-evidence.js';
import { createCancelPage, createExpirePage } from './close-page.js';
import { createResolvePayment } from './resolve-payment.js';
import { createDescribeReviews, createRecordReviewClosing } from './review.js';
import { createSubmitPayment } from './submit-payment.js';

/** What a merchant's call waits for: on the queue of the flows themselves. */
export function createTransactionActivities(dependencies: ActivityDependencies) {
  return {
    submitPayment: createSubmitPayment(dependencies),
    applyEvidence: createApplyEvidence(dependencies),
    expirePage: createExpirePage(dependencies),
    cancelPage: createCancelPage(dependencies),
    resolvePayment: createResolvePayment(dependencies),
    describeReviews: createDescribeReviews(dependencies),
    recordReviewClosing: createRecordReviewClosing(dependencies),
  };
}

export type TransactionActivities = ReturnType<typeof createTransactionActivities>;

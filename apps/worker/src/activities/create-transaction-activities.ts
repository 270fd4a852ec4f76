import type { ActivityDependencies } from './activity-dependencies.js';
import { createApplyEvidence } from './apply-evidence.js';
import { createCancelUnsent, createChooseBankCode, createExpireUnsent } from './await-input.js';
import { createDescribeReviews, createRecordReviewClosing } from './close-reviews.js';
import { createResolveTransaction } from './resolve-transaction.js';
import type { SubmitBulkhead } from './submit-bulkhead.js';
import { createSubmitTransaction } from './submit-transaction.js';

/** What a merchant's call waits for, on the queue of the workflows themselves. */
export function createTransactionActivities(
  dependencies: ActivityDependencies,
  submitBulkhead: SubmitBulkhead,
) {
  return {
    submitTransaction: createSubmitTransaction(dependencies, submitBulkhead),
    applyEvidence: createApplyEvidence(dependencies),
    chooseBankCode: createChooseBankCode(dependencies),
    expireUnsent: createExpireUnsent(dependencies),
    cancelUnsent: createCancelUnsent(dependencies),
    resolveTransaction: createResolveTransaction(dependencies),
    describeReviews: createDescribeReviews(dependencies),
    recordReviewClosing: createRecordReviewClosing(dependencies),
  };
}

export type TransactionActivities = ReturnType<typeof createTransactionActivities>;

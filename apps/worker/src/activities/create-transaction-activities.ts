import type { ActivityDependencies } from './activity-dependencies.js';
import { createApplyEvidence } from './apply-evidence.js';
import { createCancelUnsent } from './cancel-unsent.js';
import { createChooseBankCode } from './choose-bank-code.js';
import { createDescribeReviews } from './describe-reviews.js';
import { createExpireUnsent } from './expire-unsent.js';
import { createRecordReviewClosing } from './record-review-closing.js';
import { createResolveTransaction } from './resolve-transaction.js';
import type { SubmitGate } from './submit-gate.js';
import { createSubmitTransaction } from './submit-transaction.js';

/** What a merchant's call waits for: on the queue of the flows themselves. */
export function createTransactionActivities(dependencies: ActivityDependencies, submitGate: SubmitGate) {
  return {
    submitTransaction: createSubmitTransaction(dependencies, submitGate),
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

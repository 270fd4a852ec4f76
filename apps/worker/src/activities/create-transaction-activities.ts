import { createApprovePayout } from './approve-payout.js';
import { createApplyEvidence } from './apply-evidence.js';
import { createCancelUnsent, createChooseBankCode, createExpireUnsent } from './await-input.js';
import { createDescribeReviews, createRecordReviewClosing } from './close-reviews.js';
import { createResolveTransaction } from './resolve-transaction.js';
import { createDeliverAtOnce, type DeliveryDependencies } from './deliver-callback.js';
import type { OutboundCalls } from './outbound-calls.js';
import { createSubmits } from './submit-transaction.js';

/** What a merchant's call waits for, on the queue of the workflows themselves. */
export function createTransactionActivities(dependencies: DeliveryDependencies, outbound: OutboundCalls) {
  const deliverAtOnce = createDeliverAtOnce(dependencies, outbound);
  return {
    ...createSubmits(dependencies, outbound),
    deliverAtOnce,
    applyEvidence: createApplyEvidence(dependencies, deliverAtOnce),
    approvePayout: createApprovePayout(dependencies),
    chooseBankCode: createChooseBankCode(dependencies),
    expireUnsent: createExpireUnsent(dependencies),
    cancelUnsent: createCancelUnsent(dependencies),
    resolveTransaction: createResolveTransaction(dependencies),
    describeReviews: createDescribeReviews(dependencies),
    recordReviewClosing: createRecordReviewClosing(dependencies),
  };
}

export type TransactionActivities = ReturnType<typeof createTransactionActivities>;

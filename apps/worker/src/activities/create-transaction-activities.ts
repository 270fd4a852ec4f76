import { createApplyReports } from './apply-reports.js';
import { createApprovePayout } from './approve-payout.js';
import { createDeliverAtOnce, createSubmitAtOnce } from './at-once.js';
import type { DeliveryDependencies } from './attempt-delivery.js';
import { createCancelUnsent, createChooseBankCode, createExpireUnsent } from './await-input.js';
import { createCloseResolvedReviews } from './close-resolved-reviews.js';
import { createDescribeReviews, createRecordReviewClosing } from './close-reviews.js';
import { createDecideDifference, createDescribeDifference } from './decide-difference.js';
import { createResolveTransaction } from './resolve-transaction.js';
import type { OutboundCalls } from './outbound-calls.js';
import { createSubmitTransaction } from './submit-transaction.js';

/** Activities that the calls of merchants wait for, on the queue of the workflows themselves. */
export function createTransactionActivities(dependencies: DeliveryDependencies, outbound: OutboundCalls) {
  const deliverAtOnce = createDeliverAtOnce(dependencies, outbound);
  return {
    submitAtOnce: createSubmitAtOnce(dependencies, outbound),
    submitTransaction: createSubmitTransaction(dependencies, outbound),
    deliverAtOnce,
    applyEvidence: createApplyReports(dependencies, deliverAtOnce),
    approvePayout: createApprovePayout(dependencies),
    chooseBankCode: createChooseBankCode(dependencies),
    expireUnsent: createExpireUnsent(dependencies),
    cancelUnsent: createCancelUnsent(dependencies),
    resolveTransaction: createResolveTransaction(dependencies),
    closeResolvedReviews: createCloseResolvedReviews(dependencies),
    describeReviews: createDescribeReviews(dependencies),
    recordReviewClosing: createRecordReviewClosing(dependencies),
    describeDifference: createDescribeDifference(dependencies),
    decideDifference: createDecideDifference(dependencies),
  };
}

export type TransactionActivities = ReturnType<typeof createTransactionActivities>;

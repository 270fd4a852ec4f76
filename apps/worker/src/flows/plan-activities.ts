import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { followUpsQueue } from '#contracts/task-queues';
import type { PlannedTiming } from '#domain/plan';
import type { FollowUpActivities } from '../activities/create-follow-up-activities.js';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { bookkeeping, bookkeepingMs, heartbeatTimeout } from './limits.js';

/**
 * The activities of a transaction with their limits, from the plan it was registered with. A submit is attempted once per
 * schedule: what became of it is in the books, and only the flow decides to ask again.
 */
export function planActivities(timing: PlannedTiming) {
  /** On the flow's own queue, or on that of a MID which is sent only so many in a second. */
  const submitTransaction = (identifier: string, queue: string | undefined) =>
    proxyActivities<TransactionActivities>({
      ...(queue === undefined ? {} : { taskQueue: queue }),
      startToCloseTimeout: timing.providerCallMs + bookkeepingMs,
      heartbeatTimeout,
      retry: { maximumAttempts: 1 },
      summary: 'submit to the provider',
    }).submitTransaction(identifier);
  const { applyEvidence, expireUnsent, cancelUnsent } =
    proxyLocalActivities<TransactionActivities>(bookkeeping);
  // Asked for by updates, several at once: local activities that overlap are not replayed in the order they ended in.
  const { chooseBankCode, resolveTransaction } = proxyActivities<TransactionActivities>(bookkeeping);
  const asking = {
    taskQueue: followUpsQueue,
    startToCloseTimeout: timing.lookupCallMs + bookkeepingMs,
    heartbeatTimeout,
  };
  const { lookUpTransaction } = proxyActivities<FollowUpActivities>({
    ...asking,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'look up at the provider until it is known',
  });
  const { lookUpOnce } = proxyActivities<FollowUpActivities>({
    ...asking,
    retry: { maximumAttempts: 1 },
    summary: 'look up at the provider now',
  });
  const { askToCancel } = proxyActivities<FollowUpActivities>({
    ...asking,
    retry: { maximumAttempts: 1 },
    summary: 'ask the provider to cancel',
  });
  const { deliverCallback } = proxyActivities<FollowUpActivities>({
    taskQueue: followUpsQueue,
    startToCloseTimeout: timing.callbackAttemptMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'deliver the callback to the merchant',
  });
  return {
    submitTransaction,
    applyEvidence,
    chooseBankCode,
    expireUnsent,
    cancelUnsent,
    resolveTransaction,
    lookUpTransaction,
    lookUpOnce,
    askToCancel,
    deliverCallback,
  };
}

export type FlowActivities = ReturnType<typeof planActivities>;

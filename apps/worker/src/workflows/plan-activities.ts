import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { deliveriesQueue, lookUpsQueue } from '#contracts/task-queues';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { DeliveryActivities } from '../activities/create-delivery-activities.js';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';
import { bookkeeping, bookkeepingMs, heartbeatTimeout } from './limits.js';

/**
 * The activities of a transaction with their limits, from the plan it was registered with. A submit is begun once per
 * schedule: what became of it is in the books, and only the flow decides to ask again. Until it is begun it waits for
 * room at its MID.
 */
export function planActivities(timing: PlannedTiming) {
  /** On the flow's own queue, or on that of a MID which is sent only so many in a second. */
  const submitTransaction = (identifier: string, queue: string | undefined) =>
    proxyActivities<TransactionActivities>({
      ...(queue === undefined ? {} : { taskQueue: queue }),
      startToCloseTimeout: timing.providerCallMs + bookkeepingMs,
      heartbeatTimeout,
      // Of its failures only a busy MID is retryable, which says when; a run whose worker died finds its row begun.
      retry: { initialInterval: '1 second', backoffCoefficient: 1 },
      summary: 'submit to the provider',
    }).submitTransaction(identifier);
  const { applyEvidence, expireUnsent, cancelUnsent } =
    proxyLocalActivities<TransactionActivities>(bookkeeping);
  // Asked for by updates, several at once: local activities that overlap are not replayed in the order they ended in.
  const { chooseBankCode, resolveTransaction } = proxyActivities<TransactionActivities>(bookkeeping);
  const asking = {
    taskQueue: lookUpsQueue,
    startToCloseTimeout: timing.lookupCallMs + bookkeepingMs,
    heartbeatTimeout,
  };
  const { lookUpTransaction } = proxyActivities<LookUpActivities>({
    ...asking,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'look up at the provider until it is known',
  });
  const { lookUpOnce } = proxyActivities<LookUpActivities>({
    ...asking,
    retry: { maximumAttempts: 1 },
    summary: 'look up at the provider now',
  });
  const { askToCancel } = proxyActivities<LookUpActivities>({
    ...asking,
    retry: { maximumAttempts: 1 },
    summary: 'ask the provider to cancel',
  });
  const telling = {
    taskQueue: deliveriesQueue,
    startToCloseTimeout: timing.callbackAttemptMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  };
  const { deliverCallback } = proxyActivities<DeliveryActivities>({
    ...telling,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'deliver the callback to the merchant',
  });
  const { redeliverCallback } = proxyActivities<DeliveryActivities>({
    ...telling,
    summary: 'deliver the callback to the merchant now',
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
    redeliverCallback,
  };
}

export type FlowActivities = ReturnType<typeof planActivities>;

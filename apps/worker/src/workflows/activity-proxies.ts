import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { deliveriesQueue, lookUpsQueue } from '#contracts/task-queues';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { DeliveryActivities } from '../activities/create-delivery-activities.js';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import type { TransactionActivities } from '../activities/create-transaction-activities.js';

/* Queue, time limits and retries of a transaction's activities. */

/** A worker without a heartbeat for this long counts as dead. */
export const heartbeatTimeout = '6 seconds';

/** Time for the database steps before and after a call to a provider or a merchant, in milliseconds. */
export const bookkeepingMs = 10_000;

/** Activities that need only Postgres: retried until it answers. */
export const bookkeeping = {
  startToCloseTimeout: bookkeepingMs,
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
} as const;

/** An undefined result leaves the rest to an activity, which staff can see. */
export const atOnce = proxyLocalActivities<Pick<TransactionActivities, 'submitAtOnce' | 'deliverAtOnce'>>({
  startToCloseTimeout: bookkeepingMs,
  retry: { maximumAttempts: 1 },
});

export const localActivities =
  proxyLocalActivities<Pick<TransactionActivities, 'applyEvidence' | 'expireUnsent' | 'cancelUnsent'>>(
    bookkeeping,
  );

/**
 * A submit runs once each time it is scheduled: its result is recorded, and only the workflow decides on a repetition. It runs
 * on the workflow's own queue, or on the queue of a MID that has a submit rate.
 */
export function submitProxy(timing: PlannedTiming, queue: string | undefined) {
  return proxyActivities<Pick<TransactionActivities, 'submitTransaction'>>({
    ...(queue === undefined ? {} : { taskQueue: queue }),
    startToCloseTimeout: timing.providerCallMs + bookkeepingMs,
    heartbeatTimeout,
    // Only MID_BUSY is retryable, with a delay of its own; a run after the death of a worker finds the attempt begun.
    retry: { initialInterval: '1 second', backoffCoefficient: 1 },
    summary: 'submit to the provider',
  });
}

export function lookUpProxies(timing: PlannedTiming) {
  const options = {
    taskQueue: lookUpsQueue,
    startToCloseTimeout: timing.lookupCallMs + bookkeepingMs,
    heartbeatTimeout,
  };
  const once = { maximumAttempts: 1 };
  const { lookUpTransaction } = proxyActivities<LookUpActivities>({
    ...options,
    // Two calls: before "not found" ends a payment, its provider is asked to close it.
    startToCloseTimeout: 2 * timing.lookupCallMs + bookkeepingMs,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'look up at the provider until it is known',
  });
  const { lookUpOnce } = proxyActivities<LookUpActivities>({
    ...options,
    retry: once,
    summary: 'look up at the provider now',
  });
  const { askToCancel } = proxyActivities<LookUpActivities>({
    ...options,
    retry: once,
    summary: 'ask the provider to cancel',
  });
  return { lookUpTransaction, lookUpOnce, askToCancel };
}

export function deliveryProxies(timing: PlannedTiming) {
  const options = {
    taskQueue: deliveriesQueue,
    startToCloseTimeout: timing.callbackAttemptMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  };
  const { deliverCallback } = proxyActivities<DeliveryActivities>({
    ...options,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    summary: 'deliver the callback to the merchant',
  });
  const { redeliverCallback } = proxyActivities<DeliveryActivities>({
    ...options,
    summary: 'deliver the callback to the merchant now',
  });
  return { deliverCallback, redeliverCallback };
}

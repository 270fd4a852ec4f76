import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type {
  LateLookupWorkflowInput,
  RedeliveryWorkflowInput,
  TransferWorkflowInput,
} from '#contracts/follow-up-workflows';
import { deliveriesQueue, lookUpsQueue } from '#contracts/task-queues';
import type { DeliveryActivities } from '../activities/create-delivery-activities.js';
import type { LookUpActivities } from '../activities/create-look-up-activities.js';
import { bookkeepingMs, heartbeatTimeout } from './activity-proxies.js';

/** Passes transfer details on until the provider has answered. No payment waits for that. */
export async function transferWorkflow({ identifier, callMs }: TransferWorkflowInput): Promise<void> {
  const { passTransferOn } = proxyActivities<LookUpActivities>({
    taskQueue: lookUpsQueue,
    startToCloseTimeout: callMs + bookkeepingMs,
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
    summary: 'pass the transfer details on to the provider',
  });
  setCurrentDetails("Sending the merchant's transfer details to the provider, until the provider answers.");
  const outcome = await passTransferOn(identifier);
  setCurrentDetails(`Transfer details: ${outcome}.`);
}

/**
 * Looks up once more a payment that ended because its provider did not know it, or with success. An answer that contradicts
 * the recorded end is raised for review.
 */
export async function lateLookupWorkflow({ identifier, callMs }: LateLookupWorkflowInput): Promise<void> {
  const { lookUpLate } = proxyActivities<LookUpActivities>({
    taskQueue: lookUpsQueue,
    startToCloseTimeout: callMs + bookkeepingMs,
    scheduleToCloseTimeout: '10 minutes',
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    summary: 'look up at the provider once more',
  });
  setCurrentDetails('The payment has ended. Asking the provider once more.');
  const outcome = await lookUpLate(identifier);
  setCurrentDetails(`The provider was asked once more: ${outcome}.`);
}

/**
 * Sends a callback once more, with the same bytes and id, in any state of its event: one attempt, logged like every other. It
 * is repeated only if it was not completed, because a worker died or the endpoint was busy with other callbacks.
 */
export async function redeliveryWorkflow({ identifier, eventId }: RedeliveryWorkflowInput): Promise<string> {
  const { redeliverCallback } = proxyActivities<DeliveryActivities>({
    taskQueue: deliveriesQueue,
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: '1 hour',
    heartbeatTimeout,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    summary: 'send the callback once more',
  });
  const outcome = await redeliverCallback(identifier, ...(eventId === undefined ? [] : [eventId]));
  setCurrentDetails(`The merchant ${outcome}.`);
  return outcome;
}

import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { RedeliveryFlowInput } from '#contracts/follow-up-flows';
import { deliveriesQueue } from '#contracts/task-queues';
import type { DeliveryActivities } from '../activities/create-delivery-activities.js';
import { heartbeatTimeout } from './limits.js';

const { redeliverCallback } = proxyActivities<DeliveryActivities>({
  taskQueue: deliveriesQueue,
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '1 hour',
  heartbeatTimeout,
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'send the callback once more',
});

/**
 * Sends a callback once more, same bytes and id, whatever its state: one attempt, logged like every other. Only an
 * attempt that was not made to its end is made again: a worker that died, an endpoint busy with our other callbacks.
 */
export async function redeliveryFlow({ identifier }: RedeliveryFlowInput): Promise<string> {
  const outcome = await redeliverCallback(identifier);
  setCurrentDetails(`The merchant ${outcome}.`);
  return outcome;
}

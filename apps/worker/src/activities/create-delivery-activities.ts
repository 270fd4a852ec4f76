import { callbackLimits, createCallbackSender } from '#gateway/callbacks/send-callback';
import {
  createDeliverCallback,
  createRedeliverCallback,
  type DeliveryDependencies,
} from './deliver-callback.js';
import { createDeliveryBulkhead, type DeliveryBulkhead } from './delivery-bulkhead.js';

/** Callbacks to merchants, on a queue and a worker of their own. */
export function createDeliveryActivities(
  dependencies: DeliveryDependencies,
  bulkhead: DeliveryBulkhead = createDeliveryBulkhead(),
) {
  const channel = { send: createCallbackSender(callbackLimits), bulkhead };
  return {
    deliverCallback: createDeliverCallback(dependencies, channel),
    redeliverCallback: createRedeliverCallback(dependencies, channel),
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

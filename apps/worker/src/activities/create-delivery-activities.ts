import type { DeliveryChannel, DeliveryDependencies } from './attempt-delivery.js';
import { createDeliverCallback, createRedeliverCallback } from './deliver-callback.js';

/** Callbacks to merchants, on a queue and a worker of their own. */
export function createDeliveryActivities(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  return {
    deliverCallback: createDeliverCallback(dependencies, channel),
    redeliverCallback: createRedeliverCallback(dependencies, channel),
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

import {
  createDeliverCallback,
  createRedeliverCallback,
  type DeliveryDependencies,
} from './deliver-callback.js';
import type { DeliveryChannel } from './outbound-calls.js';

/** Callbacks to merchants, on a queue and a worker of their own. */
export function createDeliveryActivities(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  return {
    deliverCallback: createDeliverCallback(dependencies, channel),
    redeliverCallback: createRedeliverCallback(dependencies, channel),
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

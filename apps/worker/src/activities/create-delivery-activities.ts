import {
  createDeliverCallback,
  createRedeliverCallback,
  type DeliveryChannel,
  type DeliveryDependencies,
} from './deliver-callback.js';

/** Callbacks to merchants, on a queue and a worker of their own. */
export function createDeliveryActivities(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  return {
    deliverCallback: createDeliverCallback(dependencies, channel),
    redeliverCallback: createRedeliverCallback(dependencies, channel),
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

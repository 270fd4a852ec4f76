import { createCallbackSender } from '#gateway/callbacks/send-callback';
import type { ActivityDependencies } from './activity-dependencies.js';
import { createDeliverCallback } from './deliver-callback.js';
import { createDeliveryGate } from './delivery-gate.js';
import { createRedeliverCallback } from './redeliver-callback.js';
import { createSendEvent } from './send-event.js';

const callbackLimits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 } as const;

export type DeliveryDependencies = ActivityDependencies & {
  /** Whether an endpoint was paused a moment ago; the books decide. */
  readonly isPaused: (endpoint: string) => boolean;
};

/** Telling merchants, on a queue and a worker of its own. */
export function createDeliveryActivities(dependencies: DeliveryDependencies) {
  const sendEvent = createSendEvent(dependencies, createCallbackSender(callbackLimits), createDeliveryGate());
  return {
    deliverCallback: createDeliverCallback(dependencies, sendEvent),
    redeliverCallback: createRedeliverCallback(dependencies, sendEvent),
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

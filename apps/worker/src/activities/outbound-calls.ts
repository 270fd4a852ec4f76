import type { FirstDelivery, StepResult } from '#contracts/step-result';
import { callbackLimits, createCallbackSender } from '#gateway/callbacks/send-callback';
import { createMerchantNames } from '#gateway/names/merchant-names';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { createUnderWay, FreshEvents, type UnderWay } from './at-once.js';
import type { DeliveryChannel } from './attempt-delivery.js';
import type { Bulkhead } from './bulkhead.js';
import { createLookUpBulkhead } from './create-look-up-activities.js';
import { createDeliveryBulkhead, type DeliveryBulkhead } from './delivery-bulkhead.js';
import { createSubmitBulkhead, type SubmitBulkhead } from './submit-bulkhead.js';

/** Limits of concurrent calls, per MID or per merchant and host. */
export type Bulkheads = {
  readonly submit: SubmitBulkhead;
  readonly lookUp: Bulkhead;
  readonly delivery: DeliveryBulkhead;
};

/** Shared by all workers of this process: limits of concurrent calls, and calls that outlive their workflow task. */
export type OutboundCalls = {
  readonly bulkheads: Bulkheads;
  readonly channel: DeliveryChannel;
  readonly submits: UnderWay<StepResult>;
  readonly deliveries: UnderWay<FirstDelivery>;
  readonly freshEvents: FreshEvents;
};

/** `nameServers` resolve the hosts of merchants; if there are none, those of the system do. */
export function createOutboundCalls(log: Logger, nameServers: readonly string[] = []): OutboundCalls {
  const bulkheads = {
    submit: createSubmitBulkhead(),
    lookUp: createLookUpBulkhead(),
    delivery: createDeliveryBulkhead(),
  };
  const send = createCallbackSender(callbackLimits, createMerchantNames({ servers: nameServers }));
  return {
    bulkheads,
    freshEvents: new FreshEvents(),
    channel: { send, bulkhead: bulkheads.delivery },
    submits: createUnderWay((identifier) =>
      log.warn({ identifier }, 'submit not recorded; it will be looked up'),
    ),
    deliveries: createUnderWay((identifier) =>
      log.warn({ identifier }, 'delivery not recorded; it will be repeated'),
    ),
  };
}

/** Stops once every call has ended and is recorded. */
export function drainCalls({ submits, deliveries }: OutboundCalls): Stoppable {
  return {
    name: 'calls under way',
    stop: () => Promise.all([submits.drain(), deliveries.drain()]).then(() => undefined),
  };
}

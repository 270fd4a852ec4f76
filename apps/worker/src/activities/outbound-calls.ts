import type { FirstAttempt, WorkflowState } from '#contracts/transaction-workflow';
import type { EventState } from '#domain/delivery/event-states';
import { callbackLimits, createCallbackSender, type CallbackSender } from '#gateway/callbacks/send-callback';
import { createMerchantNames } from '#gateway/names/merchant-names';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import type { Bulkhead } from './bulkhead.js';
import { createLookUpBulkhead } from './create-look-up-activities.js';
import { createDeliveryBulkhead, type DeliveryBulkhead } from './delivery-bulkhead.js';
import { createSubmitBulkhead, type SubmitBulkhead } from './submit-bulkhead.js';
import { createUnderWay, type UnderWay } from './under-way.js';

/** The HTTP client for callbacks, and the bulkhead that limits its concurrent calls. */
export type DeliveryChannel = { readonly send: CallbackSender; readonly bulkhead: DeliveryBulkhead };

/** Limits of concurrent calls, per MID or per merchant and host. */
export type Bulkheads = {
  readonly submit: SubmitBulkhead;
  readonly lookUp: Bulkhead;
  readonly delivery: DeliveryBulkhead;
};

/** What all workers of this process share: how much may go out at once, and what goes on after its task was over. */
export type OutboundCalls = {
  readonly bulkheads: Bulkheads;
  readonly channel: DeliveryChannel;
  readonly submits: UnderWay<WorkflowState>;
  readonly deliveries: UnderWay<EventState | FirstAttempt>;
};

/** `nameServers` are those that hosts of merchants are asked of; none: those of the system. */
export function createOutboundCalls(log: Logger, nameServers: readonly string[] = []): OutboundCalls {
  const bulkheads = {
    submit: createSubmitBulkhead(),
    lookUp: createLookUpBulkhead(),
    delivery: createDeliveryBulkhead(),
  };
  const send = createCallbackSender(callbackLimits, createMerchantNames({ servers: nameServers }));
  return {
    bulkheads,
    channel: { send, bulkhead: bulkheads.delivery },
    submits: createUnderWay((identifier) =>
      log.warn({ identifier }, 'submit not recorded; it will be looked up'),
    ),
    deliveries: createUnderWay((identifier) =>
      log.warn({ identifier }, 'delivery not recorded; it will be repeated'),
    ),
  };
}

/** Stops once every call that goes on is over and recorded. */
export function drainCalls({ submits, deliveries }: OutboundCalls): Stoppable {
  return {
    name: 'calls under way',
    stop: () => Promise.all([submits.drain(), deliveries.drain()]).then(() => undefined),
  };
}

import { acceptedIt } from '#contracts/follow-up-flows';
import { judgeDelivery } from '#gateway/callbacks/judge-delivery';
import { loadEvent, recordDelivery } from '#persistence/callbacks/deliveries';
import type { DeliveryDependencies } from './create-delivery-activities.js';
import { again } from './failures.js';
import { describeDelivery, type SendEvent } from './send-event.js';

/**
 * Sends the callback once more whatever its state, and says what came of it. A success counts as delivered; a failure
 * leaves the event as it was, with its next attempt and its steps.
 */
export function createRedeliverCallback(dependencies: DeliveryDependencies, sendEvent: SendEvent) {
  return async function redeliverCallback(identifier: string): Promise<string> {
    const event = await loadEvent(dependencies.database, identifier);
    if (!event) return 'has no callback to be told by';
    const sent = await sendEvent(event);
    if ('busyForMs' in sent) throw again('DELIVERY_DUE', 'the endpoint is busy', sent.busyForMs);
    const isDelivered = judgeDelivery(sent.result).kind === 'delivered';
    const outcome = { kind: isDelivered ? 'delivered' : 'stays' } as const;
    await recordDelivery(dependencies.database, describeDelivery(dependencies, event, sent, outcome));
    return isDelivered ? acceptedIt : 'did not accept it';
  };
}

import { acceptedIt } from '#contracts/follow-up-workflows';
import type { FirstAttempt } from '#contracts/step-result';
import type { EventState } from '#domain/delivery/event-states';
import { endpointOf } from '#gateway/callbacks/endpoint';
import { loadEvent } from '#persistence/callbacks/deliveries';
import { pauseEvent } from '#persistence/callbacks/endpoints';
import type { Database } from '#persistence/database';
import {
  attemptDelivery,
  describeAttempt,
  describeFailedDelivery,
  loadPending,
  recordAttempt,
  recordManualAttempt,
  type DeliveryChannel,
  type DeliveryDependencies,
} from './attempt-delivery.js';
import { again } from './failures.js';
import { pollUntil } from './with-heartbeat.js';

/**
 * Makes one attempt to deliver the merchant's callback (contract §8), after the end of a first one that is still under way,
 * and returns the state of the event. A transaction with reversals has several events: the one that is due first is delivered,
 * until none is left. Throws `DELIVERY_DUE` while a further attempt is due, so that Temporal waits, shows
 * the next one to operations staff and lets them bring it forward. Returns `paused` if no attempt is due before another
 * callback has reached the endpoint.
 */
export function createDeliverCallback(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  const { database, isPaused } = dependencies;
  return async function deliverCallback(identifier: string, first?: FirstAttempt): Promise<EventState> {
    if (first) await awaitFirst(database, identifier, first);
    const event = await loadPending(database, identifier);
    if (typeof event === 'string') return event;
    const { eventId } = event;
    const endpoint = endpointOf(event.project, event.callbackUrl);
    const isHeld = isPaused(endpoint) && !event.isReleased;
    if (isHeld && (await pauseEvent(database, { eventId, endpoint }))) return 'paused';
    if (event.waitMs > 0) {
      const description = event.attempts === first?.attempt ? first.said : undefined;
      throw due(description ?? describeFailedDelivery(event.attempts), event.waitMs);
    }
    const sent = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in sent)
      throw due('callback not delivered: the endpoint is busy with other callbacks', sent.busyForMs);
    const { state, waitMs } = await recordAttempt(dependencies, { identifier, event, sent });
    if (state !== 'pending' || waitMs === undefined) {
      const other = await loadPending(database, identifier);
      if (typeof other === 'string') return state;
      throw due('another callback of it is not delivered yet', Math.max(1, other.waitMs));
    }
    throw due(describeFailedDelivery(event.attempts + 1, sent.delivery), waitMs);
  };
}

/** Waits until the first attempt is logged, or until it must have ended. */
async function awaitFirst(
  database: Database,
  identifier: string,
  { attempt, leftMs }: FirstAttempt,
): Promise<void> {
  await pollUntil(
    () => loadEvent(database, identifier),
    (event) => event?.state !== 'pending' || event.attempts >= attempt,
    leftMs,
  );
}

/**
 * Sends a callback once, whatever the state of its event, and returns in words what the merchant did: `accepted it`, or
 * `did not accept it: attempt 5 got HTTP 500`.
 */
export function createRedeliverCallback(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  const { database } = dependencies;
  return async function redeliverCallback(identifier: string, eventId?: string): Promise<string> {
    const event = await loadEvent(database, identifier, eventId);
    if (!event) return 'has no callback_url for it';
    const sent = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in sent) throw due('the endpoint is busy', sent.busyForMs);
    const isDelivered = await recordManualAttempt(dependencies, { identifier, event, sent });
    const outcome = describeAttempt(event.attempts + 1, sent.delivery);
    return isDelivered ? acceptedIt : `did not accept it: ${outcome}`;
  };
}

function due(message: string, waitMs: number) {
  const next = new Date(Date.now() + waitMs).toISOString();
  return again('DELIVERY_DUE', `${message}, next at ${next}`, waitMs);
}

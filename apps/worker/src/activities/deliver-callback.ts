import { acceptedIt } from '#contracts/follow-up-workflows';
import type { FirstAttempt } from '#contracts/transaction-workflow';
import { afterAttempt, afterManualAttempt } from '#domain/delivery/after-attempt';
import type { EventState } from '#domain/delivery/event-states';
import { endpointOf } from '#gateway/callbacks/endpoint';
import {
  endRecovery,
  loadEvent,
  type DueEvent,
  type RecordedDelivery,
} from '#persistence/callbacks/deliveries';
import { pauseEvent } from '#persistence/callbacks/endpoints';
import type { Database } from '#persistence/database';
import type { ActivityDependencies } from './activity-dependencies.js';
import {
  attemptDelivery,
  describeFailedDelivery,
  recordAttempt,
  type SentCallback,
} from './attempt-delivery.js';
import { again } from './failures.js';
import type { DeliveryChannel, OutboundCalls } from './outbound-calls.js';
import { pollUntil } from './under-way.js';
import { withHeartbeat } from './with-heartbeat.js';

export type DeliveryDependencies = ActivityDependencies & {
  /** Whether an endpoint was paused when the watcher last read it; the database decides. */
  readonly isPaused: (endpoint: string) => boolean;
};

/**
 * The first attempt, within the workflow's own task, which costs Temporal least: in the step that records the end, or alone.
 * What is not over in a second goes on. It and whatever else is not settled then is left to `deliverCallback`.
 */
export function createDeliverAtOnce(
  dependencies: DeliveryDependencies,
  { channel, deliveries }: Pick<OutboundCalls, 'channel' | 'deliveries'>,
) {
  const { database, freshEvents, isPaused } = dependencies;
  return async function deliverAtOnce(identifier: string): Promise<EventState | FirstAttempt | undefined> {
    const event = freshEvents.take(identifier) ?? (await loadPending(database, identifier));
    if (typeof event === 'string') return event;
    if (event.attempts > 0 || isPaused(endpointOf(event.project, event.callbackUrl))) return undefined;
    const attemptIt = async (): Promise<EventState | FirstAttempt> => {
      const sent = await attemptDelivery(dependencies, channel, event);
      if ('busyForMs' in sent) return 'pending';
      const { state } = await recordLadderAttempt(dependencies, identifier, event, sent);
      return state === 'pending'
        ? { attempt: 1, leftMs: 0, said: describeFailedDelivery(1, sent.delivery) }
        : state;
    };
    // The task may be repeated while its first attempt goes on.
    const isGoing = deliveries.find(identifier) !== undefined;
    const outcome = isGoing ? undefined : await deliveries.begin(identifier, attemptIt);
    return outcome ?? { attempt: 1, leftMs: event.timing.callbackAttemptMs };
  };
}

/**
 * One attempt to deliver the merchant's callback (contract §8), once one that is under way is over. Fails while another
 * attempt is due, so that Temporal waits, shows the next one to operations staff and lets them hurry it. Attempts are
 * counted in Postgres. Answers `paused` if nothing is due before another callback has reached the endpoint.
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
      const said = event.attempts === first?.attempt ? first.said : undefined;
      throw due(said ?? describeFailedDelivery(event.attempts), event.waitMs);
    }
    const sent = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in sent)
      throw due('callback not delivered: the endpoint is busy with other callbacks', sent.busyForMs);
    const { state, waitMs } = await recordLadderAttempt(dependencies, identifier, event, sent);
    if (state !== 'pending' || waitMs === undefined) return state;
    throw due(describeFailedDelivery(event.attempts + 1, sent.delivery), waitMs);
  };
}

/** The event if an attempt is or will be due; else its state, and the transaction needs no workflow any more. */
async function loadPending(database: Database, identifier: string): Promise<DueEvent | EventState> {
  const event = await loadEvent(database, identifier);
  if (event?.state === 'pending') return event;
  await endRecovery(database, identifier);
  return event?.state ?? 'none';
}

/** Until the first attempt, which may go on, is logged or must be over. */
async function awaitFirst(
  database: Database,
  identifier: string,
  { attempt, leftMs }: FirstAttempt,
): Promise<void> {
  await withHeartbeat(() =>
    pollUntil(
      () => loadEvent(database, identifier),
      (event) => event?.state !== 'pending' || event.attempts >= attempt,
      leftMs,
    ),
  );
}

/** Records an attempt of the retry ladder, and returns the event's state and the time until the next attempt. */
function recordLadderAttempt(
  dependencies: DeliveryDependencies,
  identifier: string,
  event: DueEvent,
  sent: SentCallback,
): Promise<RecordedDelivery> {
  const { steps, isReleased, timing } = event;
  const isEndpointPaused = dependencies.isPaused(sent.delivery.endpoint);
  const subject = { steps, isReleased, isEndpointPaused, retriesMs: timing.callbackRetriesMs };
  const outcome = afterAttempt(subject, sent.answer, Math.random());
  return recordAttempt(dependencies, identifier, { event, sent, outcome });
}

/** Sends the callback once, whatever the state of its event, and returns in words whether the merchant accepted it. */
export function createRedeliverCallback(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  const { database } = dependencies;
  return async function redeliverCallback(identifier: string): Promise<string> {
    const event = await loadEvent(database, identifier);
    if (!event) return 'has no callback_url for it';
    const sent = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in sent) throw due('the endpoint is busy', sent.busyForMs);
    const outcome = afterManualAttempt(sent.answer);
    await recordAttempt(dependencies, identifier, { event, sent, outcome });
    return outcome.result === 'delivered' ? acceptedIt : 'did not accept it';
  };
}

function due(message: string, waitMs: number) {
  const next = new Date(Date.now() + waitMs).toISOString();
  return again('DELIVERY_DUE', `${message}, next at ${next}`, waitMs);
}

import { acceptedIt } from '#contracts/follow-up-workflows';
import { signingKeysOf } from '#domain/keys/stored-keys';
import type { DeliveryError } from '#domain/wire/callbacks';
import { endpointOf, endpointTermsOf } from '#gateway/callbacks/endpoint';
import type { FirstAttempt } from '#contracts/transaction-workflow';
import {
  decideDelivery,
  reportDelivery,
  type CallbackSender,
  type DeliveryDecision,
  type DeliveryReport,
} from '#gateway/callbacks/send-callback';
import {
  endRecovery,
  loadEvent,
  type DeliveryAttempt,
  type DueEvent,
  type EventState,
  type RecordedDelivery,
} from '#persistence/callbacks/deliveries';
import { pauseEvent } from '#persistence/callbacks/endpoints';
import type { Database } from '#persistence/database';
import { crashPoint } from '#runtime/crash-point';
import { traceIdOf } from '#tracing/tracing';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { DeliveryBulkhead } from './delivery-bulkhead.js';
import { again } from './failures.js';
import type { OutboundCalls } from './outbound-calls.js';
import { recordInTime } from './record-in-time.js';
import { pollUntil } from './under-way.js';
import { withHeartbeat } from './with-heartbeat.js';

export type DeliveryDependencies = ActivityDependencies & {
  /** Whether an endpoint was paused a moment ago; the database decides. */
  readonly isPaused: (endpoint: string) => boolean;
};

/** What callbacks are sent with: the bounded HTTP client, and the bound on what is under way at once. */
export type DeliveryChannel = { readonly send: CallbackSender; readonly bulkhead: DeliveryBulkhead };

/** Jitter of the retries, so that one outage does not bring all its callbacks back at the same instant. */
const jitter = 0.2;

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
      const attempt = await attemptDelivery(dependencies, channel, event);
      if ('busyForMs' in attempt) return 'pending';
      const { state } = await recordAttempt(dependencies, identifier, event, attempt);
      return state === 'pending' ? { attempt: 1, leftMs: 0, said: sayNotTold(1, attempt.delivery) } : state;
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
      throw due(said ?? sayNotTold(event.attempts), event.waitMs);
    }
    const attempt = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in attempt)
      throw due('not told yet: the endpoint is busy with other callbacks', attempt.busyForMs);
    const { state, waitMs } = await recordAttempt(dependencies, identifier, event, attempt);
    if (state !== 'pending' || waitMs === undefined) return state;
    throw due(sayNotTold(event.attempts + 1, attempt.delivery), waitMs);
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

/** Logs the attempt with what follows from it: the event's state, and after how long another attempt is due. */
async function recordAttempt(
  dependencies: DeliveryDependencies,
  identifier: string,
  event: DueEvent,
  { decision, delivery }: SentCallback,
): Promise<RecordedDelivery> {
  const outcome = outcomeOf(event, decision, !dependencies.isPaused(delivery.endpoint));
  const recorded = await recordInTime(dependencies.database, { ...delivery, outcome });
  tellDelivery(dependencies, identifier, event, { ...delivery, result: outcome.kind });
  return recorded;
}

/**
 * Sends the callback once more whatever its state, and says what the merchant did. A success counts as delivered; a
 * failure leaves the event as it was, with its next attempt and its retry steps.
 */
export function createRedeliverCallback(dependencies: DeliveryDependencies, channel: DeliveryChannel) {
  const { database } = dependencies;
  return async function redeliverCallback(identifier: string): Promise<string> {
    const event = await loadEvent(database, identifier);
    if (!event) return 'has no callback_url for it';
    const attempt = await attemptDelivery(dependencies, channel, event);
    if ('busyForMs' in attempt) throw due('the endpoint is busy', attempt.busyForMs);
    const isDelivered = attempt.decision.kind === 'delivered';
    const outcome = { kind: isDelivered ? 'delivered' : 'stays' } as const;
    await recordInTime(database, { ...attempt.delivery, outcome });
    tellDelivery(dependencies, identifier, event, { ...attempt.delivery, result: outcome.kind });
    return isDelivered ? acceptedIt : 'did not accept it';
  };
}

/** `Retry-After` replaces the retry step if it is longer; after the last step the event is exhausted. */
function outcomeOf(
  event: DueEvent,
  decision: DeliveryDecision,
  usesStep: boolean,
): DeliveryAttempt['outcome'] {
  if (decision.kind !== 'retry') return decision;
  const { callbackRetriesMs } = event.timing;
  const of = { steps: event.steps, isReleased: event.isReleased };
  const step = callbackRetriesMs[event.steps] ?? (usesStep ? undefined : callbackRetriesMs.at(-1));
  if (step === undefined) return { kind: 'exhausted', of };
  const jittered = step * (1 + jitter * (2 * Math.random() - 1));
  const waitMs = Math.max(jittered, (decision.retryAfterSeconds ?? 0) * 1_000);
  return { kind: 'retry', of, waitMs, usesStep };
}

/** A callback that was sent once: what it comes to, and its row but for the outcome. */
type SentCallback = {
  readonly decision: DeliveryDecision;
  readonly delivery: Omit<DeliveryAttempt, 'outcome'> & DeliveryReport;
};

/**
 * Sends an event once, signed with the project's keys and held to its targets as they are now. `busyForMs`: its merchant
 * or host has as many of our callbacks under way as may be, come back after so many milliseconds.
 */
async function attemptDelivery(
  { configuration, storedKeys, keyUses }: ActivityDependencies,
  { send, bulkhead }: DeliveryChannel,
  event: DueEvent,
): Promise<SentCallback | { readonly busyForMs: number }> {
  const entered = bulkhead.enter(event.merchant, event.callbackUrl);
  if ('waitMs' in entered) return { busyForMs: entered.waitMs };
  try {
    const at = new Date();
    const keys = signingKeysOf(configuration(), storedKeys(), event.project, at.getTime());
    for (const { id } of keys) keyUses.note(id);
    crashPoint('before delivery');
    const result = await withHeartbeat(() =>
      send({
        url: event.callbackUrl,
        merchant: event.merchant,
        body: Buffer.from(event.body),
        eventId: event.eventId,
        keys,
        targets: configuration().projects[event.project]?.callbackTargets ?? [],
        date: at,
        timeoutMs: event.timing.callbackAttemptMs,
      }),
    );
    crashPoint('after delivery');
    const decision = decideDelivery(result);
    return {
      decision,
      delivery: {
        eventId: event.eventId,
        at,
        ...reportDelivery(result),
        endpoint: endpointOf(event.project, event.callbackUrl),
        // 410 ends the event and says nothing about the endpoint.
        isSuccess: decision.kind === 'stopped' ? undefined : decision.kind === 'delivered',
        terms: endpointTermsOf(configuration(), event.project),
      },
    };
  } finally {
    entered.leave();
  }
}

/** One line, one count and one span for each attempt; and how late the merchant was told, the first time. */
function tellDelivery(
  { log, metrics, tracing }: ActivityDependencies,
  identifier: string,
  { eventId, attempts, state, finalForMs, traceparent }: DueEvent,
  {
    at,
    result,
    httpStatus,
    failure,
    latencyMs,
  }: DeliveryReport & { readonly at: Date; readonly result: DeliveryAttempt['outcome']['kind'] },
): void {
  const n = attempts + 1;
  const traceId = traceIdOf(traceparent ?? undefined);
  log.info(
    { identifier, eventId, n, result, httpStatus, failure, milliseconds: latencyMs, traceId },
    'callback attempted',
  );
  if (traceparent !== null)
    tracing.tell({
      name: 'deliver',
      kind: 'client',
      traceparent,
      place: 'linked',
      startedAt: at.getTime(),
      endedAt: at.getTime() + latencyMs,
      hasFailed: result !== 'delivered',
      attributes: {
        'payment.identifier': identifier,
        attempt: n,
        outcome: result,
        failure,
        'http.response.status_code': httpStatus,
      },
    });
  metrics.count('gateway_callbacks_total', { result });
  if (result === 'delivered' && state !== 'delivered')
    metrics.observe(
      'gateway_callback_lag_seconds',
      { attempt: n === 1 ? 'first' : 'later' },
      (finalForMs + latencyMs) / 1_000,
    );
}

/** What operations staff read at the pending activity. */
export function sayNotTold(attempts: number, last?: Omit<DeliveryReport, 'latencyMs'>): string {
  if (last === undefined) return `not told yet, after ${attempts} attempts`;
  const result = last.failure === undefined ? `got HTTP ${last.httpStatus}` : failures[last.failure];
  return `not told yet: attempt ${attempts} ${result}`;
}

const failures: Readonly<Record<DeliveryError, string>> = {
  timeout: 'was not answered in time',
  refused: 'did not reach the endpoint: the connection was refused',
  reset: 'was cut off before an answer',
  dns: "did not reach the endpoint: its host's name was not found",
  tls: 'did not reach the endpoint: its certificate or TLS was not accepted',
  forbidden_address: 'was not made: its address is not allowed',
  too_large: 'got an answer whose head is too large',
};

function due(message: string, waitMs: number) {
  const next = new Date(Date.now() + waitMs).toISOString();
  return again('DELIVERY_DUE', `${message}, next at ${next}`, waitMs);
}

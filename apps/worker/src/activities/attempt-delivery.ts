import { setTimeout as sleep } from 'node:timers/promises';
import {
  afterAttempt,
  afterManualAttempt,
  type AttemptOutcome,
  type MerchantAnswer,
} from '#domain/delivery/after-attempt';
import type { EventState } from '#domain/delivery/event-states';
import { signingKeysOf } from '#domain/keys/stored-keys';
import type { DeliveryError } from '#domain/wire/callbacks';
import { endpointOf, endpointTermsOf } from '#gateway/callbacks/endpoint';
import { reportDelivery, type CallbackSender, type DeliveryReport } from '#gateway/callbacks/send-callback';
import {
  endRecovery,
  loadEvent,
  recordDelivery,
  type DeliveryAttempt,
  type DueEvent,
  type RecordedDelivery,
} from '#persistence/callbacks/deliveries';
import type { Database } from '#persistence/database';
import { crashPoint } from '#runtime/crash-point';
import { traceIdOf } from '#tracing/tracing';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { DeliveryBulkhead } from './delivery-bulkhead.js';
import { withHeartbeat } from './with-heartbeat.js';

/** The HTTP client for callbacks, and the bulkhead that limits its concurrent calls. */
export type DeliveryChannel = { readonly send: CallbackSender; readonly bulkhead: DeliveryBulkhead };

export type DeliveryDependencies = ActivityDependencies & {
  /** Whether an endpoint was paused when the watcher last read it; the database decides. */
  readonly isPaused: (endpoint: string) => boolean;
};

/** The event if an attempt is or will be due; otherwise its state, after the end of the transaction's recovery. */
export async function loadPending(database: Database, identifier: string): Promise<DueEvent | EventState> {
  const event = await loadEvent(database, identifier);
  if (event?.state === 'pending') return event;
  await endRecovery(database, identifier);
  return event?.state ?? 'none';
}

/** A callback that was sent once, before it is decided what follows. */
export type SentCallback = {
  readonly answer: MerchantAnswer;
  readonly delivery: Omit<DeliveryAttempt, 'outcome'> & DeliveryReport;
};

/**
 * Sends an event once, signed with the keys that its project has now, to an address that its targets allow now.
 * `busyForMs`: merchant or host is at its limit of concurrent callbacks; retry after this time.
 */
export async function attemptDelivery(
  {
    configuration,
    storedKeys,
    keyUses,
  }: Pick<ActivityDependencies, 'configuration' | 'storedKeys' | 'keyUses'>,
  { send, bulkhead }: DeliveryChannel,
  event: DueEvent,
): Promise<SentCallback | { readonly busyForMs: number }> {
  const acquired = bulkhead.acquire(event.merchant, event.callbackUrl);
  if ('waitMs' in acquired) return { busyForMs: acquired.waitMs };
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
    return {
      answer: result.kind === 'answered' ? result : { httpStatus: undefined },
      delivery: {
        eventId: event.eventId,
        at,
        ...reportDelivery(result),
        endpoint: endpointOf(event.project, event.callbackUrl),
        terms: endpointTermsOf(configuration(), event.project),
      },
    };
  } finally {
    acquired.release();
  }
}

type AttemptedDelivery = {
  readonly identifier: string;
  readonly event: DueEvent;
  readonly sent: SentCallback;
};

type RecordDependencies = Pick<DeliveryDependencies, 'database' | 'log' | 'metrics' | 'tracing'>;

/** Records an attempt of the retry ladder, and returns the event's state and the time until the next attempt. */
export function recordAttempt(
  dependencies: RecordDependencies & Pick<DeliveryDependencies, 'isPaused'>,
  attempted: AttemptedDelivery,
): Promise<RecordedDelivery> {
  const { event, sent } = attempted;
  const { steps, isReleased, timing } = event;
  const isEndpointPaused = dependencies.isPaused(sent.delivery.endpoint);
  const subject = { steps, isReleased, isEndpointPaused, retriesMs: timing.callbackRetriesMs };
  return record(dependencies, attempted, afterAttempt(subject, sent.answer, Math.random()));
}

/** Records an attempt that was requested by hand, and returns whether it delivered the event. */
export async function recordManualAttempt(
  dependencies: RecordDependencies,
  attempted: AttemptedDelivery,
): Promise<boolean> {
  const outcome = afterManualAttempt(attempted.sent.answer);
  await record(dependencies, attempted, outcome);
  return outcome.result === 'delivered';
}

async function record(
  dependencies: RecordDependencies,
  { identifier, event, sent }: AttemptedDelivery,
  outcome: AttemptOutcome,
): Promise<RecordedDelivery> {
  const attempt = { ...sent.delivery, outcome };
  const recorded = await untilRecorded(() => recordDelivery(dependencies.database, attempt));
  publishDelivery(dependencies, identifier, event, { ...sent.delivery, result: outcome.result });
  return recorded;
}

/** Longer than a failover of Postgres takes, shorter than the time in which a process has to stop. */
const recordWithinMs = 30_000;
const recordAgainMs = 250;

/** Repeats the record of an attempt while Postgres is unavailable: an attempt that is not in the log would be made again. */
function untilRecorded(write: () => Promise<RecordedDelivery>): Promise<RecordedDelivery> {
  const endsAt = performance.now() + recordWithinMs;
  const run = async (): Promise<RecordedDelivery> => {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
    await sleep(recordAgainMs);
    return run();
  };
  return withHeartbeat(run);
}

/** One log line, one count and one span per attempt; for the first success also the time since the transaction ended. */
function publishDelivery(
  { log, metrics, tracing }: Pick<ActivityDependencies, 'log' | 'metrics' | 'tracing'>,
  identifier: string,
  { eventId, attempts, state, finalForMs, traceparent }: DueEvent,
  {
    at,
    result,
    httpStatus,
    failure,
    latencyMs,
  }: DeliveryReport & { readonly at: Date; readonly result: AttemptOutcome['result'] },
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
export function describeFailedDelivery(attempts: number, last?: Omit<DeliveryReport, 'latencyMs'>): string {
  if (last === undefined) return `callback not delivered after ${attempts} attempts`;
  return `callback not delivered: ${describeAttempt(attempts, last)}`;
}

/** `attempt 5 got HTTP 500`. */
export function describeAttempt(n: number, last: Omit<DeliveryReport, 'latencyMs'>): string {
  return `attempt ${n} ${last.failure === undefined ? `got HTTP ${last.httpStatus}` : failures[last.failure]}`;
}

const failures: Readonly<Record<DeliveryError, string>> = {
  timeout: 'was not answered in time',
  refused: 'did not reach the endpoint: the connection was refused',
  reset: 'was cut off before an answer',
  dns: 'did not reach the endpoint: the name of its host was not found',
  tls: 'did not reach the endpoint: its certificate or TLS was not accepted',
  forbidden_address: 'was not made: its address is not allowed',
  too_large: 'got an answer whose head is too large',
};

import type { AttemptOutcome, ObservedEvent } from '#domain/delivery/after-attempt';
import type { EventState } from '#domain/delivery/event-states';
import type { PlannedTiming } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';
import { selectTiming } from '../transactions/transaction-row.js';

/** An event with a callback URL. `body` is sent byte for byte on every attempt (contract §8). */
export type DueEvent = ObservedEvent & {
  readonly eventId: string;
  readonly merchant: string;
  readonly project: string;
  readonly callbackUrl: string;
  readonly body: string;
  readonly state: EventState;
  readonly attempts: number;
  /** Milliseconds since its transaction became final. */
  readonly finalForMs: number;
  /** Milliseconds until its next attempt is due. */
  readonly waitMs: number;
  /** From the plan that the transaction was registered with. */
  readonly timing: PlannedTiming;
  /** Null: the transaction is not traced. */
  readonly traceparent: string | null;
};

/**
 * One event of a transaction: that of its end, or of one of its reversals. Of several the one whose attempt is due first; those
 * that are pending come before all others. With `eventId` exactly that one.
 */
export async function loadEvent(
  database: Database,
  identifier: string,
  eventId?: string,
): Promise<DueEvent | undefined> {
  const [row] = await database.sql<(Omit<DueEvent, 'callbackUrl'> & { callbackUrl: string | null })[]>`
    select event_id as "eventId", events.merchant, project, events.callback_url as "callbackUrl", body, state,
      attempts, steps, is_released as "isReleased", ${() => selectTiming}, traceparent,
      greatest(0, extract(epoch from clock_timestamp() - events.finished_at) * 1000)::float8 as "finalForMs",
      case when attempts = 0 or next_attempt is null then 0
        else greatest(0, extract(epoch from next_attempt - clock_timestamp()) * 1000)::float8 end as "waitMs"
    from events join transactions using (identifier)
    where identifier = ${identifier} and (${eventId}::text is null or event_id = ${eventId})
    order by state <> 'pending', reversal_id is not null and state <> 'pending', next_attempt, events.finished_at
    limit 1`;
  return row?.callbackUrl ? { ...row, callbackUrl: row.callbackUrl } : undefined;
}

/**
 * Ends the recovery of a transaction that has nothing left to deliver or to apply. Locks its events, because a release of
 * their callbacks may be under way.
 */
export async function endRecovery(database: Database, identifier: string): Promise<void> {
  await database.sql`
    with event as (
      select state from events where identifier = ${identifier} order by event_id for share
    )
    delete from recoveries where identifier = ${identifier} and not exists (select from event where state = 'pending')
      and not exists (
        select from provider_events where provider_events.identifier = recoveries.identifier and applied_at is null)`;
}

/** An event that a merchant names by its id. */
export type KnownEvent = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly state: EventState;
  readonly attempts: number;
  /** Not that of the transaction's end: the transaction's workflow may be delivering another one. */
  readonly isOfReversal: boolean;
};

export async function findEvent(
  database: Database,
  key: { readonly merchant: string; readonly eventId: string },
): Promise<KnownEvent | undefined> {
  const [row] = await database.sql<KnownEvent[]>`
    select identifier, type, state, attempts, reversal_id is not null as "isOfReversal"
    from events join transactions using (identifier)
    where event_id = ${key.eventId} and events.merchant = ${key.merchant}`;
  return row;
}

export type DeliveryAttempt = {
  readonly eventId: string;
  readonly at: Date;
  readonly httpStatus: number | undefined;
  readonly failure: string | undefined;
  readonly latencyMs: number;
  readonly endpoint: string;
  readonly terms: EndpointTerms;
  readonly outcome: AttemptOutcome;
};

export type RecordedDelivery = {
  /** Of the event, after the attempt. */
  readonly state: EventState;
  /** Milliseconds until its next attempt, if one is due. */
  readonly waitMs: number | undefined;
  /** Another event of the transaction is pending. */
  readonly isOneOfSeveral: boolean;
};

/** How an endpoint is treated. */
export type EndpointTerms = {
  /** Milliseconds of failures without a success after which the endpoint is paused. */
  readonly pauseAfterMs: number;
  /** Milliseconds between attempts while the endpoint is paused. */
  readonly probeMs: number;
  /** Callbacks per second once the endpoint accepts them again. */
  readonly callbackRate: number;
};

/**
 * Logs one attempt under the next number, applies its outcome to the event by compare-and-set, and returns the event's new
 * state. The row of the event gives the numbers, so that concurrent attempts are all logged. Locks the event, then its
 * endpoint. Safe to repeat after a lost answer: the log gets a second row, the outcome is applied once.
 *
 * - `tried`: locks the event, and compares it with what the outcome expects
 * - `failed`: notes the failure of the endpoint, and pauses one that has failed for `pauseAfterMs`
 * - `forgiven`, `resumed`: a success forgets the failures of the endpoint, or ends its pause
 * - `judged`: the state that the outcome leads to
 * - `counted`: writes it
 * - `swept`: ends the recovery unless another attempt of this or another event of the transaction is due
 * - `logged`: adds the row of the log
 */
export async function recordDelivery(
  database: Database,
  attempt: DeliveryAttempt,
): Promise<RecordedDelivery> {
  const { endpoint, terms } = attempt;
  const { change, isEndpointUp } = attempt.outcome;
  const observed = change?.observed;
  const [row] = await database.sql<
    { state: EventState; wait_ms: number | null; is_one_of_several: boolean }[]
  >`
    with tried as (
      select event_id, state,
        state = any(${change?.from ?? []}::text[]) and (${observed === undefined}
          or (steps, is_released) = (${observed?.steps}::integer, ${observed?.isReleased}::boolean)) as applies
      from events where event_id = ${attempt.eventId} for update
    ), failed as (
      insert into endpoints as known (endpoint, failing_since, probe_ms, callback_rate)
      select ${endpoint}, clock_timestamp(), ${terms.probeMs}::float8, ${terms.callbackRate}::integer
      from tried where ${isEndpointUp === false}
      on conflict (endpoint) do update set
        failing_since = coalesce(known.failing_since, clock_timestamp()),
        probe_ms = excluded.probe_ms, callback_rate = excluded.callback_rate,
        (paused_at, is_settled, next_release_at) = (
          select case when is_due then clock_timestamp() else known.paused_at end,
            known.is_settled and not is_due,
            case when is_due then clock_timestamp() + excluded.probe_ms * interval '1 millisecond'
              else known.next_release_at end
          from (select known.paused_at is null
            and known.failing_since <= clock_timestamp() - ${terms.pauseAfterMs}::float8 * interval '1 millisecond'
            is true as is_due) as pause)
      returning paused_at
    ), forgiven as (
      delete from endpoints using tried
      where endpoint = ${endpoint} and ${isEndpointUp === true} and paused_at is null and next_release_at is null
    ), resumed as (
      update endpoints set failing_since = null, paused_at = null,
        resumed_at = case when paused_at is null then resumed_at else clock_timestamp() end,
        next_release_at = case when paused_at is null then next_release_at else clock_timestamp() end
      from tried where endpoint = ${endpoint} and ${isEndpointUp === true}
        and failing_since is not null and next_release_at is not null
    ), judged as (
      select event_id, applies, case
        when not applies then state
        when (select paused_at from failed) is not null then ${change?.toIfPaused}::text
        else ${change?.to}::text end as next_state
      from tried
    ), counted as (
      update events set attempts = attempts + 1, state = next_state,
        steps = steps + case when applies then ${change?.stepsUsed}::integer else 0 end,
        is_released = is_released and not applies,
        endpoint = case when next_state in ('pending', 'paused') then ${endpoint} end,
        next_attempt = case
          when not applies then next_attempt
          when next_state = 'pending' then clock_timestamp() + ${change?.waitMs}::float8 * interval '1 millisecond' end
      from judged where events.event_id = judged.event_id
      returning events.event_id, identifier, attempts, state, next_attempt
    ), known as (
      select *, exists (select from events as other where other.identifier = counted.identifier
        and other.event_id <> counted.event_id and other.state = 'pending') as is_one_of_several
      from counted
    ), swept as (
      delete from recoveries
      where identifier in (select identifier from known where state <> 'pending' and not is_one_of_several)
    ), logged as (
      insert into delivery_attempts (event_id, n, at, http_status, failure, latency_ms)
      select event_id, attempts, ${attempt.at}, ${attempt.httpStatus}, ${attempt.failure}, ${attempt.latencyMs} from counted
    )
    select state, is_one_of_several, case when state = 'pending'
      then greatest(0, extract(epoch from next_attempt - clock_timestamp()) * 1000)::float8 end as wait_ms
    from known`;
  if (!row) throw new Error('an attempt belongs to an event');
  return { state: row.state, waitMs: row.wait_ms ?? undefined, isOneOfSeveral: row.is_one_of_several };
}

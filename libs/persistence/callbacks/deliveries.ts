import type { PlannedTiming } from '#domain/transaction/plan';
import type { eventStates } from '#domain/wire/record-parts';
import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';
import { selectTiming } from '../transactions/transaction-row.js';

export type EventState = (typeof eventStates)[number];

/** An event on its way to the merchant. `body` is sent byte for byte on every attempt (contract §8). */
export type DueEvent = {
  readonly eventId: string;
  readonly merchant: string;
  readonly project: string;
  readonly callbackUrl: string;
  readonly body: string;
  readonly state: EventState;
  readonly attempts: number;
  /** Steps of the ladder that were used. */
  readonly steps: number;
  /** It may be sent to an endpoint that is or was paused, and no attempt was recorded since. */
  readonly isReleased: boolean;
  /** Milliseconds since its transaction became final. */
  readonly finalForMs: number;
  /** Milliseconds until its next attempt is due. */
  readonly waitMs: number;
  /** Of the plan that the transaction was registered with. */
  readonly timing: PlannedTiming;
  /** Of its trace; null: it is not traced. */
  readonly traceparent: string | null;
};

export async function loadEvent(database: Database, identifier: string): Promise<DueEvent | undefined> {
  const [row] = await database.sql<(Omit<DueEvent, 'callbackUrl'> & { callbackUrl: string | null })[]>`
    select event_id as "eventId", events.merchant, project, events.callback_url as "callbackUrl", body, state,
      attempts, steps, is_released as "isReleased", ${() => selectTiming}, traceparent,
      greatest(0, extract(epoch from clock_timestamp() - events.finished_at) * 1000)::float8 as "finalForMs",
      case when attempts = 0 or next_attempt is null then 0
        else greatest(0, extract(epoch from next_attempt - clock_timestamp()) * 1000)::float8 end as "waitMs"
    from events join transactions using (identifier) where identifier = ${identifier}`;
  return row?.callbackUrl ? { ...row, callbackUrl: row.callbackUrl } : undefined;
}

/**
 * Where nothing is left to deliver or to apply, the transaction needs no workflow any more. Locks the event, because it may
 * be let go just now.
 */
export async function endRecovery(database: Database, identifier: string): Promise<void> {
  await database.sql`
    with told as (
      select state from events where identifier = ${identifier} for share
    )
    delete from recoveries where identifier = ${identifier} and not exists (select from told where state = 'pending')
      and not exists (
        select from provider_events where provider_events.identifier = recoveries.identifier and applied_at is null)`;
}

/** An event that a merchant names by its id. */
export type KnownEvent = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly state: EventState;
  readonly attempts: number;
};

export async function findEvent(
  database: Database,
  key: { readonly merchant: string; readonly eventId: string },
): Promise<KnownEvent | undefined> {
  const [row] = await database.sql<KnownEvent[]>`
    select identifier, type, state, attempts from events join transactions using (identifier)
    where event_id = ${key.eventId} and events.merchant = ${key.merchant}`;
  return row;
}

/** How an event stood when an attempt of its ladder was made. */
type Attempted = Pick<DueEvent, 'steps' | 'isReleased'>;

export type DeliveryAttempt = {
  readonly eventId: string;
  readonly at: Date;
  readonly httpStatus: number | undefined;
  readonly failure: string | undefined;
  readonly latencyMs: number;
  readonly endpoint: string;
  /** What the attempt says of the endpoint; `undefined`: neither of the two. */
  readonly isSuccess: boolean | undefined;
  readonly terms: EndpointTerms;
  /**
   * What follows for the event. `stays`: an attempt by hand that was not taken changes nothing. A retry after so many
   * milliseconds; it waits for the endpoint instead when that is paused. What follows from a failure is said of the event
   * as it was `of`, and of no other: what was done meanwhile stays as it is.
   */
  readonly outcome:
    | { readonly kind: 'delivered' | 'stopped' | 'stays' }
    | { readonly kind: 'exhausted'; readonly of: Attempted }
    | { readonly kind: 'retry'; readonly of: Attempted; readonly waitMs: number; readonly usesStep: boolean };
};

/** What has become of an event, and, while another attempt is to come, in how many milliseconds. */
export type RecordedDelivery = { readonly state: EventState; readonly waitMs: number | undefined };

/** How long an endpoint may fail before it is paused, how often it is tried then, and how many a second it gets at last. */
export type EndpointTerms = {
  readonly pauseAfterMs: number;
  readonly probeMs: number;
  readonly callbackRate: number;
};

/**
 * Logs one attempt under the next number, with what follows from it for the event and for its endpoint, and returns what
 * the event has come to. The event's row gives the numbers, so that attempts at the same time are all logged. When nothing
 * follows any more, or the endpoint is paused, the transaction needs no workflow. Locks the event, then its endpoint.
 * Whoever does not hear that it was recorded may repeat it: it is logged twice then, and nothing follows from the second.
 */
export async function recordDelivery(
  database: Database,
  attempt: DeliveryAttempt,
): Promise<RecordedDelivery> {
  const { outcome, endpoint, terms } = attempt;
  const retry = outcome.kind === 'retry' ? outcome : undefined;
  const of = 'of' in outcome ? outcome.of : undefined;
  const [row] = await database.sql<{ state: EventState; wait_ms: number | null }[]>`
    with tried as (
      select event_id, state,
        ${of !== undefined} and (state, steps, is_released)
          is distinct from ('pending', ${of?.steps}::integer, ${of?.isReleased}::boolean) as is_late
      from events where event_id = ${attempt.eventId} for update
    ), failed as (
      insert into endpoints as known (endpoint, failing_since, probe_ms, callback_rate)
      select ${endpoint}, clock_timestamp(), ${terms.probeMs}::float8, ${terms.callbackRate}::integer
      from tried where ${attempt.isSuccess === false}
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
            is true as is_due) as judged)
      returning paused_at
    ), forgiven as (
      delete from endpoints using tried
      where endpoint = ${endpoint} and ${attempt.isSuccess === true} and paused_at is null and next_release_at is null
    ), resumed as (
      update endpoints set failing_since = null, paused_at = null,
        resumed_at = case when paused_at is null then resumed_at else clock_timestamp() end,
        next_release_at = case when paused_at is null then next_release_at else clock_timestamp() end
      from tried where endpoint = ${endpoint} and ${attempt.isSuccess === true}
        and failing_since is not null and next_release_at is not null
    ), judged as (
      select event_id, state as old_state, is_late or ${outcome.kind} = 'stays' as stays, case
        when ${outcome.kind} = 'delivered' then 'delivered'
        when is_late or ${outcome.kind} = 'stays' or state not in ('pending', 'paused') then state
        when ${retry === undefined} then ${outcome.kind}
        when (select paused_at from failed) is not null then 'paused'
        else 'pending' end as next_state
      from tried
    ), counted as (
      update events set attempts = attempts + 1,
        steps = steps + case when ${retry?.usesStep === true} and not stays then 1 else 0 end,
        state = next_state,
        is_released = is_released and stays and next_state = 'pending',
        endpoint = case when next_state in ('pending', 'paused') then ${endpoint} end,
        next_attempt = case
          when stays and next_state = old_state then next_attempt
          when next_state = 'pending' then clock_timestamp() + ${retry?.waitMs}::float8 * interval '1 millisecond' end
      from judged where events.event_id = judged.event_id
      returning events.event_id, identifier, attempts, state, next_attempt
    ), swept as (
      delete from recoveries where identifier in (select identifier from counted where state <> 'pending')
    ), logged as (
      insert into delivery_attempts (event_id, n, at, http_status, failure, latency_ms)
      select event_id, attempts, ${attempt.at}, ${attempt.httpStatus}, ${attempt.failure}, ${attempt.latencyMs} from counted
    )
    select state, case when state = 'pending'
      then greatest(0, extract(epoch from next_attempt - clock_timestamp()) * 1000)::float8 end as wait_ms
    from counted`;
  if (!row) throw new Error('an attempt belongs to an event');
  return { state: row.state, waitMs: row.wait_ms ?? undefined };
}

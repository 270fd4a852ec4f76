import type { TransactionType } from '#domain/transaction';
import type { PlannedTiming } from '#domain/plan';
import type { Database } from '../database.js';

export type EventState = 'none' | 'pending' | 'delivered' | 'stopped' | 'exhausted';

/** An event on its way to the merchant. `body` is sent byte for byte on every attempt (contract §8). */
export type DueEvent = {
  readonly eventId: string;
  readonly project: string;
  readonly callbackUrl: string;
  readonly body: string;
  readonly state: EventState;
  readonly attempts: number;
  /** Of the plan that the transaction was registered with. */
  readonly timing: PlannedTiming;
};

export async function loadEvent(database: Database, identifier: string): Promise<DueEvent | undefined> {
  const [row] = await database.sql<EventRow[]>`
    select event_id, project, events.callback_url, body, state, attempts, plan->'timing' as timing
    from events join transactions using (identifier) where identifier = ${identifier}`;
  if (!row?.callback_url) return undefined;
  return {
    eventId: row.event_id,
    project: row.project,
    callbackUrl: row.callback_url,
    body: row.body,
    state: row.state,
    timing: row.timing,
    attempts: row.attempts,
  };
}

/** Nothing is left to tell or to hear: the transaction needs no flow any more. */
export async function settleSweep(database: Database, identifier: string): Promise<void> {
  await database.sql`
    delete from sweeps where identifier = ${identifier} and not exists (
      select from provider_events where provider_events.identifier = sweeps.identifier and applied_at is null)`;
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

export type DeliveryAttempt = {
  readonly eventId: string;
  readonly identifier: string;
  readonly at: Date;
  readonly httpStatus: number | undefined;
  readonly failure: string | undefined;
  readonly latencyMs: number;
  /** What follows for the event; absent when it stays as it was. */
  readonly outcome: { readonly state: EventState; readonly nextAttempt: Date | undefined } | undefined;
};

/**
 * Logs one attempt under the next number and what follows from it. The event's row gives the numbers, so that attempts
 * at the same time are all logged. When nothing follows any more, the transaction needs no flow.
 */
export async function recordDelivery(database: Database, it: DeliveryAttempt): Promise<void> {
  const { outcome } = it;
  await database.sql`
    with counted as (
      update events set attempts = attempts + 1,
        state = case when state = 'pending' or ${outcome?.state}::text = 'delivered'
          then coalesce(${outcome?.state}, state) else state end,
        next_attempt = case
          when ${outcome === undefined} or not (state = 'pending' or ${outcome?.state}::text = 'delivered')
          then next_attempt else ${outcome?.nextAttempt}::timestamptz end
      where event_id = ${it.eventId}
      returning attempts
    ), swept as (
      delete from sweeps where identifier = ${it.identifier}
        and ${outcome !== undefined && outcome.state !== 'pending'}
    )
    insert into delivery_attempts (event_id, n, at, http_status, failure, latency_ms)
    select ${it.eventId}, attempts, ${it.at}, ${it.httpStatus}, ${it.failure}, ${it.latencyMs} from counted`;
}

type EventRow = {
  readonly event_id: string;
  readonly project: string;
  readonly callback_url: string | null;
  readonly body: string;
  readonly state: EventState;
  readonly attempts: number;
  readonly timing: PlannedTiming;
};

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

export type DeliveryAttempt = {
  readonly eventId: string;
  readonly identifier: string;
  /** Counts from 1. */
  readonly n: number;
  readonly at: Date;
  readonly httpStatus: number | undefined;
  readonly failure: string | undefined;
  readonly latencyMs: number;
  readonly state: EventState;
  readonly nextAttempt: Date | undefined;
};

/** Logs one attempt and what follows from it; when nothing follows, the transaction needs no flow any more. */
export async function recordDelivery(database: Database, it: DeliveryAttempt): Promise<void> {
  await database.sql`
    with logged as (
      insert into delivery_attempts (event_id, n, at, http_status, failure, latency_ms)
      values (${it.eventId}, ${it.n}, ${it.at}, ${it.httpStatus}, ${it.failure}, ${it.latencyMs})
      on conflict do nothing
    ), swept as (
      delete from sweeps where identifier = ${it.identifier} and ${it.state !== 'pending'}
    )
    update events set state = ${it.state}, attempts = greatest(attempts, ${it.n}), next_attempt = ${it.nextAttempt}
    where event_id = ${it.eventId} and (state = 'pending' or ${it.state} = 'delivered')`;
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

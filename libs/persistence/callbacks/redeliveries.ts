import type { Instant } from '#domain/values/calendar';
import { untakenStates } from '#domain/delivery/event-states';
import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';
import type { EndpointTerms, KnownEvent } from './deliveries.js';

/** The events of a merchant that are to be sent again. */
export type RedeliverySearch = {
  readonly merchant: string;
  /** Absent: those of all its projects. */
  readonly project?: string;
  readonly states: readonly string[];
  /** When they became final. Events of one millisecond lie a nanosecond apart, in the order of their ids. */
  readonly from: Instant;
  /** Exclusive; absent: until now. */
  readonly to?: Date | undefined;
};

/** Where an event is sent to, and how its endpoint is treated. */
type Aim = { readonly endpoint: string; readonly terms: EndpointTerms };
export type AimOf = (project: string, callbackUrl: string) => Aim;

export type OrderedRedeliveries = {
  readonly count: number;
  /** The start of the next call; undefined at the end. */
  readonly nextFrom: Instant | undefined;
};

/** Events that one call sends again (contract §7). */
const orderedMax = 1_000;
/** Events that one call reads; a parameter for the reason that list-transactions.ts gives. */
const scannedMax = 2_000;
/** The states that the partial index covers. */
const untaken: readonly string[] = untakenStates;

/**
 * Orders the oldest matching events to be sent again, each once. One statement records them: from then on they are sent
 * even if the process dies, and a second order of an event that was not sent yet has no effect. One call may find fewer
 * events than match, even none, before all are read.
 */
export async function orderRedeliveries(
  database: Database,
  search: RedeliverySearch,
  aimOf: AimOf,
): Promise<OrderedRedeliveries> {
  const { events, next } = await findEvents(database, search);
  const nextFrom = next && (await placeOf(database, search.merchant, next));
  const aims = events.map(({ project, callbackUrl }) => aimOf(project, callbackUrl));
  if (aims.length > 0)
    await database.sql`
      with asked as (
        select * from unnest(${events.map(({ eventId }) => eventId)}::text[],
          ${events.map(({ committedIn }) => committedIn)}::text[], ${aims.map(({ endpoint }) => endpoint)}::text[],
          ${aims.map(({ terms }) => terms.probeMs)}::float8[], ${aims.map(({ terms }) => terms.callbackRate)}::integer[])
          as listed (event_id, committed_in, endpoint, probe_ms, callback_rate)
      ), ordered as (
        insert into redeliveries (event_id, endpoint, committed_in)
        select event_id, endpoint, committed_in::xid8 from asked
        on conflict (event_id) do nothing
      )
      -- In one order, so that two calls do not wait for each other in a circle.
      insert into endpoints as known (endpoint, resumed_at, next_release_at, probe_ms, callback_rate)
      select distinct on (endpoint) endpoint, clock_timestamp(), clock_timestamp(), probe_ms, callback_rate
      from asked order by endpoint
      on conflict (endpoint) do update set
        resumed_at = case when known.paused_at is null then excluded.resumed_at else known.resumed_at end,
        next_release_at = case when known.paused_at is null
          then coalesce(known.next_release_at, excluded.next_release_at) else excluded.next_release_at end`;
  return { count: events.length, nextFrom };
}

type FoundEvent = {
  readonly eventId: string;
  readonly committedIn: string;
  readonly finishedAt: Date;
  readonly project: string;
  readonly callbackUrl: string;
  /** Behind what one call reads. */
  readonly isBeyond: boolean;
};

/** The oldest first; `next` is where the rest begins. */
async function findEvents(
  database: Database,
  search: RedeliverySearch,
): Promise<{ readonly events: readonly FoundEvent[]; readonly next: FoundEvent | undefined }> {
  const { merchant, states, project = null, to = null } = search;
  const start = await startOf(database, search);
  const indexed = states.every((state) => untaken.includes(state))
    ? `state in ('exhausted', 'stopped')`
    : 'true';
  const rows = await database.sql<FoundEvent[]>`
    select event_id as "eventId", committed_in::text as "committedIn", finished_at as "finishedAt", project,
      callback_url as "callbackUrl", place > ${scannedMax} as "isBeyond"
    from (
      select event_id, committed_in, finished_at, callback_url, identifier, state,
        row_number() over (order by finished_at, event_id) as place
      from events
      where merchant = ${merchant} and ${() => indexed}
        and (finished_at, event_id) >= (${start.at}::timestamptz, ${start.eventId})
        and finished_at < coalesce(${to}::timestamptz, 'infinity')
      order by finished_at, event_id limit ${scannedMax} + 1
    ) as scanned
      cross join lateral (
        select project from transactions where transactions.identifier = scanned.identifier limit 1) as sent
    where place > ${scannedMax}
      or (state = any(${states}::text[]) and callback_url is not null and (${project}::text is null or project = ${project}))
    order by finished_at, event_id limit ${orderedMax} + 1`;
  const events = rows.filter(({ isBeyond }) => !isBeyond).slice(0, orderedMax);
  return { events, next: rows[events.length] };
}

/** The first event that is not before the instant; the id is empty where its millisecond has not begun. */
async function startOf(
  database: Database,
  { merchant, from: { at, nanoseconds } }: RedeliverySearch,
): Promise<{ readonly at: Date; readonly eventId: string }> {
  if (nanoseconds === 0) return { at, eventId: '' };
  const [row] = await database.sql<Pick<FoundEvent, 'eventId'>[]>`
    select event_id as "eventId" from events where merchant = ${merchant} and finished_at = ${at}::timestamptz
    order by event_id offset ${nanoseconds} limit 1`;
  return row ? { at, eventId: row.eventId } : { at: new Date(at.getTime() + 1), eventId: '' };
}

/** The instant at which the search begins with this event. */
async function placeOf(
  database: Database,
  merchant: string,
  { finishedAt, eventId }: FoundEvent,
): Promise<Instant> {
  const [row] = await database.sql<Counted[]>`
    select count(*)::integer as count from events
    where merchant = ${merchant} and finished_at = ${finishedAt}::timestamptz and event_id < ${eventId}`;
  return { at: finishedAt, nanoseconds: row?.count ?? 0 };
}

/** An event whose workflow is to be started. */
export type DueRedelivery = KnownEvent & { readonly eventId: string };

/** Lease: a worker that claims a redelivery must start its workflow within this time. */
const leaseSeconds = 30;

export async function takeDueRedeliveries(
  database: Database,
  limit: number,
): Promise<readonly DueRedelivery[]> {
  return database.sql<DueRedelivery[]>`
    with due as (
      select event_id from redeliveries where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), taken as (
      update redeliveries set due_at = now() + ${leaseSeconds} * interval '1 second'
      where event_id = any(array(select event_id from due))
      returning event_id
    )
    select taken.event_id as "eventId", identifier, type, state, attempts, reversal_id is not null as "isOfReversal"
    from taken
      cross join lateral (select * from events where events.event_id = taken.event_id limit 1) as events
      cross join lateral (
        select type from transactions where transactions.identifier = events.identifier limit 1) as transactions`;
}

/** Deletes redeliveries whose workflows run now, which do the rest. */
export async function settleRedeliveries(database: Database, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await database.sql`delete from redeliveries where event_id = any(${eventIds}::text[])`;
}

/** Records who ordered a project's redelivery, and why, before the first callback is sent. */
export async function keepRedeliveryOrder(
  database: Database,
  order: {
    readonly project: string;
    readonly from: Date;
    readonly to: Date | undefined;
    readonly states: readonly string[];
    readonly operator: string;
    readonly reason: string;
  },
): Promise<void> {
  await database.sql`
    insert into redelivery_orders (project, from_at, to_at, states, operator, reason)
    values (${order.project}, ${order.from}, ${order.to}, ${order.states}, ${order.operator}, ${order.reason})`;
}

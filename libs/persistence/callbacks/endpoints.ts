import type { EndpointEntity } from '../entities/event.js';
import type { Database } from '../database.js';

export async function findPausedEndpoints(database: Database): Promise<readonly string[]> {
  const rows = await database.sql<Pick<EndpointEntity, 'endpoint'>[]>`
    select endpoint from endpoints where paused_at is not null`;
  return rows.map(({ endpoint }) => endpoint);
}

/**
 * Makes an event wait for its paused endpoint, and ends its recovery. False if the endpoint is no longer paused, or the
 * event does not wait. Locks the event, then its endpoint.
 */
export async function pauseEvent(
  database: Database,
  { eventId, endpoint }: { readonly eventId: string; readonly endpoint: string },
): Promise<boolean> {
  const rows = await database.sql`
    with held as (
      select event_id from events where event_id = ${eventId} and state = 'pending' and not is_released for update
    ), waits as (
      -- Shared, so that an end of the pause comes wholly before this or sees it.
      select event_id from held join endpoints on endpoints.endpoint = ${endpoint} and paused_at is not null
      for share of endpoints
    ), paused as (
      update events set state = 'paused', next_attempt = null, endpoint = ${endpoint}
      from waits where events.event_id = waits.event_id
      returning identifier
    ), swept as (
      delete from recoveries where identifier in (select identifier from paused)
        and not exists (select from events as other where other.identifier = recoveries.identifier
          and other.event_id <> ${eventId} and other.state = 'pending')
    )
    select from paused`;
  return rows.length > 0;
}

/**
 * Marks waiting callbacks of paused endpoints as paused, `limit` per call. Skips events with an attempt in progress: the
 * record of that attempt marks them.
 */
export async function pauseWaiting(database: Database, limit: number): Promise<void> {
  await database.sql`
    with unsettled as (
      select endpoint from endpoints where paused_at is not null and not is_settled
      limit 1 for update skip locked
    ), picked as (
      select event_id from events
      where endpoint = (select endpoint from unsettled) and state = 'pending' and not is_released
      limit ${limit} for update skip locked
    ), paused as (
      update events set state = 'paused', next_attempt = null
      from picked where events.event_id = picked.event_id
      returning identifier
    ), held as materialized (
      select identifier from recoveries where identifier = any(array(select identifier from paused))
      order by identifier for update
    ), swept as (
      delete from recoveries where identifier = any(array(select identifier from held))
    )
    update endpoints set is_settled = true from unsettled
    where endpoints.endpoint = unsettled.endpoint and not exists (select from picked)`;
}

/** Endpoints handled in one turn: the longest due one of each project, then the next of each, and so on. */
const endpointsAtOnceMax = 100;
/** Longer than any statement, so that a statement that saw the pause has marked its callback as paused by then. */
const lateSeconds = 60;

/**
 * Lets callbacks of endpoints go that wait for them, the oldest first: one after each probe's time while the endpoint is
 * paused, else a second's worth of them each second: what was paused, and what is sent again as one of many. Their recovery
 * is due at once, or a little later to keep to the rate, and wakes or starts their workflows: a process may die at any
 * moment. What is sent again is tried once, so a paused endpoint is tried by the others first. An endpoint whose callbacks
 * are all gone is forgotten.
 */
export async function releaseCallbacks(database: Database): Promise<void> {
  await database.sql`
    with ranked as (
      -- An endpoint's name begins with its project, which has no blank in it.
      select endpoint, row_number() over (partition by split_part(endpoint, ' ', 1) order by next_release_at) as turn
      from endpoints where next_release_at <= clock_timestamp()
    ), due as (
      select endpoint, paused_at is null as is_resumed, failing_since, callback_rate,
        resumed_at < clock_timestamp() - ${lateSeconds} * interval '1 second' as is_late
      from endpoints join ranked using (endpoint) where next_release_at <= clock_timestamp()
      order by ranked.turn, next_release_at limit ${endpointsAtOnceMax} for update of endpoints skip locked
    ), picked as (
      select due.endpoint, event_id, is_again, callback_rate,
        row_number() over (partition by due.endpoint order by committed_in, event_id) as place
      from due cross join lateral (
        select 0 as turn, * from (
          select event_id, committed_in, false as is_again from events
          where events.endpoint = due.endpoint and state = 'paused'
          order by committed_in, event_id limit case when is_resumed then callback_rate else 1 end
          for update skip locked
        ) as paused union all select case when is_resumed then 0 else 1 end, * from (
          select event_id, committed_in, true as is_again from redeliveries
          where redeliveries.endpoint = due.endpoint and due_at is null
          order by committed_in, event_id limit case when is_resumed then callback_rate else 1 end
          for update skip locked
        ) as ordered
        order by turn, committed_in, event_id
        limit case when is_resumed then callback_rate else 1 end
      ) as oldest
    ), released as (
      update events set state = 'pending', is_released = true, next_attempt = clock_timestamp()
      from picked where events.event_id = picked.event_id and not is_again
      returning identifier, clock_timestamp() + (place - 1) * interval '1 second' / callback_rate as due_at
    ), woken as (
      -- A transaction with reversals may have several callbacks among them.
      insert into recoveries (identifier, due_at)
      select identifier, min(due_at) from released group by identifier order by identifier
      on conflict (identifier) do update set step = 0, due_at = excluded.due_at
    ), sent_again as (
      update redeliveries set due_at = clock_timestamp() + (place - 1) * interval '1 second' / callback_rate
      from picked where redeliveries.event_id = picked.event_id and is_again
    ), empty as (
      select endpoint, failing_since from due
      where is_resumed and is_late and endpoint not in (select endpoint from picked)
    ), forgotten as (
      delete from endpoints using empty
      where endpoints.endpoint = empty.endpoint and empty.failing_since is null
    )
    update endpoints set next_release_at = case
      when due.endpoint in (select endpoint from empty) then null
      when is_resumed then clock_timestamp() + interval '1 second'
      else clock_timestamp() + probe_ms * interval '1 millisecond' end
    from due where endpoints.endpoint = due.endpoint
      and due.endpoint not in (select endpoint from empty where failing_since is null)`;
}

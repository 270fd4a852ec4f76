import type { Database } from '../database.js';
import { actsAt, joinRecorded } from './acts-at.js';

/**
 * Records the id of Temporal's namespace. True if it has changed: the workflows of the old namespace are lost. Only one of
 * several workers gets `true`. Reviews and transfer details are then due at once, because they are few.
 */
export async function noteNamespace(database: Database, id: string): Promise<boolean> {
  const [row] = await database.sql<{ is_lost: boolean }[]>`
    with noted as (
      insert into temporal_namespace as known (id) values (${id})
      on conflict (only_row) do update set id = excluded.id, lost_at = clock_timestamp() where known.id <> excluded.id
      returning lost_at
    ), lost as (
      select from noted where lost_at is not null
    ), reviewed as (
      update reviews set next_sweep_at = now()
      where closed_at is null and next_sweep_at > now() and exists (select from lost)
    ), detailed as (
      update transfer_details set next_sweep_at = now()
      where settled_at is null and next_sweep_at > now() and exists (select from lost)
    )
    select exists (select from lost) as is_lost`;
  return row?.is_lost ?? false;
}

/**
 * Makes transactions whose workflow was lost with Temporal's database due when they have something to do next, and returns
 * their number, at most `limit`. They stay lost (`ensured_at` is `-infinity`) until a workflow runs, so that a worker that
 * dies in between leaves the others to the next one.
 */
export async function scheduleLostWorkflows(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<{ scheduled: number }[]>`
    with taken as materialized (
      select identifier from recoveries
      -- Both are kept in whole milliseconds: within the same one, the workflow may have been there before.
      where ensured_at > '-infinity' and ensured_at <= (select lost_at from temporal_namespace)
      order by ensured_at limit ${limit} for update skip locked
    ), known as materialized (
      select taken.identifier, ${() => actsAt} as acts_at from taken ${() => joinRecorded}
    ), scheduled as (
      update recoveries set ensured_at = '-infinity', due_at = acts_at,
        step = case when acts_at <= now() then 0 else step end
      from known where recoveries.identifier = known.identifier
      returning recoveries.identifier
    )
    select count(*)::integer as scheduled from scheduled`;
  return row?.scheduled ?? 0;
}

import type { Database } from '../database.js';

/**
 * Records the id of Temporal's namespace. True if it has changed: the workflows of the old namespace are lost, and
 * `takeDueRecoveries` takes their transactions again. Only one of several workers gets `true`.
 */
export async function noteNamespace(database: Database, id: string): Promise<boolean> {
  const [row] = await database.sql<{ is_lost: boolean }[]>`
    with noted as (
      insert into temporal_namespace as known (id) values (${id})
      on conflict (only_row) do update set id = excluded.id, lost_at = clock_timestamp() where known.id <> excluded.id
      returning lost_at
    )
    select exists (select from noted where lost_at is not null) as is_lost`;
  return row?.is_lost ?? false;
}

/**
 * Brings the recovery of urgent transactions after `after` forward, in the order of identifiers: not sent, sent without an
 * answer, with unread reports, or not delivered. Returns the start of the next call; undefined at the end.
 */
export async function hurryLostWorkflows(
  database: Database,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string | undefined> {
  const [row] = await database.sql<{ last: string | null }[]>`
    with batch as (
      select identifier from recoveries
      where identifier > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by identifier limit ${limit}
    ), held as materialized (
      select identifier from recoveries where due_at > now() and identifier = any(array(
        select identifier from batch
          cross join lateral (select finished_at, submit_due_at from transactions
            where transactions.identifier = batch.identifier limit 1) as transactions
        where finished_at is not null
          or (submit_due_at is not null and coalesce((select state <> 'accepted' from attempts
            where attempts.identifier = batch.identifier order by n desc limit 1), true))
          or exists (select from provider_events
            where provider_events.identifier = batch.identifier and applied_at is null)))
      order by identifier for update
    ), hurried as (
      update recoveries set due_at = now(), step = 0 where identifier = any(array(select identifier from held))
    )
    select (array_agg(identifier order by identifier desc))[1] as last from batch`;
  return row?.last ?? undefined;
}

/** Makes all reviews and transfer details due at once, because they are few. */
export async function hurryLostFollowUps(database: Database): Promise<void> {
  await database.sql`update reviews set next_sweep_at = now() where closed_at is null and next_sweep_at > now()`;
  await database.sql`
    update transfer_details set next_sweep_at = now() where settled_at is null and next_sweep_at > now()`;
}

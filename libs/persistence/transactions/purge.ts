import type { Database } from '../database.js';

/** Contract §14: a card never outlives its time in the vault, whatever became of its payment. */
export async function purgeExpiredCards(database: Database): Promise<number> {
  const [row] = await database.sql<{ purged: number }[]>`
    with purged as (delete from card_vault where expires_at < now() returning identifier)
    select count(*)::integer as purged from purged`;
  return row?.purged ?? 0;
}

/** Forgets customers whose transaction ended longer ago than the retention; `limit` bounds one statement. */
export async function purgePersonalData(
  database: Database,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<number> {
  const [row] = await database.sql<{ purged: number }[]>`
    with due as (
      select identifier from personal_data join transactions using (identifier)
      where finished_at < now() - ${retentionMs} * interval '1 millisecond' limit ${limit}
    ), purged as (
      delete from personal_data where identifier in (select identifier from due) returning identifier
    )
    select count(*)::integer as purged from purged`;
  return row?.purged ?? 0;
}

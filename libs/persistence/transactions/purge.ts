import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';

/** Deletes up to `limit` cards whose time in the vault is over, independently of their payments (contract §14). */
export async function purgeExpiredCards(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with purged as (
      delete from card_vault where ctid = any(array(
        select ctid from card_vault where expires_at < now() limit ${limit}))
      returning 1
    )
    select count(*)::integer as count from purged`;
  return row?.count ?? 0;
}

/** Deletes up to `limit` sets of personal data whose transaction has ended longer ago than the retention. */
export async function purgePersonalData(
  database: Database,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with purged as (
      delete from personal_data where ctid = any(array(
        select ctid from personal_data where ended_at < now() - ${retentionMs}::float8 * interval '1 millisecond'
        order by ended_at limit ${limit}))
      returning 1
    )
    select count(*)::integer as count from purged`;
  return row?.count ?? 0;
}

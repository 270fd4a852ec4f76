import type { Database } from '../database.js';

/** Drops what the card-testing guard has counted and no longer needs. `limit` bounds one statement. */
export async function forgetDeclinedCards(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<{ forgotten: number }[]>`
    with forgotten as (
      delete from declined_cards where ctid = any(array(
        select ctid from declined_cards where forget_at < now() limit ${limit}))
      returning 1
    )
    select count(*)::integer as forgotten from forgotten`;
  return row?.forgotten ?? 0;
}

import type { Database } from '../database.js';

/** Counters of periods that ended more than 31 days ago; younger ones the database keeps. `limit` bounds one statement. */
export async function purgeLimitCounters(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<{ purged: number }[]>`
    with days as (
      select ctid from limit_counters
      where per = 'day' and starts_on < (now() at time zone 'UTC')::date - 32
      limit ${limit}
    ), months as (
      select ctid from limit_counters
      where per = 'month' and starts_on < (now() at time zone 'UTC')::date - 63
      limit ${limit}
    ), purged as (delete from limit_counters where ctid = any(array(select ctid from days union all select ctid from months)) returning 1)
    select count(*)::integer as purged from purged`;
  return row?.purged ?? 0;
}

import type { Database } from '../database.js';
import type { Month } from './month.js';

/** What keeps a month from being closed, in words, and its subject. */
export type OpenMatter = { readonly what: string; readonly subject: string };

/** How many of each kind are named at most. */
const namedMax = 100;

/**
 * What is still to be done before a month can be closed (contract §16.7), except for the proof of the ledger and open database
 * transactions, which are checked last.
 */
export async function findOpenMatters(
  database: Pick<Database, 'sql'>,
  month: Month,
  { graceMs, mids }: { readonly graceMs: number; readonly mids: readonly string[] },
): Promise<readonly OpenMatter[]> {
  return database.sql<OpenMatter[]>`
    with asked as (select ${month.from}::timestamptz as "from", ${month.until}::timestamptz as until),
    days as (
      select day::date as day from asked
        cross join generate_series("from" at time zone 'UTC', until at time zone 'UTC' - interval '1 day', '1 day') as day
    ), begun as materialized (
      select mid, min(day) as day from (
        select account as mid, from_on as day from statement_files where source = 'provider'
        union all
        select mid, min(posted_at at time zone 'UTC')::date from provider_entries
        where mid = any(${[...mids]}::text[]) group by mid
      ) as first where mid = any(${[...mids]}::text[]) group by mid
    ), missing as (
      select mid, days.day from begun join days on days.day >= begun.day
      where not exists (select from statement_files
        where source = 'provider' and account = mid and from_on <= days.day and to_on >= days.day)
    )
    select what, subject from (
      select 1 as rank, 'the month is not over, by ' || ${String(graceMs)} || ' ms' as what, ${month.name} as subject
      from asked where clock_timestamp() < until + ${graceMs} * interval '1 millisecond'
      union all
      select 2, 'an earlier month is open, and has entries', to_char("from" - interval '1 day', 'YYYY-MM')
      from asked
      where not exists (select from periods where periods.until >= asked."from")
        and (exists (select from provider_entries where posted_at < asked."from")
          or exists (select from ledger_entries where posted_at < asked."from"))
      union all
      select 3, 'a day without a statement', mid || ' ' || day from (select * from missing order by mid, day limit ${namedMax}) as first
      union all
      select 4, 'a difference that is neither closed nor explained', id || ' ' || class || ' ' || account || ' ' || on_day
      from (
        select * from differences cross join asked
        where state = 'open' and part_of is null and on_day < (until at time zone 'UTC')::date
        order by on_day, id limit ${namedMax}
      ) as first
    ) as matters order by rank, subject`;
}

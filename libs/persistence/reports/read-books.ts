import type { DaysOfBooks, Movement, Opening, Transit } from '#domain/reports/daily-rows';
import { kindsIn } from '#domain/wire/report';
import type { Database } from '../database.js';
import { entryParts } from './entry-parts.js';
import { sumParts } from './sums.js';

/** Of the house where the merchant is empty. Absent filters: all. */
export type BooksQuery = {
  readonly merchant: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** IANA name of the zone whose days they are. */
  readonly timezone: string;
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  readonly currency?: string | undefined;
};

/** The name under which a closed month keeps what was held at its end. */
export const heldAtEnd = 'held';

const { isReported, kind, moved, provider, method } = entryParts;
const { quarter, day, startOf } = sumParts;

/**
 * What was held when the first day began, what moved on each day, and what is on no statement (contract §16.6). One statement, so
 * that all of it is of one moment. What was held before the last closed month ended is not added up again, and what is in the sums
 * is read there: whole days, and then quarters of an hour.
 */
export async function readBooks(database: Pick<Database, 'sql'>, query: BooksQuery): Promise<DaysOfBooks> {
  const { merchant, from, to, timezone } = query;
  const [books] = await database.sql<DaysOfBooks[]>`
    with asked as materialized (
      select ${from}::date::timestamp at time zone ${timezone} as start,
        (${to}::date + 1)::timestamp at time zone ${timezone} as finish
    ), closed as materialized (
      select month, until from periods where until <= (select start from asked) order by month desc limit 1
    ), since as materialized (
      select coalesce((select until from closed), '-infinity') as at, ${() => startOf(day, '(select start from asked)')} as first_utc_day
    ), moves as (
      select provider, method, currency, kind, starts_at, moved, count from provider_sums
      where mark_of_sums(${merchant}) is not null and merchant = ${merchant} and span = ${() => day}
        and starts_at >= (select at from since) and starts_at < (select first_utc_day from since)
      union all
      select provider, method, currency, kind, starts_at, moved, count from provider_sums
      where mark_of_sums(${merchant}) is not null and merchant = ${merchant} and span = ${() => quarter}
        and starts_at >= (select first_utc_day from since) and starts_at < (select finish from asked)
      union all
      select ${() => provider}, ${() => method}, currency, ${() => kind}, ${() => startOf(quarter, 'posted_at')},
        sum(${() => moved}), count(*)
      from entries_after_mark(${merchant}, (select at from since), (select finish from asked)) as entry
      where ${() => isReported}
      group by 1, 2, 3, 4, 5
    ), held as (
      select provider, method, currency, "beforeFees", fees
      from closed join period_reports using (month)
        cross join lateral jsonb_to_recordset(convert_from(body, 'UTF8')::jsonb)
          as kept (provider text, method text, currency text, "beforeFees" numeric, fees numeric)
      where merchant = ${merchant} and name = ${heldAtEnd}
      union all
      select provider, method, currency,
        case when kind in ('fee', 'tax') then 0 when kind = any(${[...kindsIn, 'other']}::text[]) then moved else -moved end,
        case when kind in ('fee', 'tax') then moved else 0 end
      from moves where starts_at < (select start from asked)
    ), openings as (
      select provider, method, currency, trim_scale(sum("beforeFees"))::text as "beforeFees", trim_scale(sum(fees))::text as fees
      from held group by provider, method, currency
    ), movements as (
      select provider, method, currency, to_char(starts_at at time zone ${timezone}, 'YYYY-MM-DD') as day, kind,
        trim_scale(sum(moved))::text as amount, sum(count)::integer as count
      from moves where starts_at >= (select start from asked)
      group by 1, 2, 3, 4, 5
    ), waiting as (
      select provider, method, currency, '-infinity' as starts_at, sum(amount) as amount from transit_sums
      where has_transit_sums(${merchant}) and merchant = ${merchant} and span = ${() => day}
        and starts_at < (select first_utc_day from since)
      group by 1, 2, 3
      union all
      select provider, method, currency, starts_at, amount from transit_sums
      where has_transit_sums(${merchant}) and merchant = ${merchant} and span = ${() => quarter}
        and starts_at >= (select first_utc_day from since) and starts_at < (select finish from asked)
      union all
      select provider, method, currency, ${() => startOf(quarter, 'posted_at')}, sum(amount)
      from transit_after_mark(${merchant}, (select finish from asked))
      group by 1, 2, 3, 4
    ), transits as (
      select provider, method, currency, to_char(day, 'YYYY-MM-DD') as day, trim_scale(sum(amount))::text as amount
      from generate_series(${from}::date::timestamp, ${to}::date::timestamp, '1 day') as day
        join waiting on starts_at < (day + interval '1 day') at time zone ${timezone}
      group by 1, 2, 3, 4
    )
    select
      (select jsonb_agg(to_char(day, 'YYYY-MM-DD') order by day)
        from generate_series(${from}::date::timestamp, ${to}::date::timestamp, '1 day') as day) as days,
      (select coalesce(jsonb_agg(openings), '[]') from openings) as openings,
      (select coalesce(jsonb_agg(movements), '[]') from movements) as movements,
      (select coalesce(jsonb_agg(transits), '[]') from transits) as transits`;
  if (!books) throw new Error('asking for books answers with one row');
  const isAsked = (subject: Opening | Movement | Transit) =>
    (['provider', 'method', 'currency'] as const).every(
      (name) => query[name] === undefined || query[name] === subject[name],
    );
  return {
    days: books.days,
    openings: books.openings.filter(isAsked),
    movements: books.movements.filter(isAsked),
    transits: books.transits.filter(isAsked),
  };
}

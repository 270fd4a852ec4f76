import type { DifferenceClass } from '#domain/statements/difference';
import type { Database } from '../database.js';

type OfMid = { readonly mid: string; readonly value: number };

export type StatementFigures = {
  /** Open differences, each counted once although it may stand for many. */
  readonly differences: readonly { readonly class: DifferenceClass; readonly count: number }[];
  readonly oldestSeconds: number;
  /** Since the newest day of a MID's statements came in; before the first one, since its oldest money moved. */
  readonly ages: readonly OfMid[];
  /** Units of the currency, as a decimal string: negative if money went out. */
  readonly unexplained: readonly {
    readonly mid: string;
    readonly currency: string;
    readonly amount: string;
  }[];
  readonly inTransit: readonly OfMid[];
  readonly overdue: readonly OfMid[];
  /** Null before the first statement: no month has to be closed. */
  readonly periodOpenDays: number | null;
};

/**
 * How statements and the books agree at one moment (contract §16.8). `mids` are those that have statements by the
 * configuration. Reads what is open, by index, and one row for each MID, however many lines there are.
 */
export async function readStatementFigures(
  database: Database,
  mids: readonly string[],
): Promise<StatementFigures> {
  const [row] = await database.sql<StatementFigures[]>`
    with known as (
      select unnest(${mids}::text[]) as mid
    ), open as (
      select class, account, opened_at from differences where state = 'open' and part_of is null
    ), counted as (
      select class, count(*) as count from open group by class
    ), transit as (
      select mid, (select min(posted_at) from provider_transit where provider_transit.mid = known.mid) as since from known
    ), age as (
      select mid, coalesce(extract(epoch from now() - coalesce((
        select min(imported_at) from statement_files as newest
        where source = 'provider' and account = mid and to_on = (
          select max(to_on) from statement_files where source = 'provider' and account = mid)), since)), 0)::float8 as value
      from transit
    ), waiting as (
      select mid, coalesce(extract(epoch from now() - since), 0)::float8 as value from transit
    ), overdue as (
      select mid, (select count(*) from open where class = 'not_arrived' and account = mid) as value from known
    ), standing as (
      select mid, currency, sum(case when to_account = 'unexplained' then -amount else amount end)::text as amount
      from provider_entries where kind in ('unexplained', 'write_off') group by mid, currency
    ), month as (
      select coalesce((select max(month) from periods), (date_trunc('month', min(from_on)) - interval '1 month')::date) as closed
      from statement_files
    )
    select
      (select coalesce(jsonb_agg(counted), '[]') from counted) as differences,
      (select coalesce(extract(epoch from now() - min(opened_at)), 0)::float8 from open) as "oldestSeconds",
      (select coalesce(jsonb_agg(age), '[]') from age) as ages,
      (select coalesce(jsonb_agg(standing), '[]') from standing) as unexplained,
      (select coalesce(jsonb_agg(waiting), '[]') from waiting) as "inTransit",
      (select coalesce(jsonb_agg(overdue), '[]') from overdue) as overdue,
      (select greatest(0, floor(extract(epoch from now() - (closed + interval '2 months') at time zone 'UTC') / 86400))::integer
       from month where closed is not null) as "periodOpenDays"`;
  if (!row) throw new Error('figures are one row');
  return row;
}

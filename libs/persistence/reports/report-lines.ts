import type { ReportedEntry } from '#domain/reports/report-line';
import type { Database } from '../database.js';
import type { EntryPosition } from '../ledger/list-entries.js';
import { entryParts, lateFor, matchOf } from './entry-parts.js';
import type { ReportDay } from './report-day.js';
import { sumParts } from './sums.js';

export type ListedLine = EntryPosition & ReportedEntry;

export type LineSearch = {
  readonly merchant: string;
  readonly day: ReportDay;
  readonly showsFees: boolean;
  readonly after: EntryPosition;
  readonly limit: number;
};

const { isReported, isFee, moved, provider, method } = entryParts;

/**
 * The next lines of a day behind `after`, in the order in which their database transactions began to write. It stops before the
 * oldest transaction that is still open, so that later commits come behind every line that was read (contract §16.6). Of a
 * closed day it shows only what was known at its closing.
 */
export async function listReportLines(
  database: Pick<Database, 'sql'>,
  search: LineSearch,
): Promise<readonly ListedLine[]> {
  const places = await findPlaces(database, search);
  return places ? readBetween(database, { ...search, places, isFeed: true }) : [];
}

/** Lines that one statement reads. */
const readAtOnce = 1_000;

/**
 * All committed lines of a day behind `after`, in batches: no statement and no snapshot stays open between them. The order is
 * that of `listReportLines`.
 */
export async function* readReportLines(
  database: Pick<Database, 'sql'>,
  search: Omit<LineSearch, 'limit'>,
): AsyncGenerator<readonly ListedLine[]> {
  const places = await findPlaces(database, search);
  if (!places) return;
  for (let { after } = search; ;) {
    const between = { ...search, after, limit: readAtOnce, places, isFeed: false };
    const lines = await readBetween(database, between);
    const last = lines.at(-1);
    if (last) yield lines;
    if (!last || lines.length < readAtOnce) return;
    after = last;
  }
}

type Places = { readonly lowest: string; readonly highest: string };

/**
 * Bounds of the places of the day's entries in the order; undefined: it has none. What is written now may still be committed before
 * the first of them.
 */
async function findPlaces(
  database: Pick<Database, 'sql'>,
  { merchant, day: { from, until } }: Pick<LineSearch, 'merchant' | 'day'>,
): Promise<Places | undefined> {
  const [places] = await database.sql<Places[]>`
    select least(min(first_place), pg_snapshot_xmin(pg_current_snapshot()))::text as lowest, max(last_place)::text as highest
    from (
      select first_place, last_place from provider_sums
      where mark_of_sums(${merchant}) is not null and merchant = ${merchant} and span = ${() => sumParts.quarter}
        and starts_at >= ${from}::timestamptz and starts_at < ${until}::timestamptz
      union all
      select committed_in, committed_in from entries_after_mark(${merchant}, ${from}::timestamptz, ${until}::timestamptz)
    ) as found
    having count(*) > 0`;
  return places;
}

async function readBetween(
  database: Pick<Database, 'sql'>,
  search: LineSearch & { readonly places: Places; readonly isFeed: boolean },
): Promise<readonly ListedLine[]> {
  const { merchant, day, showsFees, after, limit, places, isFeed } = search;
  const { from, until, closedAt } = day;
  return database.sql<ListedLine[]>`
    with entry as (
      select * from provider_entries as entry
      where merchant = ${merchant} and ${() => isReported} and (${showsFees} or not ${() => isFee})
        -- A case is no condition of an index and counts as true of half of the rows. By the index of times Postgres would sort the
        -- whole day for each page, and so it would if it expected fewer rows than the limit.
        and case when posted_at >= ${from}::timestamptz and posted_at < ${until}::timestamptz then true end
        and (committed_in, id) > (${after.committedIn}::xid8, ${after.id}::bigint)
        and committed_in >= ${places.lowest}::xid8 and committed_in <= ${places.highest}::xid8
        and (not ${isFeed} or committed_in < pg_snapshot_xmin(pg_current_snapshot()))
      order by committed_in, id limit ${limit}
    )
    select entry.id, entry.committed_in::text as "committedIn", entry.posted_at as "postedAt", entry.kind,
      subject.identifier, subject.reference, ${() => provider} as provider, ${() => method} as method, entry.currency,
      trim_scale(${() => moved})::text as amount,
      (select settlements.reference from settlements join statement_lines as told using (line_id)
        where settlements.account = line.account and settlements.reference = line.settlement and told.imported_at <= known.until
        limit 1) as settlement,
      case when entry.line_id is not null then ${() => lateFor} end as "lateFor"
    from entry
      cross join (select coalesce(${closedAt}::timestamptz, 'infinity') as until) as known
      ${() => matchOf('matched_at <= known.until')}
      left join lateral (select account, settlement, booked_on, imported_at from statement_lines
        where line_id = coalesce(entry.line_id, matched.line_id) limit 1) as line on true
      left join lateral (select identifier, reference from transactions
        where transactions.identifier = coalesce(entry.identifier, matched.identifier) limit 1) as subject on true
    order by entry.committed_in, entry.id`;
}

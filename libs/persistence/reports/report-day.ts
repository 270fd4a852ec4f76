import type { Database } from '../database.js';
import type { Month } from '../periods/month.js';

/** A day of reports in the requested time zone (contract §16.6). */
export type ReportDay = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** IANA name. */
  readonly timezone: string;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  /** When the month in which the day ends was closed; null: the day is open. */
  readonly closedAt: Date | null;
};

/** Undefined for a day that has not begun. */
export async function findReportDay(
  database: Pick<Database, 'sql'>,
  { date, timezone }: Pick<ReportDay, 'date' | 'timezone'>,
): Promise<ReportDay | undefined> {
  const [day] = await database.sql<FoundDay[]>`
    select start as "from", finish as until, start <= now() as "hasBegun",
      (select closed_at from periods where periods.until >= finish order by month limit 1) as "closedAt"
    from (select ${date}::date::timestamp at time zone ${timezone} as start,
      (${date}::date + 1)::timestamp at time zone ${timezone} as finish) as asked`;
  if (!day) throw new Error('asking for a day answers with one row');
  const { hasBegun, ...found } = day;
  return hasBegun ? { date, timezone, ...found } : undefined;
}

type FoundDay = Omit<ReportDay, 'date' | 'timezone'> & { readonly hasBegun: boolean };

/** The days of a time zone that end in a month: its closing closes them. */
export async function listDaysOfMonth(
  database: Pick<Database, 'sql'>,
  { from, until }: Month,
  timezone: string,
): Promise<readonly Omit<ReportDay, 'closedAt'>[]> {
  const days = await database.sql<Omit<ReportDay, 'closedAt' | 'timezone'>[]>`
    select to_char(day, 'YYYY-MM-DD') as date, day at time zone ${timezone} as "from",
      (day + interval '1 day') at time zone ${timezone} as until
    from generate_series(${from}::timestamptz at time zone 'UTC' - interval '2 days',
      ${until}::timestamptz at time zone 'UTC' + interval '2 days', '1 day') as day
    where (day + interval '1 day') at time zone ${timezone} > ${from}::timestamptz
      and (day + interval '1 day') at time zone ${timezone} <= ${until}::timestamptz
    order by day`;
  return days.map((day) => ({ ...day, timezone }));
}

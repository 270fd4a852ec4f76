import type { Database } from '../database.js';
import type { Month } from './month.js';

/** A month that is closed. */
export type Period = {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Who asked for it, and who confirmed. */
  readonly closedBy: string;
  readonly confirmedBy: string;
  readonly reason: string;
  readonly closedAt: Date;
  /** How many reports it keeps. */
  readonly reports: number;
  /** Lines of statements that belong to the month and came after it was closed. */
  readonly lateLines: number;
};

/** Newest first. The key of a line begins with its booking day. */
export async function listPeriods(database: Pick<Database, 'sql'>): Promise<readonly Period[]> {
  return database.sql<Period[]>`
    select to_char(month, 'YYYY-MM') as month, closed_by as "closedBy", confirmed_by as "confirmedBy", reason,
      closed_at as "closedAt",
      (select count(*)::integer from period_reports where period_reports.month = periods.month) as reports,
      (select count(*)::integer from statement_lines
        where line_id >= first_key(periods.month) and line_id < first_key((periods.month + interval '1 month')::date)
          and imported_at > closed_at) as "lateLines"
    from periods order by month desc`;
}

/** The latest request for the closing of a month; undefined before the first one. */
export async function findRequest(
  database: Pick<Database, 'sql'>,
  { name }: Month,
): Promise<{ readonly operator: string; readonly reason: string } | undefined> {
  const [request] = await database.sql<{ readonly operator: string; readonly reason: string }[]>`
    select operator, reason from period_requests where month = ${`${name}-01`}::date order by id desc limit 1`;
  return request;
}

export async function recordRequest(
  database: Pick<Database, 'sql'>,
  { name }: Month,
  { operator, reason }: { readonly operator: string; readonly reason: string },
): Promise<void> {
  await database.sql`
    insert into period_requests (month, operator, reason) values (${`${name}-01`}::date, ${operator}, ${reason})`;
}

export type ReportToKeep = {
  /** Empty: of the house. */
  readonly merchant: string;
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Empty where the answer is made of rows that never change, and only its hash is kept. */
  readonly body: string;
};

export type Closing = {
  readonly closedBy: string;
  readonly confirmedBy: string;
  readonly reason: string;
  readonly closedAt: Date;
  readonly reports: readonly ReportToKeep[];
};

/** Closes a month: in one transaction, with the balances of all accounts at its end. False: it was closed meanwhile. */
export async function keepPeriod(database: Database, month: Month, closing: Closing): Promise<boolean> {
  const { closedBy, confirmedBy, reason, closedAt, reports } = closing;
  const first = `${month.name}-01`;
  return database.transaction('READ COMMITTED', async (manager) => {
    const closed = (await manager.query(
      `insert into periods (month, until, closed_by, confirmed_by, reason, closed_at)
       values ($1::date, $2, $3, $4, $5, $6) on conflict do nothing returning month`,
      [first, month.until, closedBy, confirmedBy, reason, closedAt],
    )) as readonly unknown[];
    if (closed.length === 0) return false;
    await manager.query(balances, [first, month.until]);
    for (const { merchant, name, sha256, body } of reports)
      await manager.query(
        `insert into period_reports (month, merchant, name, sha256, body)
         values ($1::date, $2, $3, $4, convert_to($5, 'UTF8'))`,
        [first, merchant, name, sha256, body],
      );
    return true;
  });
}

const balances = `
  insert into period_balances (month, book, merchant, mid, currency, account, balance)
  select $1::date, 'merchant', merchant, '', currency, account, sum(amount)
  from ledger_postings where posted_at < $2::timestamptz
  group by merchant, currency, account
  union all
  select $1::date, 'provider', merchant, mid, currency, account, sum(moved)
  from provider_entries
    cross join lateral (values (from_account, -amount), (to_account, amount)) as posting (account, moved)
  where posted_at < $2::timestamptz
  group by merchant, mid, currency, account`;

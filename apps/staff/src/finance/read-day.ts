import type { HouseRow } from '#domain/reports/daily-rows';
import type { Database } from '#persistence/database';
import { listBookedMerchants } from '#persistence/reports/booked-merchants';
import { findReportDay } from '#persistence/reports/report-day';
import { readRowsOfDay } from '#persistence/reports/rows-of-day';

/** A day of all merchants and of the house, in UTC and with fees. */
export type FinanceDay = {
  readonly date: string;
  /** Null: the day is open. */
  readonly closedAt: Date | null;
  readonly rows: readonly ({ readonly merchant: string } & HouseRow)[];
};

const timezone = 'UTC';

export async function readDay(database: Database, date: string): Promise<FinanceDay> {
  const day = await findReportDay(database, { date, timezone });
  const closedAt = day?.closedAt ?? null;
  const rows: FinanceDay['rows'][number][] = [];
  for (const merchant of await listBookedMerchants(database)) {
    const withFees = { merchant, date, timezone, fees: true };
    for (const row of await readRowsOfDay(database, withFees, closedAt)) rows.push({ merchant, ...row });
  }
  return { date, closedAt, rows };
}

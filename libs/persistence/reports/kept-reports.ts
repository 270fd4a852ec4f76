import type { DailyRow } from '#domain/reports/daily-rows';
import type { Database } from '../database.js';

/** A daily report as a closed month keeps it; of the house where the merchant is empty. */
export type KeptReport = {
  readonly merchant: string;
  /** `YYYY-MM-DD`, in `timezone`. */
  readonly date: string;
  readonly timezone: string;
  /** With fees. */
  readonly fees: boolean;
};

/** The name under which its month keeps it. */
export function nameOfReport({ date, timezone, fees }: Omit<KeptReport, 'merchant'>): string {
  return ['daily', date, timezone, ...(fees ? ['fees'] : [])].join(' ');
}

/** The rows as they were when the month was closed; undefined: none were kept for this day in this form. */
export async function findKeptRows(
  database: Pick<Database, 'sql'>,
  report: KeptReport,
): Promise<readonly DailyRow[] | undefined> {
  const [kept] = await database.sql<{ readonly rows: readonly DailyRow[] }[]>`
    select convert_from(body, 'UTF8')::json as rows from period_reports
    where merchant = ${report.merchant} and name = ${nameOfReport(report)} limit 1`;
  return kept?.rows;
}

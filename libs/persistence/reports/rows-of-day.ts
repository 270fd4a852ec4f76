import { rowsOfDays, type HouseRow } from '#domain/reports/daily-rows';
import type { Database } from '../database.js';
import { findKeptRows, type KeptReport } from './kept-reports.js';
import { readBooks } from './read-books.js';
import type { ReportDay } from './report-day.js';

/** The rows of a day (contract §16.6): of a closed day those that were kept, else those of the books. */
export async function readRowsOfDay(
  database: Pick<Database, 'sql'>,
  report: KeptReport,
  closedAt: ReportDay['closedAt'],
): Promise<readonly HouseRow[]> {
  const kept = closedAt && (await findKeptRows(database, report));
  if (kept) return kept;
  const { merchant, date, timezone, fees } = report;
  const books = await readBooks(database, { merchant, from: date, to: date, timezone });
  return rowsOfDays(books, fees).get(date) ?? [];
}

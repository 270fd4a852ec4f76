import { createHash } from 'node:crypto';
import type { Configuration } from '#domain/configuration/configuration';
import { usualReports, type ReportTerms } from '#domain/configuration/statement-terms';
import { rowsOfDays } from '#domain/reports/daily-rows';
import { csvOfLines, headOfLines } from '#domain/reports/report-line';
import type { Database } from '#persistence/database';
import { dayAfter, type Month } from '#persistence/periods/month';
import type { ReportToKeep } from '#persistence/periods/periods';
import { listBookedMerchants } from '#persistence/reports/booked-merchants';
import { nameOfReport } from '#persistence/reports/kept-reports';
import { heldAtEnd, readBooks } from '#persistence/reports/read-books';
import { listDaysOfMonth } from '#persistence/reports/report-day';
import { readReportLines } from '#persistence/reports/report-lines';

type Wanted = { readonly month: Month; readonly closedAt: Date };

/** Ours: what staff and `gateway report` show. */
const own: ReportTerms = { timezone: 'UTC', fees: true };

/**
 * Every report of a month that anybody may ask for, in each form that a project of its merchant has: rows as they are shown, lines by
 * their hash. And what each merchant has at its end, so that the month is not added up again.
 */
export async function reportsOfMonth(
  database: Database,
  configuration: Configuration,
  { month, closedAt }: Wanted,
): Promise<readonly ReportToKeep[]> {
  const reports: ReportToKeep[] = [];
  for (const merchant of await listBookedMerchants(database)) {
    for (const terms of formsOf(configuration, merchant))
      reports.push(...(await reportsIn(database, { merchant, month, closedAt, terms })));
    const next = dayAfter(month);
    const { openings } = await readBooks(database, { merchant, from: next, to: next, timezone: 'UTC' });
    reports.push(kept(merchant, heldAtEnd, JSON.stringify(openings)));
  }
  return reports;
}

async function reportsIn(
  database: Database,
  { merchant, month, closedAt, terms }: Wanted & { readonly merchant: string; readonly terms: ReportTerms },
): Promise<readonly ReportToKeep[]> {
  const { timezone, fees } = terms;
  const days = await listDaysOfMonth(database, month, timezone);
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return [];
  const books = await readBooks(database, { merchant, from: first.date, to: last.date, timezone });
  const rows = rowsOfDays(books, fees);
  const reports: ReportToKeep[] = [];
  for (const day of days) {
    const name = nameOfReport({ date: day.date, timezone, fees });
    reports.push(kept(merchant, name, JSON.stringify(rows.get(day.date) ?? [])));
    const hash = createHash('sha256').update(headOfLines(fees));
    const start = { committedIn: '0', id: '0' };
    const search = { merchant, day: { ...day, closedAt }, showsFees: fees, after: start };
    for await (const lines of readReportLines(database, search)) hash.update(csvOfLines(lines, fees));
    reports.push({ merchant, name: name.replace('daily', 'lines'), sha256: hash.digest('hex'), body: '' });
  }
  return reports;
}

function formsOf({ projects }: Configuration, merchant: string): readonly ReportTerms[] {
  const forms = Object.values(projects)
    .filter((project) => project.merchant === merchant)
    .map(({ reports = usualReports }) => reports);
  return [own, ...forms].filter(
    (form, at, all) =>
      all.findIndex(({ timezone, fees }) => timezone === form.timezone && fees === form.fees) === at,
  );
}

function kept(merchant: string, name: string, body: string): ReportToKeep {
  return { merchant, name, sha256: createHash('sha256').update(body).digest('hex'), body };
}

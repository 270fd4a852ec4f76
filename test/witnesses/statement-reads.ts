import { randomUUID } from 'node:crypto';
import type { StatementLine } from '#domain/statements/line';
import type { Database } from '#persistence/database';
import { readStatementFigures } from '#persistence/figures/read-statement-figures';
import { findReportDay } from '#persistence/reports/report-day';
import { listReportLines } from '#persistence/reports/report-lines';
import { readRowsOfDay } from '#persistence/reports/rows-of-day';
import {
  findClosedDifferences,
  findEndedSince,
  findReviewedDifferences,
  takeDueDifferences,
} from '#persistence/statements/due-differences';
import {
  listPaidByLines,
  raiseStatementReviews,
  recordToldReversals,
} from '#persistence/statements/follow-statements';
import { importStatement } from '#persistence/statements/import-statement';
import { rematchLines } from '#persistence/statements/rematch';

/** Of the history that `createHistory` fills. */
const mid = 'main';
/** It has a statement, and lies behind the closed month. */
const reportedDaysAgo = 3;
const busyDaysAgo = 4;
const dayMs = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** What workers ask about statements every second, and what the figures say. */
export async function pollStatements(database: Database, limit: number): Promise<void> {
  await takeDueDifferences(database, limit);
  await findClosedDifferences(database, undefined);
  await recordToldReversals(database, { limit });
  await listPaidByLines(database);
  await raiseStatementReviews(database, { patienceMs: 900_000 });
  await findEndedSince(database);
  await findReviewedDifferences(database);
  await readStatementFigures(database, [mid]);
}

/** Daily reports and their first pages of lines: of a merchant, and of `busy` on its day with many entries and the day after. */
export async function readReports(database: Database, merchant: string, limit: number): Promise<void> {
  await readReport(database, { merchant, date: dayAgo(reportedDaysAgo), limit });
  for (const days of [busyDaysAgo, busyDaysAgo - 1])
    await readReport(database, { merchant: 'busy', date: dayAgo(days), limit });
}

type Read = { readonly merchant: string; readonly date: string; readonly limit: number };

async function readReport(database: Database, { merchant, date, limit }: Read): Promise<void> {
  const day = await findReportDay(database, { date, timezone: 'UTC' });
  if (!day) throw new Error('the day has begun');
  const { timezone } = day;
  await readRowsOfDay(database, { merchant, date, timezone, fees: true }, null);
  const after = { committedIn: '0', id: '0' };
  await listReportLines(database, { merchant, day, showsFees: true, after, limit });
}

/** A statement of yesterday that names the transactions with these references, and all that wait matched again. */
export async function importDay(database: Database, references: readonly string[]): Promise<void> {
  const bookedOn = dayAgo(1);
  const lines = references.map((reference): StatementLine => ({
    lineKey: randomUUID(),
    kind: 'payment',
    reference,
    gross: '10.00',
    fee: '0.25',
    tax: '0.00',
    net: '9.75',
    currency: 'EUR',
    bookedOn,
  }));
  await importStatement(database, {
    source: 'provider',
    account: mid,
    way: 'file',
    importedBy: 'plans',
    terms: {
      feeTolerance: 1,
      strangers: 'count',
      timezone: 'UTC',
      bankDays: 3,
      reconcileLagMs: 3 * dayMs,
      settlementDueMs: 5 * dayMs,
    },
    async read(take) {
      await take(lines);
      const balances = [{ currency: 'EUR' }];
      return { account: mid, from: bookedOn, to: bookedOn, balances, hasLineIds: true, lines: lines.length };
    },
  });
  await rematchLines(database, mid);
}

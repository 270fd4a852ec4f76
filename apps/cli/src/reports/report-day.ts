import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HouseRow } from '#domain/reports/daily-rows';
import { describeLine } from '#domain/reports/report-line';
import { writeCsvLine } from '#domain/values/csv';
import { reportColumns, reportLineColumns } from '#domain/wire/report';
import type { Database } from '#persistence/database';
import { listBookedMerchants } from '#persistence/reports/booked-merchants';
import { findReportDay, type ReportDay } from '#persistence/reports/report-day';
import { readReportLines } from '#persistence/reports/report-lines';
import { readRowsOfDay } from '#persistence/reports/rows-of-day';
import { alignColumns } from '../command/align-columns.js';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { pathOfPerson, type Session } from '../command/session.js';

type Wanted = {
  readonly day: string;
  readonly format: 'csv' | 'json' | undefined;
  readonly out: string | undefined;
  readonly merchant: string | undefined;
  readonly timezone: string;
};

/** The rows of one merchant; of the house where it is empty. */
type Shown = { readonly merchant: string } & HouseRow;

const timeoutMs = 10 * 60_000;
const sums = [...new Set(Object.values(reportColumns))];
const words = ['merchant', 'provider', 'method', 'currency'] as const;
const head = [...words, 'opening', ...sums, 'other', 'closing', 'in_transit'] as const;

/** What a day did to the money that providers hold, of all merchants and of the house (contract §16.6). The same books give the same bytes. */
export async function reportDay(session: Session, wanted: Wanted): Promise<Outcome> {
  const { day: date, timezone } = wanted;
  const database = await session.openDatabase({ statementTimeoutMs: timeoutMs });
  const day = await findReportDay(database, { date, timezone });
  if (!day) throw new Refusal(`${date} has not begun in ${timezone}.`);
  const merchants = await listBookedMerchants(database);
  const asked = merchants.filter((merchant) => wanted.merchant === undefined || wanted.merchant === merchant);
  const rows: Shown[] = [];
  for (const merchant of asked) {
    const withFees = { merchant, date, timezone, fees: true };
    for (const row of await readRowsOfDay(database, withFees, day.closedAt)) rows.push({ merchant, ...row });
  }
  const report = { date, timezone, state: day.closedAt ? 'closed' : 'open', rows };
  const csv = [head, ...rows.map((row) => head.map((name) => row[name] ?? ''))].map(writeCsvLine).join('');
  const json = `${JSON.stringify(report, undefined, 2)}\n`;
  const isJson = wanted.format === 'json';
  if (wanted.out !== undefined) {
    const folder = pathOfPerson(session, wanted.out);
    await mkdir(folder, { recursive: true });
    const files = [`daily-${date}.${isJson ? 'json' : 'csv'}`, `lines-${date}.csv`].map((name) =>
      join(folder, name),
    );
    const [rowsFile = '', linesFile = ''] = files;
    await writeFile(rowsFile, isJson ? json : csv);
    await pipeline(Readable.from(writeLines(database, asked, day)), createWriteStream(linesFile));
    for (const file of files) session.say(file);
  } else if (isJson) session.say(json.trimEnd());
  else if (wanted.format === 'csv') session.say(csv.trimEnd());
  else if (rows.length === 0) session.say('No provider has ever held any money.');
  else
    session.say(alignColumns([head, ...rows.map((row) => head.map((name) => row[name] ?? ''))], figuresAt));
  return { data: report };
}

const figuresAt = head.flatMap((name, at) => (words.some((word) => word === name) ? [] : [at]));

async function* writeLines(
  database: Database,
  merchants: readonly string[],
  day: ReportDay,
): AsyncGenerator<string> {
  yield writeCsvLine(['merchant', ...reportLineColumns]);
  for (const merchant of merchants) {
    const search = { merchant, day, showsFees: true, after: { committedIn: '0', id: '0' } };
    for await (const lines of readReportLines(database, search))
      yield lines
        .map((line) => describeLine(line, true))
        .map((line) => writeCsvLine([merchant, ...reportLineColumns.map((column) => line[column] ?? null)]))
        .join('');
  }
}

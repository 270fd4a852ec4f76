import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { csvOfLines, describeLine, headOfLines, type ReportedEntry } from '#domain/reports/report-line';
import { dayIn } from '#domain/statements/read-cell';
import { applyConfiguration } from '#persistence/configuration/configurations';
import { findReportDay } from '#persistence/reports/report-day';
import { readReportLines } from '#persistence/reports/report-lines';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { goldenKey } from '../fakes/merchant.js';
import { movePostings } from '../fakes/provider-entries.js';
import { registerEnded, type Paid } from '../fakes/reversals.js';
import { bankLineOf, importBank, importLines, lineFor, lineOf, newMid, today } from '../fakes/statements.js';
import { startApiInProcess } from '../stack/api-in-process.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { runAdmin } from '../stack/run-admin.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a line that comes after its month was closed is reported in an open month, and names the month that it is late for; the
 * reports of the closed month keep every byte (contract §16.7, C34). Method: a database of its own, because no month is ever opened again.
 */
const { url, database, books, urlOf, openAs } = await createOwnDatabase({ withRoles: true });
// No day and no month depends on the server's own time zone.
await books.rows(`alter database "${new URL(url).pathname.slice(1)}" set timezone to 'Pacific/Auckland'`);
const finance = await openAs('finance');
const api = await startApiInProcess(await openAs('api'));
const client = createGatewayClient({ baseUrl: api.url, keyId: 'mk_test_reports', secret: goldenKey });
const merchant = 'reports';
const mid = newMid();
const may = { mid, from: '2026-05-01', to: '2026-05-31' };
let folder: string;
let paid: Paid;
let closedFiles: readonly string[];
let [openAnswers, closedAnswers]: (readonly string[])[] = [[], []];

beforeAll(async () => {
  await applyConfiguration(database, createEnvelopeCipher([{ id: '1', key: randomBytes(32) }]), {
    configuration: readDevelopmentConfiguration(),
    digest: 'development',
    appliedBy: 'ada',
  });
  folder = await mkdtemp(join(tmpdir(), 'closed-months-'));
  paid = await paidAt('2026-05-10T12:00:00Z', mid);
  await paidAt('2026-05-10T12:00:00Z', newMid(), 'demo');
  openAnswers = await answersOf('2026-05-10');
  for (const operator of ['ada', 'bob']) await close('2026-05', operator);
  closedFiles = await filesOf('2026-05-10');
  closedAnswers = await answersOf('2026-05-10');
  await importLines(finance, [lateFee], may);
});
afterAll(async () => {
  client.close();
  await api.stop();
  await rm(folder, { recursive: true });
});

const lateFee = lineOf({ kind: 'fee', gross: '3.00', currency: 'EUR', bookedOn: '2026-05-20' });
const asAdmin = { ...process.env, DATABASE_URL: urlOf('admin'), FINANCE_DATABASE_URL: urlOf('finance') };
async function gateway(...words: readonly string[]) {
  const { code, output } = await runAdmin(words, asAdmin);
  const data = words.includes('--json') ? (JSON.parse(output) as Record<string, unknown>) : {};
  return { code, data };
}
const close = (month: string, operator: string) =>
  gateway('period', 'close', '--month', month, '--reason', 'books', '--operator', operator, '--json');

/** A payment of a merchant that has succeeded then. */
async function paidAt(at: string, of: string, whose = merchant): Promise<Paid> {
  const money = { amount: '100', currency: 'EUR' };
  const payment = await registerEnded(database, 'payment', { merchant: whose, money, mid: of });
  await movePostings(books, payment.identifier, at);
  return payment;
}

/** The files that the report command writes of a day: rows and lines. */
async function filesOf(day: string): Promise<readonly string[]> {
  expect(await gateway('report', 'day', '--day', day, '--format', 'csv', '--out', folder)).toMatchObject({
    code: 0,
  });
  return Promise.all(['daily', 'lines'].map((name) => readFile(join(folder, `${name}-${day}.csv`), 'utf8')));
}

/** The api's answers about a day: rows, a page of lines, and all of them as CSV. */
async function answersOf(date: string): Promise<readonly string[]> {
  const get = async (path: string, headers = {}) =>
    (await client.send('GET', `/v2/reports/${path}?date=${date}`, '', headers)).text;
  return [await get('daily'), await get('lines'), await get('lines', { accept: 'text/csv' })];
}

/** What the books tell of a merchant's day; the empty name is the house. */
async function linesOf(of: string, date: string): Promise<readonly ReportedEntry[]> {
  const day = await findReportDay(database, { date, timezone: 'UTC' });
  if (!day) throw new Error('the day has not begun');
  const search = { merchant: of, day, showsFees: true, after: { committedIn: '0', id: '0' } };
  const lines: ReportedEntry[] = [];
  for await (const some of readReportLines(database, search)) lines.push(...some);
  return lines;
}

describe('C34: a line that comes after its month was closed', () => {
  it('keeps its booking day, is posted in the open month, and says which one it is late for', async () => {
    expect(
      await books.rows(`select booked_on::text as day from statement_lines where account = $1`, mid),
    ).toEqual([{ day: '2026-05-20' }]);
    const lines = await linesOf('', today());
    expect(lines.map((line) => describeLine(line, true))).toMatchObject([
      { kind: 'fee', fee: '3.00', late_for: '2026-05' },
    ]);
    expect(headOfLines(true)).toMatch(/,entry_id,late_for\r\n$/);
    expect(csvOfLines(lines, true)).toMatch(/,2026-05\r\n$/);
    expect(csvOfLines(lines, false)).toMatch(/,2026-05\r\n$/);
  });

  it('says so in the files of the report command, and among the closed months', async () => {
    const [, lines = ''] = await filesOf(today());
    const [head = '', row = ''] = lines.split('\r\n');
    expect([head.split(',').at(-1), row.split(',').at(-1)]).toEqual(['late_for', '2026-05']);
    expect((await gateway('period', 'list', '--json')).data).toMatchObject({
      periods: [{ month: '2026-05', lateLines: 1 }],
    });
  });

  it('that names money of the closed month is no late entry itself: only its fee is', async () => {
    const line = lineFor(paid, { fee: '1.50', bookedOn: '2026-05-10', settlement: 'S-1' });
    const settlement = lineOf({
      ...line,
      kind: 'settlement',
      gross: '98.50',
      net: '98.50',
      fee: '0.00',
      lineKey: 'S-1',
    });
    await importLines(finance, [line, settlement], may);
    const arrived = bankLineOf({
      amount: '98.50',
      currency: 'EUR',
      bookedOn: '2026-05-12',
      references: ['S-1'],
    });
    await importBank(finance, [arrived], { account: `bank-${mid}`, from: '2026-05-12' });
    expect(await linesOf(merchant, today())).toMatchObject([
      { kind: 'fee', amount: '1.5', settlement: 'S-1', lateFor: '2026-05' },
      { kind: 'settlement', amount: '98.5', lateFor: '2026-05' },
    ]);
    expect(await linesOf(merchant, '2026-05-10')).toMatchObject([
      { kind: 'payment', settlement: null, lateFor: null },
    ]);
    const date = dayIn(new Date(), 'Europe/Lisbon');
    const page = await until(
      () => client.reportLines({ date }),
      ({ lines }) => lines.length > 0,
    );
    expect(page.lines).toMatchObject([
      { kind: 'fee', fee: '1.50', late_for: '2026-05' },
      { kind: 'settlement', net: '98.50', late_for: '2026-05' },
    ]);
    const [, , csv = ''] = await answersOf(date);
    const [head = '', row = ''] = csv.split('\r\n');
    expect([head.split(',').at(-1), row.split(',').at(-1)]).toEqual(['late_for', '2026-05']);
  });

  it('that comes in time is late for nothing', async () => {
    const fee = lineOf({ kind: 'fee', gross: '7.00', currency: 'EUR' });
    await importLines(finance, [fee], { mid: newMid() });
    expect(await linesOf('', today())).toMatchObject([
      { amount: '3', lateFor: '2026-05' },
      { amount: '7', lateFor: null },
    ]);
  });
});

describe('C34: the reports of a closed month', () => {
  it('are the same bytes after late lines and a further closing, and their lines those whose hash was kept', async () => {
    for (const operator of ['ada', 'bob'])
      expect(await close('2026-06', operator)).toMatchObject({ code: 0 });
    const files = await filesOf('2026-05-10');
    expect(files).toEqual(closedFiles);
    expect(await answersOf('2026-05-10')).toEqual(closedAnswers);
    // Noon of UTC is the next day at this server, and another merchant has the same money in transit (C32).
    const rows = [{ payments: '100.00', closing: '100.00', in_transit: '100.00' }];
    expect(JSON.parse(openAnswers?.[0] ?? '')).toMatchObject({ state: 'open', rows });
    expect(JSON.parse(closedAnswers?.[0] ?? '')).toMatchObject({ state: 'closed', rows });
    expect(closedAnswers?.[1]).toContain(paid.identifier);
    const [kept] = await books.rows(
      `select sha256 from period_reports where merchant = $1 and name = 'lines 2026-05-10 UTC fees'`,
      merchant,
    );
    const bytes = headOfLines(true) + csvOfLines(await linesOf(merchant, '2026-05-10'), true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept?.['sha256']);
    expect(files[1]).toContain(paid.identifier);
  });
});

describe('C34: a payment of the last millisecond', () => {
  it('that is committed after midnight counts in the old month', async () => {
    const at = '2026-07-31T23:59:59.999Z';
    const held = await books.hold(
      `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
         identifier, method, posted_at)
       select cause, 'payment', '${merchant}', $2, 'sandbox', 'EUR', 'customers', 'held', 8, cause, 'ideal', $1
       from (select '019bbbbb-0000-7000-8000-000000000001'::uuid as cause) as one`,
      [at, mid],
    );
    const ran = await close('2026-07', 'ada');
    await held.commit();
    expect(ran).toMatchObject({
      code: 1,
      data: { open: [{ what: expect.stringContaining('database transaction') }] },
    });
    expect(await linesOf(merchant, '2026-07-31')).toMatchObject([{ kind: 'payment', amount: '8' }]);
    expect(await linesOf(merchant, '2026-08-01')).toEqual([]);
  });
});

describe('C34: a month of a MID that has statements', () => {
  it('is refused with each day that no statement covers, from its first entry on', async () => {
    await paidAt('2026-07-30T12:00:00Z', 'main');
    const { code, data } = await close('2026-07', 'ada');
    const days = ['2026-07-30', '2026-07-31'];
    expect([code, data['open']]).toEqual([
      1,
      days.map((day) => ({ what: 'a day without a statement', subject: `main ${day}` })),
    ]);
  });
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '#persistence/configuration/configurations';
import { roleNames } from '#persistence/roles/role-grants';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { movePostings } from '../fakes/provider-entries.js';
import { registerEnded } from '../fakes/reversals.js';
import { importLines } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { openBooks } from '../witnesses/books.js';

/**
 * Goal: a month is closed by two persons when nothing of it is open, and its reports never change again (contract §16.7).
 * Method: a database of its own, whose history is put into the past.
 */
const run = promisify(execFile);
const { database, books, urlOf, openAs, url } = await createOwnDatabase({ withRoles: true });
const cipher = createEnvelopeCipher([{ id: '1', key: randomBytes(32) }]);
const money = { amount: '10.10', currency: 'EUR' };
/** A payment of this merchant that has succeeded at this time. */
async function paidAt(at: string, merchant = 'reports'): Promise<void> {
  const { identifier } = await registerEnded(database, 'payment', { merchant, money });
  await movePostings(books, identifier, at);
}

beforeAll(async () => {
  await applyConfiguration(database, cipher, {
    configuration: readDevelopmentConfiguration(),
    digest: 'development',
    appliedBy: 'ada',
  });
  await paidAt('2026-05-02T12:00:00Z');
  await paidAt('2026-05-31T22:59:59.999Z');
  await paidAt('2026-06-01T00:00:00Z');
});

type Ran = { readonly code: number; readonly data: Record<string, unknown>; readonly stdout: string };
async function gateway(...words: readonly string[]): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: urlOf('admin'), FINANCE_DATABASE_URL: urlOf('finance') };
  const ran = await run(process.execPath, ['dist/bundles/gateway.js', ...words], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const data =
    words.includes('--json') && ran.stdout !== '' ? (JSON.parse(ran.stdout) as object) : { said: ran.stderr };
  return { code: ran.code, data: data as Record<string, unknown>, stdout: ran.stdout };
}
const close = (month: string, operator: string) =>
  gateway(
    'period',
    'close',
    '--month',
    month,
    '--reason',
    'books of the month',
    '--operator',
    operator,
    '--json',
  );
const report = async (day: string, ...words: readonly string[]) =>
  (await gateway('report', 'day', '--day', day, '--format', 'json', ...words)).stdout;

const cause = uuid();
const entry = `
  insert into provider_entries (cause, kind, merchant, mid, currency, from_account, to_account, amount, line_id, posted_at)
  values ('${cause}', 'fee', 'reports', 'main', 'EUR', 'held', 'fees', 1, '${cause}', $1)`;
const topUp = `
  insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason, posted_at)
  values ('reports', 'EUR', 'funding', 'available', 1, 'top_up', 'ada', 'transfer 12', $1)`;

describe('C34: a month that has something open', () => {
  it('is refused before it is over', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { code, data } = await close(month, 'ada');
    expect([code, data['state']]).toEqual([1, 'open']);
    expect(data['open']).toContainEqual({ what: expect.stringContaining('not over'), subject: month });
  });

  it('is refused with the name of each day that has no statement of a MID', async () => {
    const days = async (month: string) => {
      const { data } = await close(month, 'ada');
      const open = data['open'] as readonly Readonly<Record<'what' | 'subject', string>>[];
      return open.filter(({ what }) => what === 'a day without a statement').map(({ subject }) => subject);
    };
    const may = (day: number) => `main 2026-05-${String(day).padStart(2, '0')}`;
    // From the first entry of the MID on.
    expect(await days('2026-05')).toEqual(Array.from({ length: 30 }, (_, at) => may(at + 2)));
    const finance = await openAs('finance');
    const told = { mid: 'main', terms: { reconcileLagMs: 366 * 86_400_000 } };
    await importLines(finance, [], { ...told, from: '2026-05-01', to: '2026-05-19' });
    expect(await days('2026-05')).toEqual(Array.from({ length: 12 }, (_, at) => may(at + 20)));
    await importLines(finance, [], { ...told, from: '2026-05-20', to: '2026-06-30' });
    expect([await days('2026-05'), await days('2026-06')]).toEqual([[], []]);
  });

  it('is refused while an earlier one is open', async () => {
    const { code, data } = await close('2026-06', 'ada');
    expect([code, data['open']]).toEqual([1, [expect.objectContaining({ subject: '2026-05' })]]);
  });

  it('is refused with the name of each difference that is not explained', async () => {
    await books.rows(
      `insert into differences (class, source, account, subject, on_day) values ('gap', 'provider', 'main', 'x', '2026-05-09')`,
    );
    const { code, data } = await close('2026-05', 'ada');
    expect([code, data['open']]).toEqual([
      1,
      [expect.objectContaining({ subject: expect.stringContaining('gap main 2026-05-09') })],
    ]);
    await books.rows(
      `update differences set state = 'explained', closed_at = now(), closed_how = 'explained', closed_by = 'ada',
         closing_reason = 'a holiday' where subject = 'x'`,
    );
  });

  it('is refused while a database transaction is open, and an entry of its last moment counts in it', async () => {
    const held = await books.hold(topUp, ['2026-05-31T23:59:59.999Z']);
    const { code, data } = await close('2026-05', 'ada');
    await held.commit();
    expect([code, data['open']]).toEqual([
      1,
      [expect.objectContaining({ what: expect.stringContaining('database transaction') })],
    ]);
    await paidAt('2026-05-31T23:59:59.999Z', 'demo');
  });

  it('is refused where the ledger does not add up', async () => {
    await books.inThePast(
      `insert into ledger_balances (merchant, currency, available) values ('nobody', 'EUR', 5)`,
    );
    const { code, data } = await close('2026-05', 'ada');
    expect(code).toBe(1);
    expect(JSON.stringify(data['open'])).toContain('nobody');
    await books.inThePast(`delete from ledger_balances where merchant = 'nobody'`);
  });
});

describe('C34: a month that has nothing open', () => {
  let before: string;

  it('is closed by two persons', async () => {
    before = await report('2026-05-31');
    for (const operator of ['ada', 'ada']) {
      const { code, data } = await close('2026-05', operator);
      expect([code, data['state']]).toEqual([0, 'requested']);
    }
    const { code, data } = await close('2026-05', 'bob');
    expect([code, data]).toMatchObject([0, { state: 'closed', closedBy: 'ada', confirmedBy: 'bob' }]);
    const again = await close('2026-05', 'bob');
    expect([again.code, String(again.data['said'])]).toEqual([1, expect.stringContaining('closed already')]);
    expect((await gateway('period', 'list', '--json')).data['periods']).toMatchObject([
      { month: '2026-05', reason: 'books of the month' },
    ]);
  });

  it('has the entry of its last millisecond, and the next month that of its first', async () => {
    const rows = async (day: string) =>
      (JSON.parse(await report(day)) as { rows: readonly Record<string, string>[] }).rows.map(
        ({ merchant, payments, closing }) => [merchant, payments, closing],
      );
    expect(await rows('2026-05-31')).toEqual([
      ['demo', '10.10', '10.10'],
      ['reports', '10.10', '20.20'],
    ]);
    expect(await rows('2026-06-01')).toEqual([
      ['demo', '0.00', '10.10'],
      ['reports', '10.10', '30.30'],
    ]);
  });

  it('answers with the same bytes for ever, whatever is posted later', async () => {
    const closed = await report('2026-05-31');
    expect(closed).toBe(before.replace('"open"', '"closed"'));
    // Neither what is matched later nor what is changed beside the law reaches what was kept.
    await books.inThePast(`delete from provider_transit`);
    expect(await report('2026-05-31')).toBe(closed);
    expect(await report('2026-05-31', '--timezone', 'Europe/Lisbon')).toContain('"state": "closed"');
  });

  it('keeps the balances of all accounts, and the hash of each report', async () => {
    const balances = await books.rows(
      `select book, account, balance::text from period_balances where merchant = 'reports' order by book, account`,
    );
    expect(balances).toEqual([
      { book: 'merchant', account: 'available', balance: '1' },
      { book: 'merchant', account: 'clearing', balance: '-20.20' },
      { book: 'merchant', account: 'collected', balance: '20.20' },
      { book: 'merchant', account: 'funding', balance: '-1' },
      { book: 'provider', account: 'customers', balance: '-20.20' },
      { book: 'provider', account: 'held', balance: '20.20' },
    ]);
    const [unlike] = await books.rows(
      `select count(*)::integer as count from period_reports where name like 'daily%' and sha256 <> encode(sha256(body), 'hex')`,
    );
    expect(unlike).toEqual({ count: 0 });
    const [lines] = await books.rows(
      `select count(*)::integer as count from period_reports where merchant = 'reports' and name like 'lines 2026-05-__ UTC fees'`,
    );
    expect(lines).toEqual({ count: 31 });
  });
});

describe('C35: into a closed month', () => {
  it.each([undefined, ...roleNames])('nothing is posted as %s', async (role) => {
    const as = openBooks(role === undefined ? url : urlOf(role));
    try {
      for (const statement of [entry, topUp])
        await expect(as.rows(statement, '2026-05-31T23:59:59.999Z')).rejects.toThrow(
          /closed month|permission denied/,
        );
    } finally {
      await as.close();
    }
  });

  it('nothing is posted, and the next month takes it', async () => {
    await books.rows(topUp, '2026-06-01T00:00:00Z');
    expect(await books.rows(`select kind from ledger_entries where reason = 'transfer 12'`)).toHaveLength(2);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#persistence/database';
import { monthTables } from '#persistence/months/month-tables';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { openBooks, type Books } from '../witnesses/books.js';
import { euro, limitedRegistration } from '../fakes/limited.js';
import {
  fillMonths,
  keepFor,
  migrateLongAgo,
  rowsDetached,
  rowsExported,
  rowsKept,
  type RowKeys,
} from '../stack/month-history.js';
import { endTransaction } from '../fakes/payouts.js';
import { migrateWith } from '../stack/plant-migrations.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: history is kept in months, and a month that is exported and dropped takes nothing with it that is not in its
 * export, wherever the job dies, and blocks no writer. Method: databases of their own, payments that go on meanwhile.
 */
const owner = openBooks(sharedStack.databaseUrl);
const name = `months_${randomUUID().replaceAll('-', '')}`;
const url = Object.assign(new URL(sharedStack.databaseUrl), { pathname: `/${name}` }).href;
const rowsOfEach = 10_000;
const dayMs = 86_400_000;
let books: Books;
let database: Database;
let folder: string;

beforeEach(async () => {
  await owner.rows(`create database ${name}`);
  books = openBooks(url);
  database = createDatabase({ url, applicationName: 'tests', poolSize: 4 });
  await database.initialize();
  folder = await mkdtemp(join(tmpdir(), 'gateway-months-'));
});
afterEach(async () => {
  await database.destroy();
  await books.close();
  await owner.rows(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
});
afterAll(() => owner.close());

const retire = (...words: readonly string[]) => retireWith({}, ...words);
const retireWith = (environment: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  runAdmin(['retention', 'run', '--to', folder, '--operator', 'ada', ...words], {
    DATABASE_URL: url,
    NODE_ENV: 'development',
    ...environment,
  });

/** A payment of this time, registered and, unless it stays open, ended; returns its identifier. */
async function pay(at = Date.now(), isEnded = true): Promise<string> {
  const identifier = uuid({ msecs: at });
  const registration = limitedRegistration({ owner: 'shop', limits: [], money: euro('1') });
  await registerTransaction(database, { ...registration, identifier, reference: identifier });
  if (isEnded) await endTransaction(database, identifier, 'success');
  return identifier;
}

const historyOf = (identifier: string) =>
  database.query('select status from status_history where identifier = $1 order by id', [identifier]);

/** Payments one after the other until the work is done; how many there were, and how long the slowest one took. */
async function payDuring(work: () => Promise<unknown>): Promise<{ count: number; slowestMs: number }> {
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  let [count, slowestMs] = [0, 0];
  while (!isDone) {
    const began = performance.now();
    const identifier = await pay();
    expect(await historyOf(identifier)).toEqual([{ status: 'pending' }, { status: 'success' }]);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    count += 1;
    await sleep(5);
  }
  await working;
  return { count, slowestMs };
}

const partsOf = async (table: string) =>
  (await books.rows('select part from month_parts where table_name = $1 order by until', table)).map(
    ({ part }) => String(part),
  );

describe('tables in months', () => {
  it('get their months ahead of time, once', async () => {
    await migrateWith(url);
    expect(await books.rows('select make_months() as made')).toEqual([
      { made: Object.keys(monthTables).length },
    ]);
    expect(await books.rows('select make_months() as made')).toEqual([{ made: 0 }]);
    const [{ ahead } = {}] = await books.rows(
      `select min(until) >= date_trunc('month', now(), 'UTC') + interval '4 months' as ahead
       from (select max(until) as until from month_parts group by table_name) as ends`,
    );
    expect(ahead).toBe(true);
  });

  it('and what is asked of one transaction reads one part', async () => {
    await migrateLongAgo(url, books);
    const identifier = await pay();
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`set plan_cache_mode = ${mode}`);
      await client.query('prepare asked (uuid) as select * from status_history where identifier = $1');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off) execute asked ('${identifier}')`,
      );
      await client.end();
      const scans = rows.filter(({ 'QUERY PLAN': line }) =>
        /(?<!Bitmap Index )Scan.* on status_history/.test(line),
      );
      expect(scans).toHaveLength(1);
    }
  });
});

describe('months that are older than they are kept', () => {
  let before: RowKeys;
  const old = Date.now() - 360 * dayMs;
  beforeEach(async () => {
    await migrateLongAgo(url, books);
    await fillMonths(books, rowsOfEach);
    before = await rowsKept(books);
    await keepFor(books, 100);
  });

  const expectNothingLost = async () => {
    const parts = (await readdir(folder)).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
    const places = [await rowsKept(books), await rowsDetached(books), rowsExported(folder, parts)];
    for (const [table, rows] of Object.entries(before)) {
      const found = new Set(places.flatMap((place) => place[table] ?? []));
      expect(rows.filter((row) => !found.has(row))).toEqual([]);
    }
  };

  it('are exported and dropped while payments go on, and nothing else is', async () => {
    const { count, slowestMs } = await payDuring(async () => {
      const { code, output } = await retire();
      expect([code, output]).toEqual([0, expect.stringContaining('lookups_first')]);
    });
    expect(count).toBeGreaterThan(5);
    expect(slowestMs).toBeLessThan(2_000);
    await expectNothingLost();
    const parts = (await readdir(folder)).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []);
    const [kept, exported] = [await rowsKept(books), rowsExported(folder, parts)];
    for (const table of Object.keys(before)) {
      const stays = new Set(kept[table]);
      expect(exported[table]?.length).toBeGreaterThan(rowsOfEach / 2);
      expect(exported[table]?.filter((row) => stays.has(row))).toEqual([]);
      // Three months and the one that has begun since.
      expect((await partsOf(table)).length).toBeLessThan(10);
      expect((await partsOf(table))[0]).toBe(`${table}_before`);
    }
    const told = await books.rows(
      `select action, actor, count(*)::integer as count from audit_log where action like 'month.%' group by 1, 2 order by 1`,
    );
    expect(told).toEqual([
      { action: 'month.detached', actor: 'ada', count: parts.length },
      { action: 'month.dropped', actor: 'ada', count: parts.length },
    ]);
    expect(await retire()).toEqual({ code: 0, output: '' });
  });

  it.each(['after export', 'after proof', 'after detach', 'after drop'])(
    'are all somewhere when the job dies %s, and the next run goes on',
    async (place) => {
      const dies = await retireWith({ CRASH_POINTS: `${place}:1` });
      expect(dies).toMatchObject({ code: null, output: expect.stringContaining(place) as unknown });
      await expectNothingLost();
      // What came between the export and the end of a month is not lost either.
      if (place === 'after proof') {
        const added = `insert into delivery_attempts (event_id, n, at, latency_ms)
          select event_id, 2, now(), 1 from delivery_attempts order by event_id limit 1 returning event_id || ',' || n as key`;
        const [{ key } = {}] = await books.rows(added);
        before = { ...before, delivery_attempts: [...(before['delivery_attempts'] ?? []), String(key)] };
      }
      expect(await retire()).toMatchObject({ code: 0 });
      await expectNothingLost();
      expect(Object.values(await rowsDetached(books)).flat()).toEqual([]);
    },
  );

  it('stay while something of them is open, with those after them', async () => {
    const open = await pay(old, false);
    const { code, output } = await retire();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`status_history_\\w+ and all later ones stay.*not final ${open}`));
    expect(await partsOf('status_history')).toContain('status_history_first');
    // Delivery attempts are kept by the time of their event, of which none is open.
    expect(await partsOf('delivery_attempts')).not.toContain('delivery_attempts_first');
    await endTransaction(database, open, 'declined');
    expect(await retire()).toMatchObject({ code: 0 });
    expect(await partsOf('status_history')).not.toContain('status_history_first');
  });

  it('are exported anew where the folder holds the export of another database', async () => {
    await retireWith({ CRASH_POINTS: 'after proof:1' });
    const [file = ''] = (await readdir(folder)).filter((one) => one.endsWith('.json'));
    const part = file.replace('.json', '');
    await books.inThePast(`update ${part} set latency_ms = latency_ms + 1`);
    const foreign = await readFile(join(folder, file), 'utf8');
    expect(await retire()).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, file), 'utf8')).not.toBe(foreign);
  });

  it('take what comes later all the same, which stays', async () => {
    await retire();
    const late = `evt_${uuid({ msecs: old }).replaceAll('-', '')}`;
    await books.rows(
      `insert into delivery_attempts (event_id, n, at, latency_ms) values ($1, 7, now(), 1)`,
      late,
    );
    await keepFor(books, 60);
    await retire();
    expect(await books.rows('select n from delivery_attempts where event_id = $1', late)).toEqual([{ n: 7 }]);
  });

  it('are not asked for by the proof of the books, which says so', async () => {
    const gone = await pay(old);
    const kept = await pay();
    const rules = async () =>
      (await proveLedger(database)).differences.map(({ rule, subject }) => [rule, subject]);
    expect(await rules()).toEqual([]);
    await retire();
    expect(await historyOf(gone)).toEqual([]);
    expect(await rules()).toEqual([]);
    const said = await runAdmin(['ledger', 'check'], { DATABASE_URL: url });
    expect(said.output).toMatch(/status_history: rows before \S+ have been exported and were not checked/);
    await books.inThePast('delete from status_history where identifier = $1', kept);
    expect(await rules()).toEqual([[expect.stringContaining('last line of its history'), kept]]);
  });

  it('stay when the table is in use, and no statement waits behind the job for long', async () => {
    const inTheWay = new Client({ connectionString: url });
    await inTheWay.connect();
    await inTheWay.query('begin; select from delivery_attempts limit 1');
    let isFree = false;
    const { slowestMs } = await payDuring(async () => {
      const running = retire();
      const waits: number[] = [];
      const endsAt = performance.now() + 60_000;
      // Until it has stood in the way for two of its tries.
      while (waits.filter((ms) => ms > 200).length < 2 && performance.now() < endsAt) {
        const began = performance.now();
        await books.rows('select from delivery_attempts limit 1');
        waits.push(performance.now() - began);
        await sleep(20);
      }
      expect(performance.now()).toBeLessThan(endsAt);
      expect(Math.max(...waits)).toBeLessThan(1_500);
      await inTheWay.query('commit');
      isFree = true;
      expect(await running).toMatchObject({ code: 0 });
    });
    expect(isFree).toBe(true);
    expect(slowestMs).toBeLessThan(2_000);
    await inTheWay.end();
  });

  it('are only named on a trial, and kept for ever where the configuration says nothing', async () => {
    const { output } = await retire('--dry-run');
    expect(output).toMatch(/lookups_first would be exported and dropped/);
    expect(await readdir(folder)).toEqual([]);
    await books.rows(
      `insert into configurations (digest, document, secrets_box, applied_by) values ('ever', '{"timing":{}}', '', 'test')`,
    );
    expect(await retire()).toMatchObject({ code: 0, output: expect.stringContaining('for ever') as unknown });
    expect(await rowsKept(books)).toEqual(before);
  });
});

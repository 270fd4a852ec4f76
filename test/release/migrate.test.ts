import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#persistence/open-database';
import { buildIndex } from '#persistence/migrations/build-index';
import { openBooks, type Books } from '../witnesses/books.js';
import { migrateWith, plant, plantedPasswords } from '../stack/plant-migrations.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: the migrator blocks no writer for long, dies anywhere without harm, and touches no schema of another release
 * (docs/migrations.md). Method: migrations of a later release on a database of their own, beside transactions that are in
 * their way.
 */
const owner = openBooks(sharedStack.databaseUrl);
const migrated = `migrated_${randomUUID().replaceAll('-', '')}`;
const name = `${migrated}_now`;
const urlOf = (database: string) =>
  Object.assign(new URL(sharedStack.databaseUrl), { pathname: `/${database}` }).href;
const url = urlOf(name);
let books: Books;
let inTheWay: Client;

beforeAll(async () => {
  await owner.rows(`create database ${migrated}`);
  await migrateWith(urlOf(migrated));
});
beforeEach(async () => {
  await owner.rows(`create database ${name} template ${migrated}`);
  books = openBooks(url);
  inTheWay = new Client({ connectionString: url });
  await inTheWay.connect();
});
afterEach(async () => {
  await inTheWay.end();
  await books.close();
  await owner.rows(`drop database ${name} with (force)`);
  const roles = await owner.rows(`select rolname as role from pg_roles where rolname like '${name}%'`);
  for (const { role } of roles) await owner.rows(`drop role ${String(role)}`);
});
afterAll(async () => {
  await owner.rows(`drop database ${migrated} with (force)`);
  await owner.close();
});

const column = plant('PlantedColumn1799999999000', (runner) =>
  runner.query('alter table events add column planted text'),
);
const index = plant(
  'PlantedIndex1799999999001',
  (runner) => buildIndex(runner, { name: 'planted_idx', on: 'events (callback_url)' }),
  { transaction: false },
);
const namesOf = async () =>
  (await books.rows(`select name from migrations where name like 'Planted%'`)).map((row) => row['name']);
const indexes = () =>
  books.rows(`select indisvalid as whole from pg_index where indexrelid = to_regclass('planted_idx')`);
const untilHalfBuilt = () =>
  until(indexes, ([found]) => {
    if (found?.['whole'] === true) throw new Error('nothing was in the way');
    return found !== undefined;
  });

describe('a table that somebody uses', () => {
  it('is changed when it is free, and no statement waits behind the migrator for long', async () => {
    await inTheWay.query('begin; select from events');
    const migrating = migrateWith(url, [column]);
    const waits: number[] = [];
    const endsAt = performance.now() + 7_000;
    while (performance.now() < endsAt) {
      const began = performance.now();
      await books.rows('select from events');
      waits.push(performance.now() - began);
      await sleep(20);
    }
    await inTheWay.query('commit');
    expect((await migrating).applied).toEqual(['PlantedColumn1799999999000']);
    // It did stand in the way, for one of its tries.
    expect(Math.max(...waits)).toBeGreaterThan(1_000);
    expect(Math.max(...waits)).toBeLessThan(3_000);
  });

  it('is left unchanged if it is not free in time, with a message to the operator', async () => {
    await inTheWay.query('begin; select from events');
    await expect(migrateWith(url, [column], { patienceMs: 0 })).rejects.toThrow(
      /PlantedColumn1799999999000 was undone: a table that it changes was locked/,
    );
    expect(await namesOf()).toEqual([]);
    await inTheWay.query('commit');
    expect((await migrateWith(url, [column])).applied).toHaveLength(1);
  });

  it('is left as it is when a statement takes too long under its lock', async () => {
    const slow = plant('PlantedSlow1799999999002', async (runner) => {
      await runner.query('alter table events add column planted text');
      await runner.query('select pg_sleep(4)');
    });
    await expect(migrateWith(url, [slow])).rejects.toThrow(/took longer than a second/);
    expect(await namesOf()).toEqual([]);
    await expect(books.rows('select planted from events')).rejects.toThrow(/does not exist/);
  });
});

describe('an index that is built concurrently', () => {
  /** It waits for the transaction that has changed the table and is still open. */
  const occupy = () => inTheWay.query('begin; lock table events in row exclusive mode');

  it('is built by one of two migrators, and the other one does not keep it from its end', async () => {
    await occupy();
    const both = Promise.all([migrateWith(url, [index]), migrateWith(url, [index])]);
    await untilHalfBuilt();
    // Longer than Postgres takes to find two that wait for each other.
    await sleep(2_500);
    await inTheWay.query('commit');
    const applied = (await both).flatMap((one) => one.applied);
    expect(applied).toEqual(['PlantedIndex1799999999001']);
    expect(await indexes()).toEqual([{ whole: true }]);
  });

  it('is finished by Postgres when the migrator is killed, and the next one finds it whole', async () => {
    await occupy();
    const child = spawn(process.execPath, ['test/stack/migrate-planted.mjs'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    await untilHalfBuilt();
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const next = migrateWith(url, [index]);
    await sleep(1_500);
    expect(await indexes()).toEqual([{ whole: false }]);
    await inTheWay.query('commit');
    expect((await next).applied).toEqual(['PlantedIndex1799999999001']);
    expect(await indexes()).toEqual([{ whole: true }]);
    expect(await namesOf()).toEqual(['PlantedIndex1799999999001']);
  });

  it('is built anew when the connection broke in the middle and left half of it', async () => {
    await occupy();
    const broken = migrateWith(url, [index]).then(
      () => 'done',
      () => 'broken',
    );
    await untilHalfBuilt();
    await books.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'gateway migrate' and datname = current_database()`);
    expect(await broken).toBe('broken');
    await inTheWay.query('commit');
    expect(await indexes()).toEqual([{ whole: false }]);
    expect((await migrateWith(url, [index])).applied).toEqual(['PlantedIndex1799999999001']);
    expect(await indexes()).toEqual([{ whole: true }]);
  });
});

describe('a schema of another release', () => {
  const processOptions = { url, applicationName: 'tests', poolSize: 1 };
  const told: (readonly string[])[] = [];
  const open = async () => {
    const database = await openDatabase(processOptions, (newer) => told.push(newer));
    await database.destroy();
  };

  it('that is newer is served, and the migrator leaves it and its rights alone', async () => {
    const run = () => runAdmin(['schema', 'migrate'], { DATABASE_URL: url, ...plantedPasswords });
    expect(await run()).toMatchObject({ code: 0 });
    await migrateWith(url, [column]);
    const role = `${name}_staff`;
    await books.rows(`grant delete on events to ${role}`);
    await open();
    expect(told.at(-1)).toEqual(['PlantedColumn1799999999000']);
    const { code, output } = await run();
    expect(output).toContain(
      'newer than this build and was left unchanged. It also has PlantedColumn1799999999000',
    );
    expect(code).toBe(0);
    const rights = `select has_table_privilege('${role}', 'events', 'delete') as kept`;
    expect(await books.rows(rights)).toEqual([{ kept: true }]);
  });

  it('that is older is refused by every process, which says what to do', async () => {
    await books.rows(`delete from migrations where name like 'OncePerReversal%'`);
    await expect(open()).rejects.toThrow(
      /schema is older than this build, which needs OncePerReversal1700000000073: run gateway schema migrate/,
    );
  });

  it('that was never migrated is refused as well', async () => {
    await books.rows('drop table migrations');
    await expect(open()).rejects.toThrow(/older than this build/);
  });

  it('that is of another line of releases is left alone', async () => {
    await migrateWith(url, [column]);
    await books.rows(`delete from migrations where name like 'OncePerReversal%'`);
    await expect(migrateWith(url)).rejects.toThrow(/another line of releases/);
  });
});

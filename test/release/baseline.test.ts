import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesBefore } from '#persistence/migrations/before-baseline';
import { migrateWith, plantedPasswords } from '../stack/plant-migrations.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { schemaDescription } from '../witnesses/describe-schema.js';

/**
 * Goal: a database that the migrations before 1.0 have built and one that begins with the baseline have the same schema,
 * and an update keeps every row (docs/migrations.md). Method: two databases, one from a dump of the schema before 1.0.
 */
const owner = openBooks(sharedStack.databaseUrl);
const id = randomUUID().replaceAll('-', '');
const [older, empty, partial] = [`older_${id}`, `empty_${id}`, `partial_${id}`];
const urlOf = (database: string) =>
  Object.assign(new URL(sharedStack.databaseUrl), { pathname: `/${database}` }).href;
const identifier = '01900000-0000-7000-8000-000000000001';

/** A database as the last build before 1.0 leaves it, with these of its migrations. */
async function createOlder(database: string, names: readonly string[]): Promise<void> {
  await owner.rows(`create database ${database}`);
  await inDatabase(database, async (client) => {
    await client.query(await readFile('test/release/schema-before-1.0/schema.sql', 'utf8'));
    await client.query('insert into migrations (timestamp, name) select 1, unnest($1::text[])', [names]);
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into sweeps (identifier, next_sweep_at) values ('${identifier}', '2026-01-01')`,
    );
    await client.query(
      `insert into answers (identifier, state, open_until) values ('${identifier}', 'timed_out', '2026-01-01')`,
    );
  });
}

async function inDatabase<Result>(
  database: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    await client.query('set search_path = public');
    return await work(client);
  } finally {
    await client.end();
  }
}

const describeSchema = (database: string) =>
  inDatabase(database, async (client) => {
    const { rows } = await client.query<{ readonly line: string }>(schemaDescription);
    return rows.map(({ line }) => line);
  });

beforeAll(async () => {
  await createOlder(older, namesBefore);
  await owner.rows(`create database ${empty}`);
  for (const database of [older, empty]) {
    const run = await runAdmin(['schema', 'migrate'], { DATABASE_URL: urlOf(database), ...plantedPasswords });
    if (run.code !== 0) throw new Error(run.output);
  }
});
afterAll(async () => {
  for (const database of [older, empty, partial]) {
    await owner.rows(`drop database if exists ${database} with (force)`);
    const roles = await owner.rows(`select rolname as role from pg_roles where rolname like '${database}%'`);
    for (const { role } of roles) await owner.rows(`drop role ${String(role)}`);
  }
  await owner.close();
});

it('the baseline creates the schema that the migrations before 1.0 have built, grants and all', async () => {
  const described = await describeSchema(empty);
  expect(described.length).toBeGreaterThan(1_500);
  expect(described).toEqual(await describeSchema(older));
});

it('both begin with the same rows', async () => {
  const tablesWithRows = (database: string) =>
    inDatabase(database, async (client) => {
      const { rows: tables } = await client.query<{ readonly name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname not in ('migrations', 'recoveries', 'idempotency_records') order by 1`,
      );
      const found: unknown[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query(`select * from ${name}`);
        if (rows.length > 0) found.push({ name, rows });
      }
      return found;
    });
  const rows = await tablesWithRows(empty);
  expect(rows).toEqual([{ name: 'api_key_revision', rows: [{ only_row: true, revision: 1 }] }]);
  expect(rows).toEqual(await tablesWithRows(older));
});

describe('a database from before 1.0', () => {
  it('keeps its rows, under the new names and under the old ones', async () => {
    await inDatabase(older, async (client) => {
      const recovery = await client.query('select due_at, step from recoveries');
      expect(recovery.rows).toEqual([{ due_at: new Date('2026-01-01'), step: 0 }]);
      expect((await client.query('select next_sweep_at as due_at, step from sweeps')).rows).toEqual(
        recovery.rows,
      );
      const record = await client.query('select state from idempotency_records');
      expect(record.rows).toEqual([{ state: 'timed_out' }]);
      expect((await client.query('select state from answers')).rows).toEqual(record.rows);
    });
  });

  it('is migrated once', async () => {
    expect((await migrateWith(urlOf(older))).applied).toEqual([]);
  });

  it('is refused if its migrations are incomplete, and left as it is', async () => {
    await createOlder(partial, namesBefore.slice(0, -1));
    const before = await describeSchema(partial);
    await expect(migrateWith(urlOf(partial))).rejects.toThrow(
      /from a build before 1\.0 and lacks CompiledBounds1700000000066: run the migrations of release 0\.10\.0/,
    );
    const names = await inDatabase(partial, (client) => client.query('select name from migrations'));
    expect(names.rows).toHaveLength(namesBefore.length - 1);
    expect(await describeSchema(partial)).toEqual(before);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#persistence/database';
import { entities } from '#persistence/entities/entities';
import { openBooks } from '../witnesses/books.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: `libs/persistence/entities` is the schema. Method: hold two databases against each other, one
 * that the migrations have built and one that TypeORM builds from the entities: TypeORM itself finds nothing to change
 * in the first, and Postgres describes both in the same words, of which TypeORM reads some not at all (expressions,
 * predicates, the order of columns in an index).
 */
const name = `entities_${randomUUID().replaceAll('-', '')}`;
const drawn = `${name}_drawn`;
const owner = openBooks(sharedStack.databaseUrl);

/** Triggers, functions, names of releases before and how long a table lives are in the migrations only. */
const unlogged = ['card_vault', 'mid_turns', 'rate_windows', 'vault_keys', 'vault_private_keys'];

/** One row for a transaction itself, whose reversal is null, and one for each of its reversals. */
const sameNulls = ['events_once_key', 'ledger_entries_kind_key', 'reviews_adjusted_key'];

/** What TypeORM would change although nothing differs: it does not read the precision of an array's elements. */
const misread = [
  'ALTER TABLE "declined_cards" ALTER COLUMN "declined_at" TYPE TIMESTAMP(3) WITH TIME ZONE array',
];

beforeAll(async () => {
  await owner.rows(`create database ${name}`);
  await owner.rows(`create database ${drawn}`);
  await inDatabase(name, (database) => database.runMigrations({ transaction: 'each' }));
  await inDatabase(drawn, (database) => database.synchronize());
});
afterAll(async () => {
  await owner.rows(`drop database ${name}`);
  await owner.rows(`drop database ${drawn}`);
  await owner.close();
});

it('TypeORM finds nothing to change in the migrated database', async () => {
  expect(await changesIn(name)).toEqual(misread);
});

it('Postgres describes what the entities say as it describes what the migrations have built', async () => {
  const migrated = await describedIn(name);
  expect(migrated.length).toBeGreaterThan(400);
  expect(migrated).toEqual(await describedIn(drawn));
});

it('what is lost with a crash of Postgres are the tables of which TypeORM cannot say so', async () => {
  const rows = await inDatabase(name, (database) =>
    database.query<{ table: string }[]>(
      `select relname as table from pg_class where relkind = 'r' and relpersistence = 'u' order by 1`,
    ),
  );
  expect(rows.map(({ table }) => table)).toEqual(unlogged);
});

it('indexes that take two nulls for the same are those of which TypeORM cannot say so', async () => {
  const rows = await inDatabase(name, (database) =>
    database.query<{ index: string }[]>(
      `select indexrelid::regclass::text as index from pg_index
       where indnullsnotdistinct and indrelid::regclass::text not like 'pg_%' order by 1`,
    ),
  );
  expect(rows.map(({ index }) => index)).toEqual(sameNulls);
});

it('views have the columns that their entities name', async () => {
  await inDatabase(name, async (database) => {
    const views = await database.query<{ column: string }[]>(
      `select table_name || '.' || column_name as column from information_schema.columns
       join information_schema.views using (table_schema, table_name)
       where table_schema = 'public' and table_name not in ('answers', 'sweeps') order by 1`,
    );
    const named = database.entityMetadatas
      .filter(({ tableType }) => tableType === 'view')
      .flatMap(({ tableName, columns }) => columns.map(({ databaseName }) => `${tableName}.${databaseName}`));
    expect(views.map(({ column }) => column)).toEqual(named.toSorted());
  });
});

/** Proof that the comparisons above can fail: each alters a copy of the migrated database. */
describe('a difference is found', () => {
  const seenByTypeOrm = {
    'a type': `alter table bank_lists alter column country type varchar(2)`,
    'a nullability': `alter table attempts alter column mid drop not null`,
    'a default': `alter table recoveries alter column step set default 1`,
    'a missing column': `alter table lookups drop column counts`,
    'a missing index': `drop index recoveries_due_idx`,
    'a missing check': `alter table circuits drop constraint circuits_failures_check`,
    'a missing foreign key': `alter table reviews drop constraint reviews_transaction_fkey`,
  };
  it.each(Object.entries(seenByTypeOrm))('%s, by TypeORM', async (_, statement) => {
    await inCopy(statement, async (copy) => {
      expect(await changesIn(copy)).not.toEqual(misread);
      expect(await describedIn(copy)).not.toEqual(await describedIn(drawn));
    });
  });

  const seenByPostgres = {
    'the expression of a check': `alter table circuits drop constraint circuits_failures_check,
      add constraint circuits_failures_check check (failures >= 0)`,
    'the predicate of an index': `drop index reviews_open_idx; create index reviews_open_idx on reviews (next_sweep_at)`,
    'the order of an index': `drop index blocks_value_idx; create index blocks_value_idx on blocks (kind, value)`,
    'a table without an entity': `create table forgotten (id integer primary key)`,
  };
  it.each(Object.entries(seenByPostgres))('%s, by the description', async (_, statement) => {
    await inCopy(statement, async (copy) => {
      expect(await describedIn(copy)).not.toEqual(await describedIn(drawn));
    });
  });
});

async function inDatabase<Result>(
  place: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = new URL(sharedStack.databaseUrl);
  url.pathname = `/${place}`;
  const database = createDatabase({ url: url.href, applicationName: 'tests', poolSize: 1, entities });
  await database.initialize();
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

async function inCopy(statement: string, look: (copy: string) => Promise<void>): Promise<void> {
  const copy = `${name}_copy`;
  await owner.rows(`create database ${copy} template ${name}`);
  try {
    await inDatabase(copy, (database) => database.query(statement));
    await look(copy);
  } finally {
    await owner.rows(`drop database ${copy}`);
  }
}

/** Statements that TypeORM would run to make the database what the entities say. */
async function changesIn(place: string): Promise<readonly string[]> {
  const { upQueries } = await inDatabase(place, (database) => database.driver.createSchemaBuilder().log());
  return upQueries.map(({ query }) => query);
}

/** One line for each column, constraint and index, in the words of Postgres. */
async function describedIn(place: string): Promise<readonly string[]> {
  const rows = await inDatabase(place, (database) => database.query<{ line: string }[]>(description));
  return rows.map(({ line }) => line);
}

/**
 * Parts of a table in months are the table's, whose indexes are described as those of it alone. TypeORM quotes the default
 * of a numeric column, which is the same number, and cannot say that an index takes two nulls for the same.
 */
const description = `
  with described as (
    select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
  )
  select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end,
    regexp_replace(pg_get_expr(adbin, adrelid), '^''(\\d+)''::numeric$', '\\1'), attidentity) as line
  from described join pg_attribute on attrelid = described.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
  from described join pg_constraint on conrelid = described.oid and contype <> 'n'
  union all
  select replace(replace(indexdef, ' ON ONLY ', ' ON '), ' NULLS NOT DISTINCT', '') from described
    join pg_indexes on schemaname = 'public' and tablename = relname
  order by 1`;

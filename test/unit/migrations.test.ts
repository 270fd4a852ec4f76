import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { baseline } from '#persistence/migrate';
import { buildIndex } from '#persistence/migrations/build-index';
import { lintMigration } from '../../tools/generate/lint-migration.js';
import { numberOf, ownMigrations } from '../stack/plant-migrations.js';

/** Goal: no migration blocks a running gateway or breaks the release before it (docs/migrations.md). */
const later = ownMigrations.filter((migration) => numberOf(migration) > baseline);

/** The recipes of docs/migrations.md. */
class ExpandsWell implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table refunds (id bigint generated always as identity primary key, identifier uuid not null);
      create index refunds_identifier_idx on refunds (identifier)`);
    await runner.query(`
      alter table events add column told_by text,
        add constraint events_told_by_check check (told_by <> '') not valid`);
    await runner.query(`
      create function stamp() returns trigger language plpgsql as $$ begin update events set body = ''; return new; end $$`);
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

class BuildsWell implements MigrationInterface {
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name: 'events_told_idx', on: 'events (told_by) where told_by is not null' });
    await runner.query('alter table events validate constraint events_told_by_check');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

class FillsWell implements MigrationInterface {
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    let filled: unknown;
    do {
      [, filled] = (await runner.query(`
        with part as (select event_id from events where told_by is null limit 5000)
        update events set told_by = 'worker' from part where part.event_id = events.event_id`)) as unknown[];
    } while (filled);
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

it('one of them is the baseline, which fills an empty database and is exempt', () => {
  expect(ownMigrations.length - later.length).toBe(1);
});

it('each has a number of its own, and comes after those before it', () => {
  const numbers = ownMigrations.map(numberOf);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
});

it.each([...later, ExpandsWell, BuildsWell, FillsWell].map((one) => [one.name, one] as const))(
  '%s may be released',
  async (_, migration) => {
    expect(await lintMigration(new migration())).toEqual([]);
  },
);

describe('is refused', () => {
  const inTransaction: Readonly<Record<string, readonly [sql: string, says: RegExp]>> = {
    'an index that stops all writes': [
      'create index events_x_idx on events (state)',
      /require-concurrent-index-creation/,
    ],
    'an index built concurrently in a transaction, which Postgres refuses': [
      'create index concurrently events_x_idx on events (state)',
      /concurrent/,
    ],
    'a check that reads all rows under a lock': [
      `alter table events add constraint events_x_check check (state <> 'x')`,
      /constraint-missing-not-valid/,
    ],
    'a foreign key that reads all rows under a lock': [
      'alter table events add constraint events_x_fkey foreign key (identifier) references transactions',
      /adding-foreign-key-constraint|constraint-missing-not-valid/,
    ],
    'a column that the release before it does not fill': [
      'alter table events add column x text not null',
      /adding-required-field|adding-not-nullable-field/,
    ],
    'a default that writes every row': [
      'alter table events add column x uuid default gen_random_uuid()',
      /adding-field-with-default/,
    ],
    'another type, which writes every row': [
      'alter table events alter column body type varchar(100)',
      /changing-column-type/,
    ],
    'a column that the release before it reads': ['alter table events drop column body', /ban-drop-column/],
    'another name for a column': ['alter table events rename column body to text', /renaming-column/],
    'another name for a table': ['alter table events rename to told', /renaming-table/],
    'a table that the release before it reads': ['drop table events', /ban-drop-table/],
    'rows changed under a lock': [`update events set state = 'x'`, /changes rows while it holds locks/],
    'a validation under a lock': [
      'alter table events validate constraint events_x_check',
      /reads all rows while it holds locks/,
    ],
    'a limit of its own': ['set local lock_timeout = 0', /sets a limit/],
    'a block that hides what it does': [
      'do $$ begin update events set body = null; end $$',
      /hides statements in a block/,
    ],
    'a second statement behind a harmless one': [
      `alter table events add column x text; update events set x = 'y'`,
      /changes rows while it holds locks/,
    ],
    'what is no SQL': ['alter tabel events', /syntax-error/],
  };
  it.each(Object.entries(inTransaction))('%s', async (_, [sql, says]) => {
    expect(await lintMigration(running(sql))).toContainEqual(expect.stringMatching(says));
  });

  const outsideOne: Readonly<Record<string, readonly [sql: string, says: RegExp]>> = {
    'a lock without a limit, outside a transaction': [
      'alter table events add column x text',
      /locks a table, without a limit/,
    ],
    'an index that stops all writes, outside a transaction': [
      'create index events_x_idx on events (state)',
      /locks a table, without a limit/,
    ],
    'all rows in one statement, outside a transaction': [
      `update events set state = 'x'`,
      /without an end to their number/,
    ],
  };
  it.each(Object.entries(outsideOne))('%s', async (_, [sql, says]) => {
    expect(await lintMigration(running(sql, false))).toContainEqual(expect.stringMatching(says));
  });
});

/** A migration that runs these statements. */
function running(sql: string, transaction?: false): MigrationInterface {
  return {
    ...(transaction === false && { transaction }),
    up: (runner: QueryRunner) => runner.query(sql),
    down: () => Promise.resolve(),
  };
}

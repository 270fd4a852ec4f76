import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Successful payments whose provider is to be asked whether it still says so. */
export class SuccessLookups1700000000041 implements MigrationInterface {
  name = 'SuccessLookups1700000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query('create index success_lookups_due_idx on success_lookups (mid, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table success_lookups');
  }
}

const table = `
create table success_lookups (
  identifier uuid constraint success_lookups_pkey primary key,
  n integer not null,
  mid text not null,
  step integer not null,
  tries integer not null default 0,
  words integer not null default 0,
  ended_at timestamptz(3) not null,
  due_at timestamptz(3) not null
)`;

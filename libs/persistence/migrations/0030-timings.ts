import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The timings of plans, of which a transaction has a copy or a key (docs/decisions/0036). */
export class Timings1700000000030 implements MigrationInterface {
  name = 'Timings1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(timings);
    await runner.query(reference);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger transactions_timings_law on transactions');
    await runner.query('alter table transactions drop column timings_key');
    await runner.query('drop table timings');
  }
}

const timings = `
create table timings (
  key bytea constraint timings_pkey primary key,
  content jsonb not null
);
create trigger timings_append_only before update or delete on timings
  for each row execute function refuse_rewriting();
create trigger timings_never_emptied before truncate on timings
  for each statement execute function refuse_rewriting()`;

const reference = `
alter table transactions add column timings_key bytea;
create trigger transactions_timings_law before update of timings_key on transactions
  for each row when (new.timings_key is distinct from old.timings_key) execute function refuse_another_plan()`;

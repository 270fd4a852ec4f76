import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What figures are read from: the proofs of the ledger that were made, and what merchants were not told, by index. */
export class Figures1700000000028 implements MigrationInterface {
  name = 'Figures1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerProofs);
    await runner.query(
      `create index events_undelivered_idx on events (state, finished_at) where state in ('pending', 'paused')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_undelivered_idx');
    await runner.query('drop table ledger_proofs');
  }
}

const ledgerProofs = `
create table ledger_proofs (
  id bigint generated always as identity constraint ledger_proofs_pkey primary key,
  differences integer not null constraint ledger_proofs_differences_check check (differences >= 0),
  proved_at timestamptz(3) not null default clock_timestamp()
);
create trigger ledger_proofs_append_only before update or delete on ledger_proofs
  for each row execute function refuse_rewriting();
create trigger ledger_proofs_never_emptied before truncate on ledger_proofs
  for each statement execute function refuse_rewriting()`;

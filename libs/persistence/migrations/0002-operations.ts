import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people do: reviews that are open until somebody closes them, and decisions with their reasons. */
export class Operations1700000000002 implements MigrationInterface {
  name = 'Operations1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [reviews, decisions]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What people decided is append-only: there is no way back.'));
  }
}

const reviews = `
alter table reviews
  add column step integer not null default 0,
  add column next_sweep_at timestamptz(3) not null default clock_timestamp(),
  add column closed_at timestamptz(3),
  add column closed_by text,
  add column closing_reason text,
  add constraint reviews_closing_check
    check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closing_reason is null));
create index reviews_open_idx on reviews (next_sweep_at) where closed_at is null`;

const decisions = `
create table operator_decisions (
  id bigint generated always as identity constraint operator_decisions_pkey primary key,
  identifier uuid not null constraint operator_decisions_transaction_fkey references transactions,
  decision text not null,
  operator text not null,
  reason text not null,
  evidence text not null,
  decided_at timestamptz(3) not null default clock_timestamp()
);
create index operator_decisions_identifier_idx on operator_decisions (identifier);
create trigger operator_decisions_append_only before update or delete on operator_decisions
  for each row execute function refuse_rewriting()`;

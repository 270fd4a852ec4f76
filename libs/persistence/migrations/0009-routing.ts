import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why each transaction went where it went, and which MIDs are not reached at present. */
export class Routing1700000000009 implements MigrationInterface {
  name = 'Routing1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [decisions, circuits]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Routing decisions are append-only: there is no way back.'));
  }
}

/** No reference to `configurations`: every registration would lock the same row of it. */
const decisions = `
create table routing_decisions (
  identifier uuid constraint routing_decisions_pkey primary key
    constraint routing_decisions_transaction_fkey references transactions,
  configuration_version integer not null,
  -- Every route of the project, as POST /v2/routing/explain shows it.
  candidates jsonb not null
);
create trigger routing_decisions_append_only before update or delete on routing_decisions
  for each row execute function refuse_rewriting();
create trigger routing_decisions_never_emptied before truncate on routing_decisions
  for each statement execute function refuse_rewriting()`;

/** A MID has a row only while its last call never left us: one that works costs nothing. Open from `failures_max` on. */
const circuits = `
create table circuits (
  mid text constraint circuits_pkey primary key,
  -- Calls in a row that never left us.
  failures integer not null constraint circuits_failures_check check (failures >= 1),
  failures_max integer not null constraint circuits_failures_max_check check (failures_max >= 1),
  cooldown_ms integer not null constraint circuits_cooldown_check check (cooldown_ms > 0),
  -- From then on one transaction may try it first.
  probe_due_at timestamptz(3) not null
)`;

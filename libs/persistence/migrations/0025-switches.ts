import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Providers, MIDs and methods that operations stop and start beside the configuration: who, when and why. */
export class Switches1700000000025 implements MigrationInterface {
  name = 'Switches1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(switches);
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('What was stopped would go on, and who stopped it be forgotten: no way back.'),
    );
  }
}

const switches = `
create table switches (
  id bigint generated always as identity constraint switches_pkey primary key,
  kind text not null constraint switches_kind_check check (kind in ('provider', 'mid', 'method')),
  name text not null,
  is_off boolean not null,
  operator text not null constraint switches_operator_check check (operator <> ''),
  reason text not null constraint switches_reason_check check (reason <> ''),
  switched_at timestamptz(3) not null default clock_timestamp()
);
create index switches_newest_idx on switches (kind, name, id);
create trigger switches_append_only before update or delete on switches
  for each row execute function refuse_rewriting();
create trigger switches_never_emptied before truncate on switches
  for each statement execute function refuse_rewriting()`;

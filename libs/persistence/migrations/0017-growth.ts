import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What recurs reads by index whatever history holds, and what Temporal has lost is found at once. */
export class Growth1700000000017 implements MigrationInterface {
  name = 'Growth1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    // Older rows are brought up to date below, however many there are.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [ends, earlierEnds, ensured, namespace, questions]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index events_untaken_idx;
      drop table temporal_namespace;
      alter table sweeps drop column ensured_at;
      drop trigger transactions_end_personal_data on transactions;
      drop function end_personal_data;
      alter table personal_data drop column ended_at`);
  }
}

/** From the end on its retention runs, which is configuration: the row says when it ended, never when it is purged. */
const ends = `
alter table personal_data add column ended_at timestamptz(3);
create function end_personal_data() returns trigger language plpgsql as $$
begin
  update personal_data set ended_at = clock_timestamp() where identifier = new.identifier;
  return null;
end $$;
create trigger transactions_end_personal_data after update of status on transactions
  for each row when (old.finished_at is null and new.finished_at is not null)
  execute function end_personal_data()`;

const earlierEnds = `
update personal_data set ended_at = finished_at
from transactions where transactions.identifier = personal_data.identifier and finished_at is not null;
create index personal_data_ended_idx on personal_data (ended_at) where ended_at is not null`;

/** When its flow was last known to run. Whoever registers a transaction starts its flow. */
const ensured = `
alter table sweeps add column ensured_at timestamptz(3) not null default clock_timestamp();
create index sweeps_ensured_idx on sweeps (ensured_at)`;

/** One row. Another namespace than the one we know has none of our flows: all that were ensured before are lost. */
const namespace = `
create table temporal_namespace (
  only_row boolean constraint temporal_namespace_pkey primary key default true
    constraint temporal_namespace_only_row_check check (only_row),
  id text not null,
  -- Flows that were ensured before are started anew.
  lost_at timestamptz(3)
)`;

/** What people ask for, and what is counted of what is open. */
const questions = `
create index events_untaken_idx on events (event_id) where state in ('exhausted', 'stopped');
create index if not exists transactions_open_idx on transactions (created_at) where finished_at is null`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints of merchants that fail, and callbacks that wait for them (contract §8). */
export class Endpoints1700000000014 implements MigrationInterface {
  name = 'Endpoints1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [endpoints, waiting]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Paused callbacks would be sent to nobody: there is no way back.'));
  }
}

/**
 * One that is well has no row. `next_release_at`: when the next of its callbacks may be let go: one to try it while it
 * is paused, all of them in turn once it was reached again.
 */
const endpoints = `
create table endpoints (
  endpoint text constraint endpoints_pkey primary key,
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  -- All callbacks that waited when it was paused are marked as paused.
  is_settled boolean not null default false,
  resumed_at timestamptz(3),
  next_release_at timestamptz(3),
  probe_ms double precision not null,
  callback_rate integer not null,
  constraint endpoints_pause_check check (paused_at is null or (failing_since is not null and next_release_at is not null))
)`;

/**
 * `steps` of the ladder that were used: attempts by hand use none. `endpoint`: where it waits for, while it does; so few
 * that the index is small and a callback that is taken at once is in no index more. `is_released`: let go although
 * its endpoint was paused, until an attempt is recorded.
 */
const waiting = `
alter table events
  add column steps integer not null default 0,
  add column endpoint text,
  add column is_released boolean not null default false,
  drop constraint events_state_check,
  add constraint events_state_check
    check (state in ('none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted'));
update events set steps = attempts where state = 'pending';
create index events_waiting_idx on events (endpoint, committed_in, event_id) where endpoint is not null`;

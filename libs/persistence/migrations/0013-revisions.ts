import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What makes every decision provable against the state it was made on (contract §9): a revision of each transaction, the
 * time until which an attempt may be sent, and the look-ups of what ended because its provider knew nothing of it.
 */
export class Revisions1700000000013 implements MigrationInterface {
  name = 'Revisions1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [revisions, sendBy, lateLookups, stalled]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What was decided stands on its revision: there is no way back.'));
  }
}

/** Counts everything that changes what may follow. Open transactions are few, however many there were. */
const revisions = `
alter table transactions
  add column revision integer not null default 0,
  add column progressed_at timestamptz(3);
alter table transactions alter column progressed_at set default clock_timestamp();
create index transactions_open_idx on transactions (created_at) where finished_at is null`;

/** Empty in older rows, whose attempts were sent at any time after they began. */
const sendBy = `alter table attempts add column send_by timestamptz(3)`;

const lateLookups = `
create table late_lookups (
  identifier uuid constraint late_lookups_pkey primary key
    constraint late_lookups_transaction_fkey references transactions,
  n integer not null,
  step integer not null default 0,
  ended_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  constraint late_lookups_attempt_fkey foreign key (identifier, n) references attempts
);
create index late_lookups_due_idx on late_lookups (due_at)`;

/** One at a time says of a transaction that nothing moves it, however many processes find so. */
const stalled = `
create unique index reviews_stalled_key on reviews (identifier)
  where closed_at is null and cause = 'no progress for too long'`;

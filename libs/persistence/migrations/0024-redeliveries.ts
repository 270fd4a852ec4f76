import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Callbacks that are sent again in great numbers, by the time at which their transactions ended (contract §7). */
export class Redeliveries1700000000024 implements MigrationInterface {
  name = 'Redeliveries1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    // Every event is written once more, however many there are.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [ends, law, indexes, redeliveries, orders]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('What waits to be sent again would be forgotten, and who ordered it: no way back.'),
    );
  }
}

/** The time of the record's `finished_date`, which never changes: the law may rest while it is copied. */
const ends = `
alter table events add column finished_at timestamptz(3);
alter table events disable trigger events_law;
update events set finished_at = coalesce(transactions.finished_at, clock_timestamp())
from transactions where transactions.identifier = events.identifier;
alter table events enable trigger events_law;
alter table events alter column finished_at set default clock_timestamp(), alter column finished_at set not null`;

const law = `
create or replace function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.event_id, new.identifier, new.merchant, new.body, new.callback_url, new.committed_in, new.finished_at)
    is distinct from
      (old.event_id, old.identifier, old.merchant, old.body, old.callback_url, old.committed_in, old.finished_at) then
    raise exception 'event % keeps what it tells', old.event_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$`;

const indexes = `
create index events_finished_idx on events (merchant, finished_at, event_id);
create index events_untaken_finished_idx on events (merchant, finished_at, event_id)
  where state in ('exhausted', 'stopped')`;

/**
 * Without a foreign key, which would lock events behind their endpoints, where a delivery locks the event first; no event
 * is ever deleted.
 */
const redeliveries = `
create table redeliveries (
  event_id text constraint redeliveries_pkey primary key,
  endpoint text not null,
  committed_in xid8 not null,
  -- Null: its endpoint has others before it.
  due_at timestamptz(3)
);
create index redeliveries_waiting_idx on redeliveries (endpoint, committed_in, event_id) where due_at is null;
create index redeliveries_due_idx on redeliveries (due_at) where due_at is not null`;

/** What operators have had sent again, and why. */
const orders = `
create table redelivery_orders (
  id bigint generated always as identity constraint redelivery_orders_pkey primary key,
  project text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  states text[] not null,
  operator text not null,
  reason text not null,
  ordered_at timestamptz(3) not null default clock_timestamp()
);
create trigger redelivery_orders_append_only before update or delete on redelivery_orders
  for each row execute function refuse_rewriting()`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a merchant reads in order, events and entries, gets its place under a lock that says whose it is: a reader stops before
 * open transactions that write to the same merchant, and waits for no others (docs/decisions/0044). A place is at
 * least the transaction's id, as before: a build that stops before every open transaction stays right.
 */
export class PlacesInOrder1700000000046 implements MigrationInterface {
  name = 'PlacesInOrder1700000000046';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [holding, held, newest, placing, events, entries]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger ledger_entries_place on ledger_entries;
      drop trigger events_place on events;
      drop function place_entry, place_event, place_behind, newest_entry_place, hold_place;
      drop view open_places`);
  }
}

/**
 * Holds a lock until the transaction ends, and returns the lowest place that it may take for the merchant. The lock is shared,
 * and nobody waits for it. Under another isolation level it would not see what was committed since it began.
 */
const holding = `
create function hold_place(of_merchant text) returns xid8 language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'events and entries are written in read committed transactions only'
      using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock_shared(hashtext(of_merchant), pg_current_xact_id()::text::bigint::bit(32)::integer);
  return pg_current_xact_id();
end $$`;

/** By the merchant's hash, the lowest place of those locks. They have the last 32 bits of an id that is near the newest. */
const held = `
create view open_places as
select classid::bigint::bit(32)::integer as key,
  min(at.newest + (objid::bigint - at.newest)::bit(32)::integer)::text::xid8 as place
from pg_locks cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest) as at
where locktype = 'advisory' and objsubid = 2
  and pg_locks.database = (select oid from pg_database where datname = current_database())
group by classid`;

/** One look into the index for each currency of the merchant. */
const newest = `
create function newest_entry_place(of_merchant text) returns xid8 language sql stable as $$
  with recursive currencies as (
    (select currency from ledger_entries where merchant = of_merchant order by currency limit 1)
    union all
    select (select ledger_entries.currency from ledger_entries
      where merchant = of_merchant and ledger_entries.currency > currencies.currency
      order by ledger_entries.currency limit 1)
    from currencies where currency is not null
  )
  select max(entry.committed_in) from currencies cross join lateral (
    select committed_in from ledger_entries
    where merchant = of_merchant and ledger_entries.currency = currencies.currency
    order by committed_in desc limit 1) as entry
$$`;

/** The lowest place, or the one behind all that somebody may have read by now. */
const placing = `
create function place_behind(lowest xid8, newest xid8) returns xid8 language sql immutable as $$
  select case when newest >= lowest then (newest::text::bigint + 1)::text::xid8 else lowest end
$$`;

const events = `
create function place_event() returns trigger language plpgsql as $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in,
    (select committed_in from events where merchant = new.merchant order by committed_in desc limit 1));
  return new;
end $$;
create trigger events_place before insert on events for each row execute function place_event()`;

const entries = `
create function place_entry() returns trigger language plpgsql as $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in, (select newest_entry_place(new.merchant)));
  return new;
end $$;
create trigger ledger_entries_place before insert on ledger_entries for each row execute function place_entry()`;

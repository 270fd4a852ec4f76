import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/**
 * What is in transit gets a place in an order, and what leaves it is noted with that place. Apart from the sums, so that payments never
 * wait for two locks.
 */
export class TransitPlaces1700000000084 implements MigrationInterface {
  name = 'TransitPlaces1700000000084';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [places, departing]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger provider_transit_gone on provider_transit');
    await runner.query('drop trigger provider_transit_reduced on provider_transit');
    await runner.query('drop function note_departures()');
    await runner.query('drop function into_held(text, numeric)');
    // squawk-ignore ban-drop-table
    await runner.query('drop table transit_departures');
    // squawk-ignore ban-drop-column
    await runner.query('alter table provider_transit drop column committed_in');
  }
}

/**
 * Sums of what is in transit, so that a report does not add up everything that no statement has named. The worker adds what was
 * posted since, and takes off what has left; a report itself does so with the rest, so it is the same however far the sums have got.
 */
export class TransitSums1700000000085 implements MigrationInterface {
  name = 'TransitSums1700000000085';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [sums, summing, reading]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function transit_after_mark(text, timestamptz)');
    await runner.query('drop function has_transit_sums(text)');
    await runner.query('drop function sum_provider_transit(text, integer)');
    // squawk-ignore ban-drop-table
    await runner.query('drop table transit_sums');
    // squawk-ignore ban-drop-column
    await runner.query('alter table provider_sum_marks drop column transit, drop column transit_in');
  }
}

/** The index of what is in transit by its place. No release has read the one by day, and no report asks for days there any more. */
export class TransitInOrder1700000000086 implements MigrationInterface {
  name = 'TransitInOrder1700000000086';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'provider_transit_order_idx',
      on: 'provider_transit (merchant, committed_in, identifier)',
    });
    await runner.query('drop index concurrently if exists provider_transit_merchant_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'provider_transit_merchant_idx',
      on: 'provider_transit (merchant, posted_at)',
    });
    await runner.query('drop index concurrently if exists provider_transit_order_idx');
  }
}

const places = `
-- What was there before is the first in the order.
alter table provider_transit add column committed_in xid8 not null default '0';
alter table provider_transit alter column committed_in set default pg_current_xact_id();

-- What has left, until the worker has taken it off the sums. Its place in the order says whether it is in one of them.
create table transit_departures (
  merchant text not null,
  id bigint generated always as identity,
  committed_in xid8 not null,
  identifier uuid not null,
  provider text not null,
  method text not null,
  currency text not null,
  amount numeric not null,
  posted_at timestamptz(3) not null,
  constraint transit_departures_pkey primary key (merchant, id)
)`;

const departing = `
-- What an amount of this kind adds to what is held.
create function into_held(of_kind text, amount numeric) returns numeric language sql immutable as $$
  select case when of_kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned') then amount else -amount end
$$;

-- Nothing but the amount of a row ever changes.
create function note_departures() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into transit_departures
      (merchant, committed_in, identifier, provider, method, currency, amount, posted_at)
    select merchant, committed_in, identifier, coalesce(provider, mid), coalesce(method, ''), currency, into_held(kind, amount),
      posted_at
    from gone;
  else
    insert into transit_departures
      (merchant, committed_in, identifier, provider, method, currency, amount, posted_at)
    select gone.merchant, gone.committed_in, identifier, coalesce(gone.provider, gone.mid), coalesce(gone.method, ''),
      gone.currency, into_held(kind, gone.amount - reduced.amount), gone.posted_at
    from gone join reduced using (identifier, kind, reversal_id) where gone.amount <> reduced.amount;
  end if;
  return null;
end $$;
create trigger provider_transit_gone after delete on provider_transit
  referencing old table as gone for each statement execute function note_departures();
create trigger provider_transit_reduced after update on provider_transit
  referencing old table as gone new table as reduced for each statement execute function note_departures()`;

const sums = `
-- The last of what was in transit that is in the sums, in the order of committed_in and identifier.
alter table provider_sum_marks add column transit_in xid8 not null default '0',
  add column transit uuid not null default '00000000-0000-0000-0000-000000000000';

create table transit_sums (
  merchant text not null,
  span interval not null,
  starts_at timestamptz(3) not null,
  provider text not null,
  method text not null,
  currency text not null,
  amount numeric not null,
  constraint transit_sums_pkey primary key (merchant, span, starts_at, provider, method, currency),
  constraint transit_sums_span_check check (span in ('15 minutes', '1 day'))
)`;

const summing = `
-- Takes what has left off the sums of a merchant, adds what comes next, and returns how many rows it has dealt with. One caller at
-- a time: another one finds nothing to do. It stops before the oldest transaction that is open, so nothing can still appear at or
-- before the mark. The mark moves only where all that has left is dealt with: of that, what was not after the mark so far is taken
-- off, and the rest was never added and never will be.
create function sum_provider_transit(of_merchant text, at_most integer) returns integer language plpgsql
  set plan_cache_mode = force_custom_plan as $$
declare
  mark provider_sum_marks;
  taken integer;
  gone integer;
begin
  insert into provider_sum_marks (merchant) values (of_merchant) on conflict do nothing;
  select * into mark from provider_sum_marks where merchant = of_merchant for update skip locked;
  if not found then
    return 0;
  end if;
  -- The books were restored from a server with higher transaction ids, or the marks were emptied: all is summed anew.
  if mark.transit_in >= pg_snapshot_xmin(pg_current_snapshot())
    or (mark.transit_in, mark.transit) = ('0', '00000000-0000-0000-0000-000000000000') then
    delete from transit_sums where merchant = of_merchant;
    update provider_sum_marks set transit_in = default, transit = default where merchant = of_merchant returning * into mark;
  end if;
  with departed as (
    delete from transit_departures
    where ctid = any (array(select ctid from transit_departures where merchant = of_merchant order by id limit at_most))
    returning *
  ), next as materialized (
    select committed_in, identifier, coalesce(provider, mid) as provider, coalesce(method, '') as method, currency, posted_at,
      into_held(kind, amount) as amount
    from provider_transit
    where merchant = of_merchant and (committed_in, identifier) > (mark.transit_in, mark.transit)
      and committed_in < pg_snapshot_xmin(pg_current_snapshot()) and (select count(*) from departed) < at_most
    order by committed_in, identifier fetch first at_most rows with ties
  ), changed as (
    select provider, method, currency, posted_at, amount from next
    union all
    select provider, method, currency, posted_at, -amount from departed
    where (committed_in, identifier) <= (mark.transit_in, mark.transit)
  ), summed as (
    insert into transit_sums as sum (merchant, span, starts_at, provider, method, currency, amount)
    select of_merchant, span, date_bin(span, posted_at, '2000-01-01 00:00:00+00'), provider, method, currency, sum(amount)
    from changed cross join (values (interval '15 minutes'), ('1 day')) as spans (span)
    group by 2, 3, 4, 5, 6
    on conflict (merchant, span, starts_at, provider, method, currency) do update set amount = sum.amount + excluded.amount
  ), marked as (
    update provider_sum_marks set transit_in = newest.committed_in, transit = newest.identifier
    from (select committed_in, identifier from next order by committed_in desc, identifier desc limit 1) as newest
    where merchant = of_merchant
  )
  select (select count(*) from next), (select count(*) from departed) into taken, gone;
  if gone > 0 then
    delete from transit_sums where merchant = of_merchant and amount = 0;
  end if;
  return taken + gone;
end $$`;

/** Functions, so that the mark is known where its rows are looked for. They see what the statement around them sees. */
const reading = `
-- False: nothing is summed yet, or the books were restored from a server with higher transaction ids.
create function has_transit_sums(of_merchant text) returns boolean language sql stable as $$
  select exists (select from provider_sum_marks
    where merchant = of_merchant and transit_in < pg_snapshot_xmin(pg_current_snapshot())
      and transit <> '00000000-0000-0000-0000-000000000000')
$$;

-- What a report adds to the sums, of what was posted before this time: what is in transit after the mark, and, negative, what has left
-- and is still in them. The planner cannot know how few rows are after the mark, and the index finds them.
create function transit_after_mark(of_merchant text, before timestamptz)
  returns table (provider text, method text, currency text, posted_at timestamptz, amount numeric)
  language plpgsql stable rows 1000 set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  mark provider_sum_marks;
begin
  select * into mark from provider_sum_marks
  where merchant = of_merchant and transit_in < pg_snapshot_xmin(pg_current_snapshot());
  mark.transit_in := coalesce(mark.transit_in, '0');
  mark.transit := coalesce(mark.transit, '00000000-0000-0000-0000-000000000000');
  return query
    select coalesce(waiting.provider, waiting.mid), coalesce(waiting.method, ''), waiting.currency, waiting.posted_at::timestamptz,
      into_held(waiting.kind, waiting.amount)
    from provider_transit as waiting
    where waiting.merchant = of_merchant and (waiting.committed_in, waiting.identifier) > (mark.transit_in, mark.transit)
      and waiting.posted_at < before
    union all
    select departed.provider, departed.method, departed.currency, departed.posted_at::timestamptz, -departed.amount
    from transit_departures as departed
    where departed.merchant = of_merchant and (departed.committed_in, departed.identifier) <= (mark.transit_in, mark.transit)
      and departed.posted_at < before;
end $$`;

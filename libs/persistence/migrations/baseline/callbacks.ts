/** Events for merchants, their deliveries, and the order in which merchants read them. */
export const callbacks = `
create table events (
  event_id text constraint events_pkey primary key,
  identifier uuid not null
    constraint events_transaction_key unique
    constraint events_transaction_fkey references transactions,
  merchant text not null,
  committed_in xid8 not null default pg_current_xact_id(),
  callback_url text,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  next_attempt timestamptz(3),
  steps integer not null default 0,
  endpoint text,
  is_released boolean not null default false,
  finished_at timestamptz(3) not null default clock_timestamp(),
  constraint events_state_check check (state in ('none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted'))
);
create index events_feed_idx on events (merchant, committed_in, event_id);
create index events_finished_idx on events (merchant, finished_at, event_id);
create index events_undelivered_idx on events (state, finished_at) where state in ('pending', 'paused');
create index events_untaken_finished_idx on events (merchant, finished_at, event_id)
  where state in ('exhausted', 'stopped');
create index events_untaken_idx on events (merchant, committed_in, event_id) where state in ('exhausted', 'stopped');
create index events_waiting_idx on events (endpoint, committed_in, event_id) where endpoint is not null;

create table delivery_attempts (
  event_id text not null,
  n integer not null,
  at timestamptz(3) not null,
  http_status integer,
  failure text,
  latency_ms integer not null,
  constraint delivery_attempts_pkey primary key (event_id, n)
) partition by range (event_id);

create table endpoints (
  endpoint text constraint endpoints_pkey primary key,
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  is_settled boolean not null default false,
  resumed_at timestamptz(3),
  next_release_at timestamptz(3),
  probe_ms double precision not null,
  callback_rate integer not null,
  constraint endpoints_pause_check
    check (paused_at is null or (failing_since is not null and next_release_at is not null))
);

create table redeliveries (
  event_id text constraint redeliveries_pkey primary key,
  endpoint text not null,
  committed_in xid8 not null,
  due_at timestamptz(3)
);
create index redeliveries_due_idx on redeliveries (due_at) where due_at is not null;
create index redeliveries_waiting_idx on redeliveries (endpoint, committed_in, event_id) where due_at is null;

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

-- The content of an event never changes; only the state of its delivery does.
create function keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.event_id, new.identifier, new.merchant, new.body, new.callback_url, new.committed_in, new.finished_at)
    is distinct from
      (old.event_id, old.identifier, old.merchant, old.body, old.callback_url, old.committed_in, old.finished_at) then
    raise exception 'event % keeps what it tells', old.event_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger events_law before update or delete on events for each row execute function keep_event();

-- Holds a shared lock until the transaction ends, and returns the lowest place that it may take for the
-- merchant. Under another isolation level it would not see what was committed since it began.
create function hold_place(of_merchant text) returns xid8 language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'events and entries are written in read committed transactions only'
      using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock_shared(hashtext(of_merchant), pg_current_xact_id()::text::bigint::bit(32)::integer);
  return pg_current_xact_id();
end $$;

-- The lowest place, or the place behind everything that readers may have read by now.
create function place_behind(lowest xid8, newest xid8) returns xid8 language sql immutable as $$
  select case when newest >= lowest then (newest::text::bigint + 1)::text::xid8 else lowest end
$$;

create function place_event() returns trigger language plpgsql as $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in,
    (select committed_in from events where merchant = new.merchant order by committed_in desc limit 1));
  return new;
end $$;
create trigger events_place before insert on events for each row execute function place_event();

-- The lowest place of those locks, by the hash of the merchant. The lock holds the last 32 bits of an id near
-- the newest.
create view open_places as
select classid::bigint::bit(32)::integer as key,
  min(at.newest + (objid::bigint - at.newest)::bit(32)::integer)::text::xid8 as place
from pg_locks cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest) as at
where locktype = 'advisory' and objsubid = 2
  and pg_locks.database = (select oid from pg_database where datname = current_database())
group by classid`;

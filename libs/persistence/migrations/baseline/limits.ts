/** Counted limits, shares of rates, circuits and bank lists. */
export const limits = `
create table limit_counters (
  per text not null,
  starts_on date not null,
  scope text not null,
  subject text not null,
  type text not null,
  currency text not null,
  amount numeric not null,
  count integer not null,
  constraint limit_counters_pkey primary key (per, starts_on, scope, subject, type, currency),
  constraint limit_counters_amount_check check (amount >= 0),
  constraint limit_counters_count_check check (count >= 0),
  constraint limit_counters_per_check check (per in ('day', 'month')),
  constraint limit_counters_scope_check check (scope in ('project', 'customer', 'mid')),
  constraint limit_counters_starts_on_check check (starts_on = date_trunc(per, starts_on::timestamp)::date)
) with (fillfactor = 50);

create unlogged table rate_windows (
  key_id text constraint rate_windows_pkey primary key,
  second bigint not null,
  leased bigint not null
);

create unlogged table mid_turns (
  mid text not null,
  asker text not null,
  period bigint not null,
  taken integer not null,
  constraint mid_turns_pkey primary key (mid, asker)
);

create table circuits (
  mid text constraint circuits_pkey primary key,
  failures integer not null,
  failures_max integer not null,
  cooldown_ms integer not null,
  probe_due_at timestamptz(3) not null,
  constraint circuits_cooldown_check check (cooldown_ms > 0),
  constraint circuits_failures_check check (failures >= 1),
  constraint circuits_failures_max_check check (failures_max >= 1)
);

create table bank_lists (
  provider text not null,
  country text not null,
  banks jsonb not null,
  fetched_at timestamptz(3) not null default clock_timestamp(),
  constraint bank_lists_pkey primary key (provider, country)
);

-- Counters are kept for 31 days after their period. Transactions that are still open then are no longer
-- counted.
create function limit_period_end(per text, starts_on date) returns timestamptz language sql immutable as $$
  select (starts_on + case per when 'day' then interval '1 day' else interval '1 month' end) at time zone 'UTC'
$$;

create function limit_reached(asked numeric, amount numeric, count integer, amount_max numeric, count_max integer)
returns text language sql immutable as $$
  select case
    when asked > amount_max then 'amount alone'
    when amount + asked > amount_max then 'amount'
    when count >= count_max then 'count' end
$$;

-- A transaction counts in the periods of its registration. counted_mid is empty until a cascade moves it; until
-- then it counts for the MID of its first route.
create function limits_of(plan jsonb, registered_at timestamptz, mid text)
returns table (scope text, subject text, per text, starts_on date, amount_max numeric, count_max integer)
language sql stable as $$
  select planned.scope, planned.subject, planned.per,
    date_trunc(planned.per, registered_at at time zone 'UTC')::date, planned.amount, planned.count
  from jsonb_to_recordset(plan->'limits')
    as planned (scope text, subject text, per text, amount numeric, count integer)
  where planned.scope <> 'mid' or planned.subject = mid
  order by array_position(array['project', 'customer', 'mid'], planned.scope), planned.subject, planned.per
$$;

-- GW003: the limit has no room. The detail names the limit, and no customer.
create function count_in_limit(it transactions, planned record) returns void language plpgsql as $$
declare
  counted limit_counters;
begin
  insert into limit_counters as counter (per, starts_on, scope, subject, type, currency, amount, count)
  select planned.per, planned.starts_on, planned.scope, planned.subject, it.type, it.currency, it.amount, 1
  where limit_reached(it.amount, 0, 0, planned.amount_max, planned.count_max) is null
  on conflict on constraint limit_counters_pkey
  do update set amount = counter.amount + excluded.amount, count = counter.count + 1
    where limit_reached(it.amount, counter.amount, counter.count, planned.amount_max, planned.count_max) is null;
  if found then
    return;
  end if;
  select * into counted from limit_counters as counter
  where (counter.per, counter.starts_on, counter.scope, counter.subject, counter.type, counter.currency)
    = (planned.per, planned.starts_on, planned.scope, planned.subject, it.type, it.currency);
  raise exception 'a limit of the % is reached', planned.scope using errcode = 'GW003', detail =
    jsonb_strip_nulls(jsonb_build_object(
      'scope', planned.scope, 'mid', case planned.scope when 'mid' then planned.subject end, 'per', planned.per,
      'type', it.type, 'currency', it.currency,
      'reached', limit_reached(it.amount, counted.amount, counted.count, planned.amount_max, planned.count_max),
      'ends', to_char(limit_period_end(planned.per, planned.starts_on) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
end $$;

create function count_back(it transactions, planned record) returns void language plpgsql as $$
begin
  update limit_counters as counter set amount = counter.amount - it.amount, count = counter.count - 1
  where (counter.per, counter.starts_on, counter.scope, counter.subject, counter.type, counter.currency)
    = (planned.per, planned.starts_on, planned.scope, planned.subject, it.type, it.currency);
end $$;

-- Runs before transactions_reserve, which checks payouts in flight and funds: triggers fire in alphabetical
-- order.
create function claim_limits() returns trigger language plpgsql as $$
declare
  planned record;
begin
  for planned in select * from limits_of(new.plan, new.created_at, new.plan->'routes'->0->>'mid') loop
    perform count_in_limit(new, planned);
  end loop;
  return null;
end $$;
create trigger transactions_claim after insert on transactions
  for each row when (new.plan ? 'limits') execute function claim_limits();

-- Runs before transactions_close. An unknown outcome is not final, and counts.
create function give_limits_back() returns trigger language plpgsql as $$
declare
  mid constant text := coalesce(new.counted_mid, new.plan->'routes'->0->>'mid');
  planned record;
begin
  for planned in select * from limits_of(new.plan, new.created_at, mid) loop
    perform count_back(new, planned);
  end loop;
  return null;
end $$;
create trigger transactions_claim_back after update of status on transactions
  for each row when (old.finished_at is null and new.finished_at is not null and new.status <> 'success'
    and new.plan ? 'limits')
  execute function give_limits_back();

-- A further attempt moves the count of its transaction to its own MID, or becomes not_sent if that MID has no
-- room. The row of the transaction is locked before any counter, as at its end: one of the two is first.
create function move_limits() returns trigger language plpgsql as $$
declare
  it transactions;
  left_mid text;
  planned record;
begin
  if not exists (
    select from transactions where identifier = new.identifier and plan->'limits' @> '[{"scope": "mid"}]') then
    return new;
  end if;
  select * into it from transactions where identifier = new.identifier for no key update;
  left_mid := coalesce(it.counted_mid, it.plan->'routes'->0->>'mid');
  if it.finished_at is not null or left_mid = new.mid
    or exists (select from attempts where identifier = new.identifier and n >= new.n) then
    return new;
  end if;
  begin
    for planned in
      select limits.*, mid = new.mid as is_new
      from unnest(array[left_mid, new.mid]) as mid cross join lateral limits_of(it.plan, it.created_at, mid) as limits
      where scope = 'mid' order by subject, per
    loop
      if planned.is_new then
        perform count_in_limit(it, planned);
      else
        perform count_back(it, planned);
      end if;
    end loop;
    update transactions set counted_mid = new.mid where identifier = new.identifier;
  exception when sqlstate 'GW003' then
    new.state := 'not_sent';
    new.cause := 'limit';
    new.detail := 'a limit of the MID is reached';
    new.finished_at := clock_timestamp();
  end;
  return new;
end $$;
create trigger attempts_move_limits before insert on attempts
  for each row when (new.n > 1) execute function move_limits();

-- Grants at most per_second turns to all askers of a MID together. A period is one second; below five turns a
-- second it is as long as eight turns take, so that a few questions at once need not wait. Askers of this
-- period and of the one before share it equally; a single asker leaves a fifth, so that the next one gets its
-- first turn at once. The advisory lock is taken before anything is read, and no other lock is taken while it
-- is held.
create function take_turns(of_mid text, of_asker text, wanted integer, per_second integer)
returns table (granted integer, remaining_ms double precision) language plpgsql as $$
declare
  seconds constant integer := case when per_second < 5 then ceil(8.0 / per_second) else 1 end;
  turns constant bigint := per_second::bigint * seconds;
  this_period bigint;
  taken_by_it integer;
  taken_in_all bigint;
  askers bigint;
  share bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('mid_turns ' || of_mid, 0));
  this_period := floor(extract(epoch from clock_timestamp()) / seconds);
  delete from mid_turns where mid = of_mid and period not between this_period - 60 and this_period;
  insert into mid_turns as known (mid, asker, period, taken) values (of_mid, of_asker, this_period, 0)
  on conflict on constraint mid_turns_pkey do update set period = excluded.period,
    taken = case when known.period = excluded.period then known.taken else 0 end
  returning taken into taken_by_it;
  select coalesce(sum(taken) filter (where period = this_period), 0), count(*) filter (where period >= this_period - 1)
  into taken_in_all, askers from mid_turns where mid = of_mid;
  share := case when askers > 1 then ceil(turns::numeric / askers) else turns - turns / 5 end;
  granted := greatest(0, least(wanted, share - taken_by_it, turns - taken_in_all));
  update mid_turns set taken = taken + granted where mid = of_mid and asker = of_asker;
  remaining_ms := ((this_period + 1) * seconds - extract(epoch from clock_timestamp())) * 1000;
  return next;
end $$;

-- The sum that every counter must equal.
create view limit_claims as
  select identifier, created_at, claimed.per, claimed.starts_on, claimed.scope, claimed.subject, type, currency, amount
  from transactions cross join lateral
    limits_of(plan, created_at, coalesce(counted_mid, plan->'routes'->0->>'mid')) as claimed
  where plan ? 'limits' and status not in ('declined', 'error', 'expired');

create trigger limit_counters_kept before delete on limit_counters
  for each row when (limit_period_end(old.per, old.starts_on) > now() - interval '31 days')
  execute function refuse_writing_by_hand();
create trigger limit_counters_law before insert or update on limit_counters
  for each row execute function refuse_writing_by_hand()`;

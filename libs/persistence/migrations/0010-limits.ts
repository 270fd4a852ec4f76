import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counted limits: what may be registered in a UTC day and a UTC month, for a project, a customer of a merchant and a
 * MID. What a transaction counts in stands in its plan; the database counts, in the statement that registers it, and
 * gives back in the statement that ends it without success. Counters are locked in one order, before the counter of
 * payouts in flight and the balance (0005), so nobody waits in a circle: triggers of one event run by name.
 */
export class Limits1700000000010 implements MigrationInterface {
  name = 'Limits1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [counters, claims, counting, claiming, givingBack, moving]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger attempts_move_limits on attempts;
      drop trigger transactions_claim_back on transactions;
      drop trigger transactions_claim on transactions;
      drop trigger transactions_plan_law on transactions;
      drop view limit_claims;
      drop table limit_counters;
      drop function move_limits, give_limits_back, claim_limits, count_back, count_in_limit, limits_of,
        limit_reached, limit_period_end, refuse_another_plan;
      alter table transactions drop column counted_mid`);
  }
}

/** Kept for 31 days after their period for people to look at. Whatever is still open after that counts nowhere. */
const counters = `
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
create table limit_counters (
  per text not null constraint limit_counters_per_check check (per in ('day', 'month')),
  starts_on date not null constraint limit_counters_starts_on_check check
    (starts_on = date_trunc(per, starts_on::timestamp)::date),
  scope text not null constraint limit_counters_scope_check check (scope in ('project', 'customer', 'mid')),
  subject text not null,
  type text not null,
  currency text not null,
  amount numeric not null constraint limit_counters_amount_check check (amount >= 0),
  count integer not null constraint limit_counters_count_check check (count >= 0),
  constraint limit_counters_pkey primary key (per, starts_on, scope, subject, type, currency)
) with (fillfactor = 50);
create trigger limit_counters_law before insert or update on limit_counters
  for each row execute function refuse_writing_by_hand();
create trigger limit_counters_kept before delete on limit_counters
  for each row when (limit_period_end(old.per, old.starts_on) > now() - interval '31 days')
  execute function refuse_writing_by_hand();
create trigger limit_counters_never_emptied before truncate on limit_counters
  for each statement execute function refuse_rewriting()`;

/**
 * A transaction counts in the periods of its registration. \`counted_mid\` is empty until a cascade has moved it; before
 * that it counts for the MID of its first route. The view is what every counter must add up to.
 */
const claims = `
alter table transactions add column counted_mid text;
create function refuse_another_plan() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its plan', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_plan_law before update of plan on transactions
  for each row when (new.plan is distinct from old.plan) execute function refuse_another_plan();
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
create view limit_claims as
  select identifier, created_at, claimed.per, claimed.starts_on, claimed.scope, claimed.subject, type, currency, amount
  from transactions cross join lateral
    limits_of(plan, created_at, coalesce(counted_mid, plan->'routes'->0->>'mid')) as claimed
  where plan ? 'limits' and status not in ('declined', 'error', 'expired')`;

/** GW003: the limit has no room. Its detail says which, and names no customer. */
const counting = `
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
end $$`;

/** Before \`transactions_reserve\`, which finds out about payouts in flight and funds. */
const claiming = `
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
  for each row when (new.plan ? 'limits') execute function claim_limits()`;

/** Before \`transactions_close\`. What is unknown is not final, and counts. */
const givingBack = `
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
  for each row
  when (old.finished_at is null and new.finished_at is not null and new.status <> 'success' and new.plan ? 'limits')
  execute function give_limits_back()`;

/**
 * A further attempt takes its transaction's count along to its MID, or is \`not_sent\` where that has no room. The
 * transaction's row is locked as by its end, before any counter: one of both is first.
 */
const moving = `
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
  for each row when (new.n > 1) execute function move_limits()`;

-- The schema that the migrations before 1.0 have built, as pg_dump writes it, but for two conditions on rows, which
-- Postgres writes in another form than it read them. It never changes: a test compares the baseline with it.
SET check_function_bodies = false;

CREATE FUNCTION public.append_history() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into status_history (identifier, status, source) values (new.identifier, new.status, new.status_source);
  end if;
  return null;
end $$;

CREATE FUNCTION public.audit_change() RETURNS trigger
    LANGUAGE plpgsql
    SET "TimeZone" TO 'UTC'
    AS $$
declare
  columns jsonb := to_jsonb(new) || jsonb_build_object('login', session_user);
begin
  insert into audit_log (action, actor, subject, details)
  values (tg_argv[0], columns->>tg_argv[1], columns->>tg_argv[2], (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(columns)
    where key = any(tg_argv[3:]) and value is not null));
  return null;
end $$;

CREATE FUNCTION public.audit_configuration() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into audit_log (action, actor, subject, details)
  select 'configuration.applied', new.applied_by, new.version::text, jsonb_build_object('changed', (
    with recursive places (path, was, becomes) as (
      select null, coalesce(
        (select document from configurations where version < new.version order by version desc limit 1), '{}'), new.document
      union all
      select concat_ws('.', path, key), was->key, becomes->key
      from places cross join lateral (
        select case when jsonb_typeof(was) = 'object' and jsonb_typeof(becomes) = 'object' then was || becomes
          else '{}' end as both_of_them
      ) as joined cross join lateral jsonb_object_keys(both_of_them) as key
      where was <> becomes
    )
    select coalesce(jsonb_agg(path order by path), '[]') from places
    where was is distinct from becomes
      and (jsonb_typeof(was) = 'object' and jsonb_typeof(becomes) = 'object') is not true));
  return null;
end $$;

CREATE FUNCTION public.audit_position() RETURNS bigint
    LANGUAGE plpgsql
    SET lock_timeout TO '1s'
    AS $$
begin
  lock table audit_log in share mode;
  return (select max(id) from audit_log);
end $$;

CREATE FUNCTION public.bound_card() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.expires_at <= clock_timestamp() + interval '16 minutes'
    and exists (select from transactions where identifier = new.identifier and type = 'payment'
      and finished_at is null and happens_now(submit_due_at))) is not true then
    raise exception 'no step of % keeps this card for payment %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

CREATE FUNCTION public.bound_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (select from transactions where identifier = new.identifier and finished_at is null
      and (submit_due_at is null or happens_now(submit_due_at))) then
    raise exception 'no step of % changes where payment % was entered', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

CREATE FUNCTION public.bound_page() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  is_seen constant boolean := new.opened_at is not distinct from old.opened_at
    or (old.opened_at is null and happens_now(new.opened_at));
  is_counted constant boolean := new.faulty_forms - old.faulty_forms in (0, 1);
  is_as_before constant boolean := (new.status, new.status_source, new.submit_due_at, new.revision, new.progressed_at,
      new.payable_until, new.card_first6, new.card_last4, new.card_brand, new.card_fingerprint)
    is not distinct from (old.status, old.status_source, old.submit_due_at, old.revision, old.progressed_at,
      old.payable_until, old.card_first6, old.card_last4, old.card_brand, old.card_fingerprint);
  is_posted constant boolean := new.status = 'pending' and new.status_source = 'customer'
    and new.revision = old.revision + 1 and new.card_fingerprint is null
    and happens_now(new.submit_due_at) and happens_now(new.progressed_at) and old.payable_until > now()
    and new.payable_until <= clock_timestamp() + interval '1 minute' + interval '1 millisecond' * (
      coalesce(new.plan->'timing', (select content from timings where key = new.timings_key))->>'windowMs')::float8;
begin
  if (old.type = 'payment' and old.submit_due_at is null and old.finished_at is null
    and is_seen and is_counted and (is_as_before or is_posted)) is not true then
    raise exception 'no step of % changes transaction % like this', session_user, old.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

CREATE FUNCTION public.bound_review() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.cause = 'account in another name'
    and exists (select from transactions where identifier = new.identifier and type = 'payout'
      and submit_due_at is null and challenge is null and finished_at is null and happens_now(created_at))) is not true then
    raise exception 'no step of % raises this review of transaction %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

CREATE FUNCTION public.claim_limits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  planned record;
begin
  for planned in select * from limits_of(new.plan, new.created_at, new.plan->'routes'->0->>'mid') loop
    perform count_in_limit(new, planned);
  end loop;
  return null;
end $$;

CREATE FUNCTION public.close_books() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  is_success constant boolean := new.status = 'success';
  money constant numeric := coalesce(new.billing_amount, new.amount);
  money_currency constant text := coalesce(new.billing_currency, new.currency);
begin
  if new.type = 'payment' and is_success then
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
    values (new.merchant, money_currency, 'clearing', 'collected', money, 'collect', new.identifier);
  elsif new.type = 'payout' then
    update payouts_in_flight set count = count - 1 where project = new.project;
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
    values (new.merchant, money_currency, 'reserved', case when is_success then 'clearing' else 'available' end, money,
      case when is_success then 'settle' else 'release' end, new.identifier);
  end if;
  return null;
end $$;

CREATE FUNCTION public.count_api_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update api_key_revision set revision = revision + 1;
  return null;
end $$;

CREATE TABLE public.transactions (
    identifier uuid NOT NULL,
    request_id uuid NOT NULL,
    type text NOT NULL,
    merchant text NOT NULL,
    project text NOT NULL,
    reference text NOT NULL,
    method text NOT NULL,
    style text NOT NULL,
    mode text,
    currency text NOT NULL,
    amount numeric NOT NULL,
    status text NOT NULL,
    status_source text NOT NULL,
    error_code integer DEFAULT 0 NOT NULL,
    error_reason text DEFAULT ''::text NOT NULL,
    error_description text,
    expired_at_stage text,
    description text,
    meta text DEFAULT '{}'::text NOT NULL,
    card_first6 text,
    card_last4 text,
    card_brand text,
    card_fingerprint bytea,
    locale text,
    redirect_url text,
    cancel_url text,
    error_url text,
    callback_url text,
    challenge jsonb,
    provider text,
    plan jsonb NOT NULL,
    content_fingerprint bytea NOT NULL,
    submit_due_at timestamp(3) with time zone,
    opened_at timestamp(3) with time zone,
    payable_until timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    challenge_type text,
    billing_amount numeric,
    billing_currency text,
    payouts_in_flight_max integer,
    counted_mid text,
    faulty_forms integer DEFAULT 0 NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    progressed_at timestamp(3) with time zone DEFAULT clock_timestamp(),
    bank_code text,
    bank_name text,
    traceparent text,
    timings_key bytea,
    CONSTRAINT transactions_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT transactions_bank_check CHECK (((bank_code IS NOT NULL) OR (bank_name IS NULL))),
    CONSTRAINT transactions_billing_check CHECK ((((billing_amount IS NULL) = (billing_currency IS NULL)) AND (billing_amount > (0)::numeric) AND (billing_currency ~ '^[A-Z]{3}$'::text))),
    CONSTRAINT transactions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT transactions_faulty_forms_check CHECK ((faulty_forms >= 0)),
    CONSTRAINT transactions_finished_check CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['success'::text, 'declined'::text, 'error'::text, 'expired'::text])))),
    CONSTRAINT transactions_payouts_in_flight_max_check CHECK ((payouts_in_flight_max > 0)),
    CONSTRAINT transactions_status_check CHECK ((status = ANY (ARRAY['new'::text, 'created'::text, 'pending'::text, 'success'::text, 'declined'::text, 'error'::text, 'expired'::text]))),
    CONSTRAINT transactions_status_source_check CHECK ((status_source = ANY (ARRAY['api'::text, 'provider'::text, 'lookup'::text, 'customer'::text, 'merchant'::text, 'timer'::text, 'operator'::text]))),
    CONSTRAINT transactions_style_check CHECK ((style = ANY (ARRAY['h2h'::text, 'hpp'::text]))),
    CONSTRAINT transactions_traceparent_check CHECK ((traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$'::text)),
    CONSTRAINT transactions_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text])))
);

CREATE FUNCTION public.count_back(it public.transactions, planned record) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  update limit_counters as counter set amount = counter.amount - it.amount, count = counter.count - 1
  where (counter.per, counter.starts_on, counter.scope, counter.subject, counter.type, counter.currency)
    = (planned.per, planned.starts_on, planned.scope, planned.subject, it.type, it.currency);
end $$;

CREATE FUNCTION public.count_declined_card(of_project text, of_kind text, of_value text, terms jsonb) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  declined_now constant timestamptz := clock_timestamp();
  declines_max constant integer := terms->'declines'->>of_kind;
  period constant interval := (terms->>'withinMs')::bigint * interval '1 millisecond';
  declines integer;
begin
  if of_value is null or declines_max is null then
    return false;
  end if;
  insert into declined_cards as known (project, kind, value, declined_at, forget_at)
  values (of_project, of_kind, of_value, array[declined_now], declined_now + period)
  on conflict (project, kind, value) do update set
    declined_at = array(
      select instant from unnest(known.declined_at || excluded.declined_at) as latest (instant)
      where instant > declined_now - period order by instant),
    forget_at = excluded.forget_at
  returning cardinality(declined_at) into declines;
  if declines < declines_max then
    return false;
  end if;
  delete from declined_cards where project = of_project and kind = of_kind and value = of_value;
  return true;
end $$;

CREATE FUNCTION public.count_in_limit(it public.transactions, planned record) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.destroy_vault_keys(older_than_ms bigint, at_last_ms bigint) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout TO '1s'
    AS $$
declare
  kept vault_private_keys[];
  destroyed integer;
begin
  delete from card_vault where key_id in (
    select id from vault_keys where created_at < clock_timestamp() - at_last_ms * interval '1 millisecond');
  delete from vault_keys where created_at < clock_timestamp() - older_than_ms * interval '1 millisecond'
    and not exists (select from card_vault where key_id = vault_keys.id);
  get diagnostics destroyed = row_count;
  if destroyed > 0 then
    lock table vault_private_keys in access exclusive mode;
    kept := array(select vault_private_keys from vault_private_keys);
    truncate vault_private_keys;
    insert into vault_private_keys select * from unnest(kept);
  end if;
  return destroyed;
end $$;

CREATE FUNCTION public.empty_card_vault() RETURNS boolean
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the vault is emptied at read committed only' using errcode = 'invalid_transaction_state';
  end if;
  if pg_relation_size('card_vault') = 0 or exists (select from card_vault) then
    return false;
  end if;
  lock table card_vault in access exclusive mode;
  if exists (select from card_vault) then
    return false;
  end if;
  truncate card_vault;
  return true;
exception when lock_not_available then
  return false;
end $$;

CREATE FUNCTION public.end_personal_data() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update personal_data set ended_at = clock_timestamp() where identifier = new.identifier;
  return null;
end $$;

CREATE FUNCTION public.give_limits_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  mid constant text := coalesce(new.counted_mid, new.plan->'routes'->0->>'mid');
  planned record;
begin
  for planned in select * from limits_of(new.plan, new.created_at, mid) loop
    perform count_back(new, planned);
  end loop;
  return null;
end $$;

CREATE FUNCTION public.happens_now(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
      begin
        return at between statement_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute';
      end $$;

CREATE FUNCTION public.hold_place(of_merchant text) RETURNS xid8
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'events and entries are written in read committed transactions only'
      using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock_shared(hashtext(of_merchant), pg_current_xact_id()::text::bigint::bit(32)::integer);
  return pg_current_xact_id();
end $$;

CREATE FUNCTION public.keep_api_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or (new.id, new.project, new.purpose, new.created_by, new.created_at, new.not_before)
    is distinct from (old.id, old.project, old.purpose, old.created_by, old.created_at, old.not_before) then
    raise exception 'key % stays what it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.revoked_at is not null and (new.revoked_at is null or new.revoked_at > old.revoked_at
    or (old.revoked_at <= clock_timestamp() and new.revoked_at <> old.revoked_at)) then
    raise exception 'key % stays revoked', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.keep_bank() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'transaction % keeps its bank', old.identifier using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.keep_card() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'transaction % keeps its card', old.identifier using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.keep_challenge_type() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.challenge_type := coalesce(new.challenge->>'type', old.challenge_type);
  return new;
end $$;

CREATE FUNCTION public.keep_chosen_bank() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or old.bank_code is not null
    or (new.identifier, new.banks) is distinct from (old.identifier, old.banks) then
    raise exception 'the bank-code challenge of % keeps what was offered and chosen', old.identifier
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.keep_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE'
    or (new.event_id, new.identifier, new.merchant, new.body, new.callback_url, new.committed_in, new.finished_at)
    is distinct from
      (old.event_id, old.identifier, old.merchant, old.body, old.callback_url, old.committed_in, old.finished_at) then
    raise exception 'event % keeps what it tells', old.event_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.keep_review() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null or (new.identifier, new.cause, new.evidence, new.raised_at)
    is distinct from (old.identifier, old.cause, old.evidence, old.raised_at) then
    raise exception 'review % keeps why it was raised and how it was closed', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.keep_transfer_details() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or old.settled_at is not null
    or (new.identifier, new.fingerprint, new.accepted_at)
      is distinct from (old.identifier, old.fingerprint, old.accepted_at) then
    raise exception 'transfer details of % stay what they are', old.identifier using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.limit_period_end(per text, starts_on date) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $$
  select (starts_on + case per when 'day' then interval '1 day' else interval '1 month' end) at time zone 'UTC'
$$;

CREATE FUNCTION public.limit_reached(asked numeric, amount numeric, count integer, amount_max numeric, count_max integer) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select case
    when asked > amount_max then 'amount alone'
    when amount + asked > amount_max then 'amount'
    when count >= count_max then 'count' end
$$;

CREATE FUNCTION public.limits_of(plan jsonb, registered_at timestamp with time zone, mid text) RETURNS TABLE(scope text, subject text, per text, starts_on date, amount_max numeric, count_max integer)
    LANGUAGE sql STABLE
    AS $$
  select planned.scope, planned.subject, planned.per,
    date_trunc(planned.per, registered_at at time zone 'UTC')::date, planned.amount, planned.count
  from jsonb_to_recordset(plan->'limits')
    as planned (scope text, subject text, per text, amount numeric, count integer)
  where planned.scope <> 'mid' or planned.subject = mid
  order by array_position(array['project', 'customer', 'mid'], planned.scope), planned.subject, planned.per
$$;

CREATE FUNCTION public.make_months() RETURNS integer
    LANGUAGE plpgsql
    AS $_$
declare
  newest record;
  month timestamptz;
  part text;
  is_event boolean;
  made integer := 0;
  key_at constant text := 'select case when $2 then ''evt_'' || time else
    format(''%s-%s-0000-0000-000000000000'', substr(time, 1, 8), substr(time, 9)) end
    from (select lpad(to_hex((extract(epoch from $1) * 1000)::bigint), 12, ''0'') as time) as written';
  first_key text;
  end_key text;
begin
  perform set_config('lock_timeout', '1s', true);
  -- Several workers ask at the same time.
  perform pg_advisory_xact_lock(7204552);
  for newest in select table_name, max(until) as until from month_parts group by table_name order by table_name loop
    month := newest.until;
    is_event := exists (select from month_parts where table_name = newest.table_name and until_key like 'evt_%');
    while month < date_trunc('month', clock_timestamp(), 'UTC') + interval '4 months' loop
      part := newest.table_name || to_char(month at time zone 'UTC', '_YYYY_MM');
      execute key_at into first_key using month, is_event;
      month := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
      execute key_at into end_key using month, is_event;
      execute format('create table %I (like %I including defaults including constraints including storage)',
        part, newest.table_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        newest.table_name, part, first_key, end_key);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $_$;

CREATE FUNCTION public.move_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  to_available constant numeric := new.amount
    * ((new.to_account = 'available')::integer - (new.from_account = 'available')::integer);
  to_reserved constant numeric := new.amount
    * ((new.to_account = 'reserved')::integer - (new.from_account = 'reserved')::integer);
begin
  if new.kind = 'top_up' then
    insert into ledger_balances as balance (merchant, currency, available) values (new.merchant, new.currency, new.amount)
    on conflict (merchant, currency) do update set available = balance.available + new.amount;
    return null;
  end if;
  update ledger_balances set available = available + to_available, reserved = reserved + to_reserved
  where merchant = new.merchant and currency = new.currency
    and available + to_available >= 0 and reserved + to_reserved >= 0;
  if not found then
    raise exception '% has too little % for entry % of transaction %',
      new.merchant, new.currency, new.kind, new.identifier
      using errcode = case new.kind when 'reserve' then 'GW001' else 'integrity_constraint_violation' end;
  end if;
  return null;
end $$;

CREATE FUNCTION public.move_limits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.newest_entry_place(of_merchant text) RETURNS xid8
    LANGUAGE sql STABLE
    AS $$
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
$$;

CREATE FUNCTION public.place_behind(lowest xid8, newest xid8) RETURNS xid8
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when newest >= lowest then (newest::text::bigint + 1)::text::xid8 else lowest end
$$;

CREATE FUNCTION public.place_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in, (select newest_entry_place(new.merchant)));
  return new;
end $$;

CREATE FUNCTION public.place_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in,
    (select committed_in from events where merchant = new.merchant order by committed_in desc limit 1));
  return new;
end $$;

CREATE FUNCTION public.post_adjustment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ledger_entries
    (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
  select merchant, currency, 'clearing', 'available', amount, 'adjust', identifier, new.closed_by, new.closing_reason
  from ledger_entries where identifier = new.identifier and kind = 'settle';
  if not found then
    raise exception 'transaction % is no successful payout', new.identifier using errcode = 'GW004';
  end if;
  return null;
end $$;

CREATE FUNCTION public.refuse_another_plan() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'transaction % keeps its plan', old.identifier using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.refuse_closed_review() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a review of transaction % begins open', new.identifier using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.refuse_step() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'no step of % writes this to %', session_user, tg_table_name using errcode = 'insufficient_privilege';
end $$;

CREATE TABLE public.cards_under_way (
    identifier uuid NOT NULL,
    project text NOT NULL,
    customer text,
    address text,
    terms jsonb NOT NULL,
    is_entered boolean NOT NULL,
    taken_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT cards_under_way_address_check CHECK ((address ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT cards_under_way_customer_check CHECK ((customer ~ '^[0-9a-f]{64}$'::text))
);

CREATE FUNCTION public.refuse_tested_card(it public.cards_under_way, of_kind text, of_value text, declines_max integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  counts_from constant timestamptz := clock_timestamp() - (it.terms->>'withinMs')::bigint * interval '1 millisecond';
  cards bigint;
  blocked_until timestamptz;
begin
  select
    case of_kind
      when 'customer' then (select count(*) from cards_under_way as other
        where other.project = it.project and other.customer = of_value and other.taken_at > counts_from)
      else (select count(*) from cards_under_way as other
        where other.project = it.project and other.address = of_value and other.taken_at > counts_from)
    end
    + (select count(*) from declined_cards cross join lateral unnest(declined_at) as instant
      where project = it.project and kind = of_kind and value = of_value and instant > counts_from),
    (select max(expires_at) from blocks
      where value = of_value and kind = case of_kind when 'customer' then 'identifier' else of_kind end
        and by_guard and applies_to @> array[it.project] and expires_at > clock_timestamp()
        and not exists (select from block_removals where block = blocks.id))
  into cards, blocked_until;
  -- A card from our page is taken and refused when it would be sent: its customer is told so, and the payment ends.
  if cards < declines_max and (blocked_until is null or it.is_entered) then
    return;
  end if;
  raise exception 'too many cards of one %', of_kind using errcode = 'GW006', detail =
    jsonb_strip_nulls(jsonb_build_object('kind', of_kind, 'until',
      to_char(blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
end $$;

CREATE FUNCTION public.refuse_unlawful_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    raise exception 'transaction % is never deleted', old.identifier using errcode = 'restrict_violation';
  end if;
  if old.status in ('success', 'declined', 'error', 'expired') then
    raise exception 'transaction % is final (%) and never changes', old.identifier, old.status
      using errcode = 'restrict_violation';
  end if;
  if (new.identifier, new.request_id, new.type, new.merchant, new.project, new.reference, new.method, new.style,
      new.currency, new.amount::text, new.billing_currency, new.billing_amount::text, new.payouts_in_flight_max,
      new.created_at, new.content_fingerprint)
    is distinct from
     (old.identifier, old.request_id, old.type, old.merchant, old.project, old.reference, old.method, old.style,
      old.currency, old.amount::text, old.billing_currency, old.billing_amount::text, old.payouts_in_flight_max,
      old.created_at, old.content_fingerprint) then
    raise exception 'transaction % keeps what it was registered with', old.identifier
      using errcode = 'restrict_violation';
  end if;
  if new.status is distinct from old.status and not (
    case old.type
      when 'payment' then (old.status, new.status) in (
        ('new', 'pending'), ('pending', 'created'), ('created', 'pending'),
        ('new', 'success'), ('new', 'declined'), ('new', 'error'), ('new', 'expired'),
        ('pending', 'success'), ('pending', 'declined'), ('pending', 'error'), ('pending', 'expired'),
        ('created', 'success'), ('created', 'declined'), ('created', 'error'), ('created', 'expired'))
      when 'payout' then (old.status, new.status) in (
        ('pending', 'success'), ('pending', 'declined'), ('pending', 'error'))
    end) then
    raise exception 'transaction % may not move from % to %', old.identifier, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.refuse_unlawful_start() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not (case new.type when 'payment' then new.status in ('new', 'pending') else new.status = 'pending' end) then
    raise exception 'transaction % may not start as %', new.identifier, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.refuse_unsound_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (
    select from transactions
    where identifier = new.identifier and merchant = new.merchant
      and coalesce(billing_currency, currency) = new.currency and coalesce(billing_amount, amount) = new.amount
      and case new.kind
        when 'reserve' then type = 'payout' and status = 'pending'
        when 'settle' then type = 'payout' and status = 'success'
        when 'release' then type = 'payout' and status in ('declined', 'error')
        when 'adjust' then type = 'payout' and status = 'success'
        when 'collect' then type = 'payment' and status = 'success'
      end) then
    raise exception 'entry % does not say what transaction % says', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind in ('settle', 'release', 'adjust') and not exists (
    select from ledger_entries
    where identifier = new.identifier and kind = case new.kind when 'adjust' then 'settle' else 'reserve' end) then
    raise exception 'entry % of transaction % has nothing to follow', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind = 'adjust' and not exists (
    select from reviews where identifier = new.identifier and adjustment is not null) then
    raise exception 'no closed review of transaction % asks for an adjustment', new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.refuse_writing_by_hand() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 then
    raise exception '% follows from what is posted and registered', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION public.reserve_payout() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into payouts_in_flight as project (project, count) values (new.project, 1)
  on conflict (project) do update set count = project.count + 1
    where new.payouts_in_flight_max is null or project.count < new.payouts_in_flight_max;
  if not found then
    raise exception 'project % has % payouts in flight already', new.project, new.payouts_in_flight_max
      using errcode = 'GW002';
  end if;
  insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
  values (new.merchant, coalesce(new.billing_currency, new.currency), 'available', 'reserved',
    coalesce(new.billing_amount, new.amount), 'reserve', new.identifier);
  return null;
end $$;

CREATE FUNCTION public.revise_for_attempt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update transactions set revision = revision + 1, progressed_at = clock_timestamp() where identifier = new.identifier;
  return null;
end $$;

CREATE FUNCTION public.stamp_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.at := clock_timestamp();
  new.login := session_user;
  return new;
end $$;

CREATE FUNCTION public.take_card() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  tested record;
begin
  for tested in
    select kind, value, (new.terms->'declines'->>kind)::integer as declines_max
    from (values (1, 'customer', new.customer), (2, 'address', new.address)) as listed (position, kind, value)
    where value is not null and new.terms->'declines' ? kind
    order by position
  loop
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'cards', new.project, tested.kind, tested.value), 0));
    perform refuse_tested_card(new, tested.kind, tested.value, tested.declines_max);
  end loop;
  return new;
end $$;

CREATE FUNCTION public.take_turns(of_mid text, of_asker text, wanted integer, per_second integer) RETURNS TABLE(granted integer, remaining_ms double precision)
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.watch_declined_card() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  watched guarded_payments;
  customer_tests boolean;
  address_tests boolean;
  blocked_at constant timestamptz := clock_timestamp();
begin
  delete from guarded_payments where identifier = new.identifier returning * into watched;
  if not found or new.status <> 'declined' or new.error_code <> 200 or new.card_first6 is null then
    return null;
  end if;
  customer_tests := count_declined_card(new.project, 'customer', watched.customer, watched.terms);
  address_tests := count_declined_card(new.project, 'address', watched.address, watched.terms);
  if customer_tests or address_tests then
    insert into blocks (kind, value, scope, applies_to, reason, author, by_guard, added_at, expires_at)
    select kind, value, 'project', array[new.project], 'too many declined cards', 'card-testing guard', true,
      blocked_at, blocked_at + greatest(1, (watched.terms->>'blockedForMs')::bigint) * interval '1 millisecond'
    from (values ('identifier', watched.customer, customer_tests), ('address', watched.address, address_tests))
      as tester (kind, value, is_found)
    where is_found;
  end if;
  return null;
end $$;

CREATE FUNCTION public.write_blocks_in_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(7204552);
  return null;
end $$;

CREATE TABLE public.answers (
    identifier uuid NOT NULL,
    state text NOT NULL,
    open_until timestamp(3) with time zone NOT NULL,
    answered_calls uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT answers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'timed_out'::text, 'answered'::text])))
);

CREATE TABLE public.api_key_revision (
    only_row boolean DEFAULT true NOT NULL,
    revision integer NOT NULL,
    CONSTRAINT api_key_revision_only_row_check CHECK (only_row)
);

CREATE TABLE public.api_keys (
    id text NOT NULL,
    project text NOT NULL,
    purpose text NOT NULL,
    secret_box bytea NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    not_before timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoked_by text,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT api_keys_purpose_check CHECK ((purpose = ANY (ARRAY['request'::text, 'callback'::text]))),
    CONSTRAINT api_keys_revocation_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);
ALTER TABLE ONLY public.api_keys ALTER COLUMN secret_box SET STATISTICS 0;

CREATE TABLE public.attempts (
    identifier uuid NOT NULL,
    n integer NOT NULL,
    provider text NOT NULL,
    mid text NOT NULL,
    provider_reference text NOT NULL,
    state text NOT NULL,
    cause text,
    detail text,
    provider_id text,
    evidence jsonb,
    started_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp(3) with time zone,
    send_by timestamp(3) with time zone,
    prepared text,
    CONSTRAINT attempts_n_check CHECK ((n >= 1)),
    CONSTRAINT attempts_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'sending'::text, 'accepted'::text, 'final'::text, 'declined'::text, 'not_sent'::text, 'unknown'::text])))
);

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    login text NOT NULL,
    CONSTRAINT audit_log_action_check CHECK ((action ~ '^[a-z_]+[.][a-z_]+$'::text)),
    CONSTRAINT audit_log_actor_check CHECK ((actor <> ''::text))
);

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seals (
    n integer NOT NULL,
    through_id bigint NOT NULL,
    row_count integer NOT NULL,
    hash text NOT NULL,
    sealed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT audit_seals_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.bank_code_challenges (
    identifier uuid NOT NULL,
    banks jsonb NOT NULL,
    bank_code text,
    confirmed_at timestamp(3) with time zone,
    CONSTRAINT bank_code_challenges_confirmation_check CHECK (((bank_code IS NULL) = (confirmed_at IS NULL)))
);

CREATE TABLE public.bank_lists (
    provider text NOT NULL,
    country text NOT NULL,
    banks jsonb NOT NULL,
    fetched_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.block_removals (
    id bigint NOT NULL,
    block bigint NOT NULL,
    reason text NOT NULL,
    author text NOT NULL,
    removed_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT block_removals_author_check CHECK ((author <> ''::text)),
    CONSTRAINT block_removals_reason_check CHECK ((reason <> ''::text))
);

ALTER TABLE public.block_removals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.block_removals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.blocks (
    id bigint NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    scope text NOT NULL,
    applies_to text[],
    reason text NOT NULL,
    author text NOT NULL,
    by_guard boolean DEFAULT false NOT NULL,
    added_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT blocks_applies_to_check CHECK (((applies_to IS NULL) OR ((cardinality(applies_to) > 0) AND (scope <> ALL (ARRAY['system'::text, 'global'::text]))))),
    CONSTRAINT blocks_author_check CHECK ((author <> ''::text)),
    CONSTRAINT blocks_expiry_check CHECK ((expires_at > added_at)),
    CONSTRAINT blocks_kind_check CHECK ((kind = ANY (ARRAY['identifier'::text, 'email'::text, 'phone'::text, 'document'::text, 'address'::text, 'card'::text, 'bin'::text]))),
    CONSTRAINT blocks_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT blocks_scope_check CHECK ((scope = ANY (ARRAY['customer'::text, 'merchant'::text, 'project'::text, 'system'::text, 'global'::text]))),
    CONSTRAINT blocks_value_check CHECK ((value ~
CASE kind
    WHEN 'bin'::text THEN '^[0-9]{6,8}$'::text
    ELSE '^[0-9a-f]{64}$'::text
END))
);

ALTER TABLE public.blocks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.blocks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.card_vault (
    identifier uuid NOT NULL,
    card_box bytea NOT NULL,
    cvv_box bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    key_id uuid
);
ALTER TABLE ONLY public.card_vault ALTER COLUMN card_box SET STATISTICS 0;
ALTER TABLE ONLY public.card_vault ALTER COLUMN cvv_box SET STATISTICS 0;

CREATE TABLE public.circuits (
    mid text NOT NULL,
    failures integer NOT NULL,
    failures_max integer NOT NULL,
    cooldown_ms integer NOT NULL,
    probe_due_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT circuits_cooldown_check CHECK ((cooldown_ms > 0)),
    CONSTRAINT circuits_failures_check CHECK ((failures >= 1)),
    CONSTRAINT circuits_failures_max_check CHECK ((failures_max >= 1))
);

CREATE TABLE public.configurations (
    version integer NOT NULL,
    digest text NOT NULL,
    document jsonb NOT NULL,
    secrets_box bytea NOT NULL,
    applied_by text NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
ALTER TABLE ONLY public.configurations ALTER COLUMN secrets_box SET STATISTICS 0;

ALTER TABLE public.configurations ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.configurations_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.declined_cards (
    project text NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    declined_at timestamp(3) with time zone[] NOT NULL,
    forget_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.delivery_attempts (
    event_id text NOT NULL,
    n integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    http_status integer,
    failure text,
    latency_ms integer NOT NULL
)
PARTITION BY RANGE (event_id);

CREATE TABLE public.delivery_attempts_first (
    event_id text NOT NULL,
    n integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    http_status integer,
    failure text,
    latency_ms integer NOT NULL
);

CREATE TABLE public.endpoints (
    endpoint text NOT NULL,
    failing_since timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    is_settled boolean DEFAULT false NOT NULL,
    resumed_at timestamp(3) with time zone,
    next_release_at timestamp(3) with time zone,
    probe_ms double precision NOT NULL,
    callback_rate integer NOT NULL,
    CONSTRAINT endpoints_pause_check CHECK (((paused_at IS NULL) OR ((failing_since IS NOT NULL) AND (next_release_at IS NOT NULL))))
);

CREATE TABLE public.events (
    event_id text NOT NULL,
    identifier uuid NOT NULL,
    merchant text NOT NULL,
    committed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    callback_url text,
    body text NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt timestamp(3) with time zone,
    steps integer DEFAULT 0 NOT NULL,
    endpoint text,
    is_released boolean DEFAULT false NOT NULL,
    finished_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT events_state_check CHECK ((state = ANY (ARRAY['none'::text, 'pending'::text, 'paused'::text, 'delivered'::text, 'stopped'::text, 'exhausted'::text])))
);

CREATE TABLE public.guarded_payments (
    identifier uuid NOT NULL,
    customer text,
    address text,
    terms jsonb NOT NULL,
    CONSTRAINT guarded_payments_address_check CHECK ((address ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT guarded_payments_customer_check CHECK ((customer ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.late_lookups (
    identifier uuid NOT NULL,
    n integer NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    ended_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.ledger_balances (
    merchant text NOT NULL,
    currency text NOT NULL,
    available numeric NOT NULL,
    reserved numeric DEFAULT 0 NOT NULL,
    CONSTRAINT ledger_balances_available_check CHECK ((available >= (0)::numeric)),
    CONSTRAINT ledger_balances_reserved_check CHECK ((reserved >= (0)::numeric))
)
WITH (fillfactor='50');

CREATE TABLE public.ledger_entries (
    id bigint NOT NULL,
    merchant text NOT NULL,
    currency text NOT NULL,
    from_account text NOT NULL,
    to_account text NOT NULL,
    amount numeric NOT NULL,
    kind text NOT NULL,
    identifier uuid,
    posted_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    author text,
    reason text,
    committed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT ledger_entries_accounts_check CHECK ((kind, from_account, to_account) in (
      ('top_up', 'funding', 'available'),
      ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
      ('collect', 'clearing', 'collected'),
      ('adjust', 'clearing', 'available'))),
    CONSTRAINT ledger_entries_amount_check CHECK ((amount > (0)::numeric)),
    CONSTRAINT ledger_entries_cause_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['top_up'::text, 'adjust'::text])) THEN COALESCE(((author <> ''::text) AND (reason <> ''::text)), false)
    ELSE ((author IS NULL) AND (reason IS NULL))
END),
    CONSTRAINT ledger_entries_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT ledger_entries_transaction_check CHECK (((kind = 'top_up'::text) = (identifier IS NULL)))
);

ALTER TABLE public.ledger_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.ledger_postings AS
 SELECT ledger_entries.id,
    ledger_entries.merchant,
    ledger_entries.currency,
    posting.account,
    posting.amount,
    ledger_entries.kind,
    ledger_entries.identifier,
    ledger_entries.posted_at
   FROM (public.ledger_entries
     CROSS JOIN LATERAL ( VALUES (ledger_entries.from_account,(- ledger_entries.amount)), (ledger_entries.to_account,ledger_entries.amount)) posting(account, amount));

CREATE TABLE public.ledger_proofs (
    id bigint NOT NULL,
    differences integer NOT NULL,
    proved_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT ledger_proofs_differences_check CHECK ((differences >= 0))
);

ALTER TABLE public.ledger_proofs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_proofs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.limit_claims AS
 SELECT transactions.identifier,
    transactions.created_at,
    claimed.per,
    claimed.starts_on,
    claimed.scope,
    claimed.subject,
    transactions.type,
    transactions.currency,
    transactions.amount
   FROM (public.transactions
     CROSS JOIN LATERAL public.limits_of(transactions.plan, transactions.created_at, COALESCE(transactions.counted_mid, (((transactions.plan -> 'routes'::text) -> 0) ->> 'mid'::text))) claimed(scope, subject, per, starts_on, amount_max, count_max))
  WHERE ((transactions.plan ? 'limits'::text) AND (transactions.status <> ALL (ARRAY['declined'::text, 'error'::text, 'expired'::text])));

CREATE TABLE public.limit_counters (
    per text NOT NULL,
    starts_on date NOT NULL,
    scope text NOT NULL,
    subject text NOT NULL,
    type text NOT NULL,
    currency text NOT NULL,
    amount numeric NOT NULL,
    count integer NOT NULL,
    CONSTRAINT limit_counters_amount_check CHECK ((amount >= (0)::numeric)),
    CONSTRAINT limit_counters_count_check CHECK ((count >= 0)),
    CONSTRAINT limit_counters_per_check CHECK ((per = ANY (ARRAY['day'::text, 'month'::text]))),
    CONSTRAINT limit_counters_scope_check CHECK ((scope = ANY (ARRAY['project'::text, 'customer'::text, 'mid'::text]))),
    CONSTRAINT limit_counters_starts_on_check CHECK ((starts_on = (date_trunc(per, (starts_on)::timestamp without time zone))::date))
)
WITH (fillfactor='50');

CREATE TABLE public.lookups (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    n integer NOT NULL,
    answer text NOT NULL,
    outcome text,
    evidence jsonb,
    detail text,
    asked_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    CONSTRAINT lookups_answer_check CHECK ((answer = ANY (ARRAY['found'::text, 'not_found'::text, 'no_answer'::text])))
)
PARTITION BY RANGE (identifier);

CREATE TABLE public.lookups_first (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    n integer NOT NULL,
    answer text NOT NULL,
    outcome text,
    evidence jsonb,
    detail text,
    asked_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    CONSTRAINT lookups_answer_check CHECK ((answer = ANY (ARRAY['found'::text, 'not_found'::text, 'no_answer'::text])))
);

ALTER TABLE public.lookups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lookups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.mid_turns (
    mid text NOT NULL,
    asker text NOT NULL,
    period bigint NOT NULL,
    taken integer NOT NULL
);

CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);

CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;

CREATE VIEW public.month_parts AS
 SELECT (parent.relname)::text AS table_name,
    (part.relname)::text AS part,
    keys.since_key,
    keys.until_key,
    to_timestamp((((((('x'::text || substr(regexp_replace(keys.since_key, '^evt_|-'::text, ''::text, 'g'::text), 1, 12)))::bit(48))::bigint)::numeric / 1000.0))::double precision) AS since,
    to_timestamp((((((('x'::text || substr(regexp_replace(keys.until_key, '^evt_|-'::text, ''::text, 'g'::text), 1, 12)))::bit(48))::bigint)::numeric / 1000.0))::double precision) AS until
   FROM (((((pg_partitioned_table
     JOIN pg_class parent ON ((parent.oid = pg_partitioned_table.partrelid)))
     JOIN pg_inherits ON ((pg_inherits.inhparent = parent.oid)))
     JOIN pg_class part ON ((part.oid = pg_inherits.inhrelid)))
     CROSS JOIN LATERAL pg_get_expr(part.relpartbound, part.oid) bounds(bounds))
     CROSS JOIN LATERAL ( SELECT "substring"(bounds.bounds, 'FROM [(]''([^'']+)'''::text) AS since_key,
            "substring"(bounds.bounds, 'TO [(]''([^'']+)'''::text) AS until_key) keys)
  WHERE (parent.relnamespace = (("current_schema"())::regnamespace)::oid);

CREATE VIEW public.open_configurations AS
 SELECT configurations.version,
    configurations.digest,
    configurations.document
   FROM public.configurations;

CREATE VIEW public.open_places AS
 SELECT (((pg_locks.classid)::bigint)::bit(32))::integer AS key,
    ((min((at.newest + ((((pg_locks.objid)::bigint - at.newest))::bit(32))::integer)))::text)::xid8 AS place
   FROM (pg_locks
     CROSS JOIN ( SELECT ((pg_snapshot_xmax(pg_current_snapshot()))::text)::bigint AS newest) at)
  WHERE ((pg_locks.locktype = 'advisory'::text) AND (pg_locks.objsubid = 2) AND (pg_locks.database = ( SELECT pg_database.oid
           FROM pg_database
          WHERE (pg_database.datname = current_database()))))
  GROUP BY pg_locks.classid;

CREATE TABLE public.operator_decisions (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    decision text NOT NULL,
    operator text NOT NULL,
    reason text NOT NULL,
    evidence text NOT NULL,
    decided_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE public.operator_decisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.operator_decisions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payouts_in_flight (
    project text NOT NULL,
    count integer NOT NULL,
    CONSTRAINT payouts_in_flight_count_check CHECK ((count >= 0))
)
WITH (fillfactor='50');

CREATE TABLE public.personal_data (
    identifier uuid NOT NULL,
    box bytea NOT NULL,
    transfer_box bytea,
    ended_at timestamp(3) with time zone
);
ALTER TABLE ONLY public.personal_data ALTER COLUMN box SET STATISTICS 0;
ALTER TABLE ONLY public.personal_data ALTER COLUMN transfer_box SET STATISTICS 0;

CREATE TABLE public.provider_events (
    id uuid NOT NULL,
    provider text NOT NULL,
    event_id text NOT NULL,
    provider_reference text NOT NULL,
    identifier uuid,
    evidence jsonb NOT NULL,
    received_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    applied_at timestamp(3) with time zone,
    verdict text,
    repetition_key text DEFAULT ''::text NOT NULL
);

CREATE UNLOGGED TABLE public.rate_windows (
    key_id text NOT NULL,
    second bigint NOT NULL,
    leased bigint NOT NULL
);

CREATE TABLE public.redeliveries (
    event_id text NOT NULL,
    endpoint text NOT NULL,
    committed_in xid8 NOT NULL,
    due_at timestamp(3) with time zone
);

CREATE TABLE public.redelivery_orders (
    id bigint NOT NULL,
    project text NOT NULL,
    from_at timestamp(3) with time zone NOT NULL,
    to_at timestamp(3) with time zone,
    states text[] NOT NULL,
    operator text NOT NULL,
    reason text NOT NULL,
    ordered_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE public.redelivery_orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.redelivery_orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reviews (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    cause text NOT NULL,
    evidence jsonb NOT NULL,
    raised_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    next_sweep_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by text,
    closing_reason text,
    adjustment text,
    CONSTRAINT reviews_adjustment_check CHECK (((adjustment IS NULL) OR ((adjustment = 'returned'::text) AND (closed_at IS NOT NULL)))),
    CONSTRAINT reviews_closing_check CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) = (closing_reason IS NULL))))
);

ALTER TABLE public.reviews ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reviews_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.routing_decisions (
    identifier uuid NOT NULL,
    configuration_version integer NOT NULL,
    candidates jsonb NOT NULL
)
PARTITION BY RANGE (identifier);

CREATE TABLE public.routing_decisions_first (
    identifier uuid NOT NULL,
    configuration_version integer NOT NULL,
    candidates jsonb NOT NULL
);

CREATE TABLE public.status_history (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    status text NOT NULL,
    source text NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
)
PARTITION BY RANGE (identifier);

CREATE TABLE public.status_history_first (
    id bigint NOT NULL,
    identifier uuid NOT NULL,
    status text NOT NULL,
    source text NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE public.status_history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.status_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.success_lookups (
    identifier uuid NOT NULL,
    n integer NOT NULL,
    mid text NOT NULL,
    step integer NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    words integer DEFAULT 0 NOT NULL,
    ended_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.sweeps (
    identifier uuid NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    next_sweep_at timestamp(3) with time zone NOT NULL,
    ensured_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    suspicions integer DEFAULT 0 NOT NULL,
    suspicion_due_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    asked_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    cancel_asked_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);

CREATE TABLE public.switches (
    id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    is_off boolean NOT NULL,
    operator text NOT NULL,
    reason text NOT NULL,
    switched_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT switches_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'mid'::text, 'method'::text]))),
    CONSTRAINT switches_operator_check CHECK ((operator <> ''::text)),
    CONSTRAINT switches_reason_check CHECK ((reason <> ''::text))
);

ALTER TABLE public.switches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.switches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.temporal_namespace (
    only_row boolean DEFAULT true NOT NULL,
    id text NOT NULL,
    lost_at timestamp(3) with time zone,
    CONSTRAINT temporal_namespace_only_row_check CHECK (only_row)
);

CREATE TABLE public.timings (
    key bytea NOT NULL,
    content jsonb NOT NULL
);

CREATE TABLE public.transfer_details (
    identifier uuid NOT NULL,
    fingerprint bytea NOT NULL,
    accepted_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    next_sweep_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    outcome text,
    CONSTRAINT transfer_details_outcome_check CHECK ((outcome = ANY (ARRAY['taken'::text, 'refused'::text, 'not_supported'::text, 'forgotten'::text]))),
    CONSTRAINT transfer_details_settled_check CHECK (((settled_at IS NULL) = (outcome IS NULL)))
);

CREATE UNLOGGED TABLE public.vault_keys (
    id uuid NOT NULL,
    public_key bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT vault_keys_public_key_check CHECK ((length(public_key) = 32))
);

CREATE UNLOGGED TABLE public.vault_private_keys (
    id uuid NOT NULL,
    box bytea NOT NULL
);
ALTER TABLE ONLY public.vault_private_keys ALTER COLUMN box SET STATISTICS 0;

ALTER TABLE ONLY public.delivery_attempts ATTACH PARTITION public.delivery_attempts_first FOR VALUES FROM (MINVALUE) TO ('evt_01a36e30f800');

ALTER TABLE ONLY public.lookups ATTACH PARTITION public.lookups_first FOR VALUES FROM (MINVALUE) TO ('01a36e30-f800-0000-0000-000000000000');

ALTER TABLE ONLY public.routing_decisions ATTACH PARTITION public.routing_decisions_first FOR VALUES FROM (MINVALUE) TO ('01a36e30-f800-0000-0000-000000000000');

ALTER TABLE ONLY public.status_history ATTACH PARTITION public.status_history_first FOR VALUES FROM (MINVALUE) TO ('01a36e30-f800-0000-0000-000000000000');

ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);

ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.api_key_revision
    ADD CONSTRAINT api_key_revision_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (identifier, n);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_provider_reference_key UNIQUE (provider_reference);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (n);

ALTER TABLE ONLY public.bank_code_challenges
    ADD CONSTRAINT bank_code_challenges_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.bank_lists
    ADD CONSTRAINT bank_lists_pkey PRIMARY KEY (provider, country);

ALTER TABLE ONLY public.block_removals
    ADD CONSTRAINT block_removals_block_key UNIQUE (block);

ALTER TABLE ONLY public.block_removals
    ADD CONSTRAINT block_removals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.card_vault
    ADD CONSTRAINT card_vault_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.cards_under_way
    ADD CONSTRAINT cards_under_way_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.circuits
    ADD CONSTRAINT circuits_pkey PRIMARY KEY (mid);

ALTER TABLE ONLY public.configurations
    ADD CONSTRAINT configurations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.declined_cards
    ADD CONSTRAINT declined_cards_pkey PRIMARY KEY (project, kind, value);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (event_id, n);

ALTER TABLE ONLY public.delivery_attempts_first
    ADD CONSTRAINT delivery_attempts_first_pkey PRIMARY KEY (event_id, n);

ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_pkey PRIMARY KEY (endpoint);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_transaction_key UNIQUE (identifier);

ALTER TABLE ONLY public.guarded_payments
    ADD CONSTRAINT guarded_payments_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.late_lookups
    ADD CONSTRAINT late_lookups_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_pkey PRIMARY KEY (merchant, currency);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_once_key UNIQUE (identifier, kind);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ledger_proofs
    ADD CONSTRAINT ledger_proofs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.limit_counters
    ADD CONSTRAINT limit_counters_pkey PRIMARY KEY (per, starts_on, scope, subject, type, currency);

ALTER TABLE ONLY public.lookups
    ADD CONSTRAINT lookups_pkey PRIMARY KEY (identifier, id);

ALTER TABLE ONLY public.lookups_first
    ADD CONSTRAINT lookups_first_pkey PRIMARY KEY (identifier, id);

ALTER TABLE ONLY public.mid_turns
    ADD CONSTRAINT mid_turns_pkey PRIMARY KEY (mid, asker);

ALTER TABLE ONLY public.operator_decisions
    ADD CONSTRAINT operator_decisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payouts_in_flight
    ADD CONSTRAINT payouts_in_flight_pkey PRIMARY KEY (project);

ALTER TABLE ONLY public.personal_data
    ADD CONSTRAINT personal_data_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_event_key UNIQUE (provider, event_id, repetition_key);

ALTER TABLE ONLY public.provider_events
    ADD CONSTRAINT provider_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.redeliveries
    ADD CONSTRAINT redeliveries_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.redelivery_orders
    ADD CONSTRAINT redelivery_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.routing_decisions
    ADD CONSTRAINT routing_decisions_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.routing_decisions_first
    ADD CONSTRAINT routing_decisions_first_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.status_history
    ADD CONSTRAINT status_history_pkey PRIMARY KEY (identifier, id);

ALTER TABLE ONLY public.status_history_first
    ADD CONSTRAINT status_history_first_pkey PRIMARY KEY (identifier, id);

ALTER TABLE ONLY public.success_lookups
    ADD CONSTRAINT success_lookups_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.sweeps
    ADD CONSTRAINT sweeps_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.switches
    ADD CONSTRAINT switches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.temporal_namespace
    ADD CONSTRAINT temporal_namespace_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.timings
    ADD CONSTRAINT timings_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_reference_key UNIQUE (merchant, type, reference);

ALTER TABLE ONLY public.transfer_details
    ADD CONSTRAINT transfer_details_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.vault_keys
    ADD CONSTRAINT vault_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vault_private_keys
    ADD CONSTRAINT vault_private_keys_pkey PRIMARY KEY (id);

CREATE INDEX api_keys_project_idx ON public.api_keys USING btree (project);

CREATE INDEX attempts_provider_id_idx ON public.attempts USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX blocks_value_idx ON public.blocks USING btree (value, kind);

CREATE INDEX card_vault_expiry_idx ON public.card_vault USING btree (expires_at);

CREATE INDEX card_vault_key_idx ON public.card_vault USING btree (key_id);

CREATE INDEX cards_under_way_address_idx ON public.cards_under_way USING btree (project, address);

CREATE INDEX cards_under_way_customer_idx ON public.cards_under_way USING btree (project, customer);

CREATE INDEX declined_cards_forget_idx ON public.declined_cards USING btree (forget_at);

CREATE INDEX events_feed_idx ON public.events USING btree (merchant, committed_in, event_id);

CREATE INDEX events_finished_idx ON public.events USING btree (merchant, finished_at, event_id);

CREATE INDEX events_undelivered_idx ON public.events USING btree (state, finished_at) WHERE (state = ANY (ARRAY['pending'::text, 'paused'::text]));

CREATE INDEX events_untaken_finished_idx ON public.events USING btree (merchant, finished_at, event_id) WHERE (state = ANY (ARRAY['exhausted'::text, 'stopped'::text]));

CREATE INDEX events_untaken_idx ON public.events USING btree (merchant, committed_in, event_id) WHERE (state = ANY (ARRAY['exhausted'::text, 'stopped'::text]));

CREATE INDEX events_waiting_idx ON public.events USING btree (endpoint, committed_in, event_id) WHERE (endpoint IS NOT NULL);

CREATE INDEX late_lookups_due_idx ON public.late_lookups USING btree (due_at);

CREATE UNIQUE INDEX ledger_entries_end_key ON public.ledger_entries USING btree (identifier) WHERE (kind = ANY (ARRAY['settle'::text, 'release'::text]));

CREATE INDEX ledger_entries_list_idx ON public.ledger_entries USING btree (merchant, currency, committed_in, id);

CREATE UNIQUE INDEX ledger_entries_opening_key ON public.ledger_entries USING btree (merchant, currency) WHERE ((kind = 'top_up'::text) AND (author = 'configuration'::text));

CREATE INDEX operator_decisions_identifier_idx ON public.operator_decisions USING btree (identifier);

CREATE INDEX personal_data_ended_idx ON public.personal_data USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX provider_events_identifier_idx ON public.provider_events USING btree (identifier) WHERE (identifier IS NOT NULL);

CREATE INDEX provider_events_unmatched_idx ON public.provider_events USING btree (received_at) WHERE (identifier IS NULL);

CREATE INDEX provider_events_waiting_idx ON public.provider_events USING btree (identifier) WHERE (applied_at IS NULL);

CREATE INDEX redeliveries_due_idx ON public.redeliveries USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX redeliveries_waiting_idx ON public.redeliveries USING btree (endpoint, committed_in, event_id) WHERE (due_at IS NULL);

CREATE UNIQUE INDEX reviews_adjustment_key ON public.reviews USING btree (identifier) WHERE (adjustment IS NOT NULL);

CREATE INDEX reviews_identifier_idx ON public.reviews USING btree (identifier);

CREATE INDEX reviews_open_idx ON public.reviews USING btree (next_sweep_at) WHERE (closed_at IS NULL);

CREATE UNIQUE INDEX reviews_stalled_key ON public.reviews USING btree (identifier) WHERE ((closed_at IS NULL) AND (cause = 'no progress for too long'::text));

CREATE INDEX success_lookups_due_idx ON public.success_lookups USING btree (mid, due_at);

CREATE INDEX sweeps_due_idx ON public.sweeps USING btree (next_sweep_at);

CREATE INDEX sweeps_ensured_idx ON public.sweeps USING btree (ensured_at);

CREATE INDEX switches_newest_idx ON public.switches USING btree (kind, name, id);

CREATE INDEX transactions_list_idx ON public.transactions USING btree (merchant, created_at, identifier);

CREATE INDEX transactions_open_idx ON public.transactions USING btree (created_at) WHERE (finished_at IS NULL);

CREATE INDEX transfer_details_open_idx ON public.transfer_details USING btree (next_sweep_at) WHERE (settled_at IS NULL);

ALTER INDEX public.delivery_attempts_pkey ATTACH PARTITION public.delivery_attempts_first_pkey;

ALTER INDEX public.lookups_pkey ATTACH PARTITION public.lookups_first_pkey;

ALTER INDEX public.routing_decisions_pkey ATTACH PARTITION public.routing_decisions_first_pkey;

ALTER INDEX public.status_history_pkey ATTACH PARTITION public.status_history_first_pkey;

CREATE TRIGGER api_keys_audit AFTER INSERT ON public.api_keys FOR EACH ROW EXECUTE FUNCTION public.audit_change('key.created', 'created_by', 'id', 'project', 'purpose', 'not_before');

CREATE TRIGGER api_keys_changed AFTER INSERT OR UPDATE OF secret_box, revoked_at ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.count_api_key_change();

CREATE TRIGGER api_keys_end_audit AFTER UPDATE OF revoked_at ON public.api_keys FOR EACH ROW WHEN ((new.revoked_at IS DISTINCT FROM old.revoked_at)) EXECUTE FUNCTION public.audit_change('key.ended', 'revoked_by', 'id', 'project', 'purpose', 'revoked_at');

CREATE TRIGGER api_keys_law BEFORE DELETE OR UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION public.keep_api_key();

CREATE TRIGGER api_keys_never_emptied BEFORE TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER attempts_move_limits BEFORE INSERT ON public.attempts FOR EACH ROW WHEN ((new.n > 1)) EXECUTE FUNCTION public.move_limits();

CREATE TRIGGER attempts_never_emptied BEFORE TRUNCATE ON public.attempts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER attempts_revision AFTER INSERT ON public.attempts FOR EACH ROW EXECUTE FUNCTION public.revise_for_attempt();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER audit_log_insert_bound BEFORE INSERT ON public.audit_log FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_staff'::text)) AND ((new.action = ANY (ARRAY['transaction.viewed'::text, 'transactions.searched'::text, 'list.viewed'::text, 'list.exported'::text])) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER audit_log_stamp BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.stamp_audit();

CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER audit_seals_audit AFTER INSERT ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION public.audit_change('log.sealed', 'login', 'n', 'through_id', 'hash');

CREATE TRIGGER audit_seals_never_emptied BEFORE TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER bank_code_challenges_law BEFORE DELETE OR UPDATE ON public.bank_code_challenges FOR EACH ROW EXECUTE FUNCTION public.keep_chosen_bank();

CREATE TRIGGER bank_code_challenges_never_emptied BEFORE TRUNCATE ON public.bank_code_challenges FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER block_removals_append_only BEFORE DELETE OR UPDATE ON public.block_removals FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER block_removals_audit AFTER INSERT ON public.block_removals FOR EACH ROW EXECUTE FUNCTION public.audit_change('block.removed', 'author', 'block', 'reason');

CREATE TRIGGER block_removals_never_emptied BEFORE TRUNCATE ON public.block_removals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER block_removals_order BEFORE INSERT ON public.block_removals FOR EACH STATEMENT EXECUTE FUNCTION public.write_blocks_in_order();

CREATE TRIGGER blocks_append_only BEFORE DELETE OR UPDATE ON public.blocks FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER blocks_audit AFTER INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION public.audit_change('block.added', 'author', 'id', 'kind', 'scope', 'applies_to', 'reason', 'expires_at', 'by_guard');

CREATE TRIGGER blocks_never_emptied BEFORE TRUNCATE ON public.blocks FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER blocks_order BEFORE INSERT ON public.blocks FOR EACH STATEMENT EXECUTE FUNCTION public.write_blocks_in_order();

CREATE TRIGGER card_vault_insert_bound BEFORE INSERT ON public.card_vault FOR EACH ROW WHEN ((SESSION_USER = ANY (ARRAY[(((current_database())::text || '_api'::text))::name, (((current_database())::text || '_checkout'::text))::name]))) EXECUTE FUNCTION public.bound_card();

CREATE TRIGGER cards_under_way_taken BEFORE INSERT ON public.cards_under_way FOR EACH ROW EXECUTE FUNCTION public.take_card();

CREATE TRIGGER circuits_update_bound BEFORE UPDATE ON public.circuits FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND (public.happens_now((new.probe_due_at - ((old.cooldown_ms)::double precision * '00:00:00.001'::interval))) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER configurations_append_only BEFORE DELETE OR UPDATE ON public.configurations FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER configurations_audit AFTER INSERT ON public.configurations FOR EACH ROW EXECUTE FUNCTION public.audit_configuration();

CREATE TRIGGER configurations_never_emptied BEFORE TRUNCATE ON public.configurations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER delivery_attempts_append_only BEFORE DELETE OR UPDATE ON public.delivery_attempts FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER delivery_attempts_never_emptied BEFORE TRUNCATE ON public.delivery_attempts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER delivery_attempts_never_emptied BEFORE TRUNCATE ON public.delivery_attempts_first FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER endpoints_insert_bound BEFORE INSERT ON public.endpoints FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND ((public.happens_now(new.next_release_at) AND public.happens_now(new.resumed_at)) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER endpoints_update_bound BEFORE UPDATE ON public.endpoints FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND ((((NOT (new.next_release_at IS DISTINCT FROM old.next_release_at)) OR public.happens_now(new.next_release_at)) AND ((NOT (new.resumed_at IS DISTINCT FROM old.resumed_at)) OR public.happens_now(new.resumed_at))) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER events_law BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION public.keep_event();

CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER events_place BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION public.place_event();

CREATE TRIGGER guarded_payments_update_bound BEFORE UPDATE ON public.guarded_payments FOR EACH ROW WHEN ((SESSION_USER = ((current_database())::text || '_checkout'::text))) EXECUTE FUNCTION public.bound_entry();

CREATE TRIGGER ledger_balances_law BEFORE INSERT OR DELETE OR UPDATE ON public.ledger_balances FOR EACH ROW EXECUTE FUNCTION public.refuse_writing_by_hand();

CREATE TRIGGER ledger_balances_never_emptied BEFORE TRUNCATE ON public.ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER ledger_entries_audit AFTER INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['top_up'::text, 'adjust'::text]))) EXECUTE FUNCTION public.audit_change('balance.posted', 'author', 'merchant', 'kind', 'currency', 'amount', 'identifier', 'reason');

CREATE TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries FOR EACH ROW WHEN (((new.from_account = ANY (ARRAY['available'::text, 'reserved'::text])) OR (new.to_account = ANY (ARRAY['available'::text, 'reserved'::text])))) EXECUTE FUNCTION public.move_balance();

CREATE TRIGGER ledger_entries_never_emptied BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER ledger_entries_place BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.place_entry();

CREATE TRIGGER ledger_entries_soundness BEFORE INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.kind <> 'top_up'::text)) EXECUTE FUNCTION public.refuse_unsound_entry();

CREATE TRIGGER ledger_proofs_append_only BEFORE DELETE OR UPDATE ON public.ledger_proofs FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER ledger_proofs_never_emptied BEFORE TRUNCATE ON public.ledger_proofs FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER limit_counters_kept BEFORE DELETE ON public.limit_counters FOR EACH ROW WHEN ((public.limit_period_end(old.per, old.starts_on) > (now() - '31 days'::interval))) EXECUTE FUNCTION public.refuse_writing_by_hand();

CREATE TRIGGER limit_counters_law BEFORE INSERT OR UPDATE ON public.limit_counters FOR EACH ROW EXECUTE FUNCTION public.refuse_writing_by_hand();

CREATE TRIGGER limit_counters_never_emptied BEFORE TRUNCATE ON public.limit_counters FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER lookups_append_only BEFORE DELETE OR UPDATE ON public.lookups FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER lookups_never_emptied BEFORE TRUNCATE ON public.lookups FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER lookups_never_emptied BEFORE TRUNCATE ON public.lookups_first FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER operator_decisions_append_only BEFORE DELETE OR UPDATE ON public.operator_decisions FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER operator_decisions_audit AFTER INSERT ON public.operator_decisions FOR EACH ROW EXECUTE FUNCTION public.audit_change('decision.taken', 'operator', 'identifier', 'decision', 'reason');

CREATE TRIGGER operator_decisions_never_emptied BEFORE TRUNCATE ON public.operator_decisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER payouts_in_flight_law BEFORE INSERT OR DELETE OR UPDATE ON public.payouts_in_flight FOR EACH ROW EXECUTE FUNCTION public.refuse_writing_by_hand();

CREATE TRIGGER payouts_in_flight_never_emptied BEFORE TRUNCATE ON public.payouts_in_flight FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER personal_data_update_bound BEFORE UPDATE ON public.personal_data FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND ((old.transfer_box IS NULL) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER provider_events_never_emptied BEFORE TRUNCATE ON public.provider_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER redelivery_orders_append_only BEFORE DELETE OR UPDATE ON public.redelivery_orders FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER redelivery_orders_audit AFTER INSERT ON public.redelivery_orders FOR EACH ROW EXECUTE FUNCTION public.audit_change('callbacks.ordered', 'operator', 'project', 'from_at', 'to_at', 'states', 'reason');

CREATE TRIGGER reviews_adjust AFTER UPDATE OF adjustment ON public.reviews FOR EACH ROW WHEN (((old.adjustment IS NULL) AND (new.adjustment IS NOT NULL))) EXECUTE FUNCTION public.post_adjustment();

CREATE TRIGGER reviews_audit AFTER UPDATE OF closed_at ON public.reviews FOR EACH ROW WHEN (((old.closed_at IS NULL) AND (new.closed_at IS NOT NULL))) EXECUTE FUNCTION public.audit_change('review.closed', 'closed_by', 'identifier', 'id', 'cause', 'adjustment', 'closing_reason');

CREATE TRIGGER reviews_insert_bound BEFORE INSERT ON public.reviews FOR EACH ROW WHEN ((SESSION_USER = ((current_database())::text || '_api'::text))) EXECUTE FUNCTION public.bound_review();

CREATE TRIGGER reviews_law BEFORE DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.keep_review();

CREATE TRIGGER reviews_never_emptied BEFORE TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER reviews_start BEFORE INSERT ON public.reviews FOR EACH ROW WHEN (((new.closed_at IS NOT NULL) OR (new.adjustment IS NOT NULL))) EXECUTE FUNCTION public.refuse_closed_review();

CREATE TRIGGER routing_decisions_append_only BEFORE DELETE OR UPDATE ON public.routing_decisions FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER routing_decisions_never_emptied BEFORE TRUNCATE ON public.routing_decisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER routing_decisions_never_emptied BEFORE TRUNCATE ON public.routing_decisions_first FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER status_history_append_only BEFORE DELETE OR UPDATE ON public.status_history FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER status_history_never_emptied BEFORE TRUNCATE ON public.status_history FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER status_history_never_emptied BEFORE TRUNCATE ON public.status_history_first FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER sweeps_insert_bound BEFORE INSERT ON public.sweeps FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND ((new.next_sweep_at <= (now() + '31 days'::interval)) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER sweeps_update_bound BEFORE UPDATE ON public.sweeps FOR EACH ROW WHEN (((SESSION_USER = ANY (ARRAY[(((current_database())::text || '_api'::text))::name, (((current_database())::text || '_checkout'::text))::name])) AND ((((new.next_sweep_at = old.next_sweep_at) OR ((new.next_sweep_at < old.next_sweep_at) AND (new.next_sweep_at >= now()))) AND ((new.suspicions - old.suspicions) = ANY (ARRAY[0, 1])) AND ((new.suspicion_due_at = old.suspicion_due_at) OR (new.suspicion_due_at <= (now() + '31 days'::interval)))) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER switches_append_only BEFORE DELETE OR UPDATE ON public.switches FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER switches_audit AFTER INSERT ON public.switches FOR EACH ROW EXECUTE FUNCTION public.audit_change('switch.turned', 'operator', 'name', 'kind', 'is_off', 'reason');

CREATE TRIGGER switches_never_emptied BEFORE TRUNCATE ON public.switches FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER timings_append_only BEFORE DELETE OR UPDATE ON public.timings FOR EACH ROW EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER timings_insert_bound BEFORE INSERT ON public.timings FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND ((new.key = SUBSTRING(sha256(convert_to((new.content)::text, 'UTF8'::name)) FROM 1 FOR 16)) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER timings_never_emptied BEFORE TRUNCATE ON public.timings FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER transactions_bank BEFORE UPDATE OF bank_code, bank_name ON public.transactions FOR EACH ROW WHEN (((old.bank_code IS NOT NULL) AND ((new.bank_code IS DISTINCT FROM old.bank_code) OR (new.bank_name IS DISTINCT FROM old.bank_name)))) EXECUTE FUNCTION public.keep_bank();

CREATE TRIGGER transactions_card BEFORE UPDATE OF card_first6, card_last4, card_brand, card_fingerprint ON public.transactions FOR EACH ROW WHEN (old.submit_due_at is not null and ((new.card_first6, new.card_last4, new.card_brand) is distinct from (old.card_first6, old.card_last4, old.card_brand) or (new.card_fingerprint is distinct from old.card_fingerprint and (old.card_fingerprint is not null or old.card_first6 is null)))) EXECUTE FUNCTION public.keep_card();

CREATE TRIGGER transactions_challenge_type BEFORE UPDATE OF challenge ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.keep_challenge_type();

CREATE TRIGGER transactions_claim AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.plan ? 'limits'::text)) EXECUTE FUNCTION public.claim_limits();

CREATE TRIGGER transactions_claim_back AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL) AND (new.status <> 'success'::text) AND (new.plan ? 'limits'::text))) EXECUTE FUNCTION public.give_limits_back();

CREATE TRIGGER transactions_close AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION public.close_books();

CREATE TRIGGER transactions_end_personal_data AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION public.end_personal_data();

CREATE TRIGGER transactions_history AFTER INSERT OR UPDATE OF status ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.append_history();

CREATE TRIGGER transactions_insert_bound BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND (((new.status_source = 'api'::text) AND public.happens_now(new.created_at) AND isfinite(new.payable_until) AND ((new.submit_due_at IS NULL) OR public.happens_now(new.submit_due_at)) AND ((new.challenge IS NULL) OR ((new.challenge ->> 'type'::text) = 'bank_code'::text))) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER transactions_law BEFORE DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.refuse_unlawful_change();

CREATE TRIGGER transactions_never_emptied BEFORE TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

CREATE TRIGGER transactions_plan_law BEFORE UPDATE OF plan ON public.transactions FOR EACH ROW WHEN ((new.plan IS DISTINCT FROM old.plan)) EXECUTE FUNCTION public.refuse_another_plan();

CREATE TRIGGER transactions_reserve AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.type = 'payout'::text)) EXECUTE FUNCTION public.reserve_payout();

CREATE TRIGGER transactions_start BEFORE INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.refuse_unlawful_start();

CREATE TRIGGER transactions_timings_law BEFORE UPDATE OF timings_key ON public.transactions FOR EACH ROW WHEN ((new.timings_key IS DISTINCT FROM old.timings_key)) EXECUTE FUNCTION public.refuse_another_plan();

CREATE TRIGGER transactions_update_bound BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN ((SESSION_USER = ((current_database())::text || '_checkout'::text))) EXECUTE FUNCTION public.bound_page();

CREATE TRIGGER transactions_watch_declined_card AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN (((new.type = 'payment'::text) AND (old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION public.watch_declined_card();

CREATE TRIGGER transfer_details_insert_bound BEFORE INSERT ON public.transfer_details FOR EACH ROW WHEN (((SESSION_USER = ((current_database())::text || '_api'::text)) AND (public.happens_now(new.next_sweep_at) IS NOT TRUE))) EXECUTE FUNCTION public.refuse_step();

CREATE TRIGGER transfer_details_law BEFORE DELETE OR UPDATE ON public.transfer_details FOR EACH ROW EXECUTE FUNCTION public.keep_transfer_details();

CREATE TRIGGER transfer_details_never_emptied BEFORE TRUNCATE ON public.transfer_details FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();

ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.bank_code_challenges
    ADD CONSTRAINT bank_code_challenges_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.block_removals
    ADD CONSTRAINT block_removals_block_fkey FOREIGN KEY (block) REFERENCES public.blocks(id);

ALTER TABLE ONLY public.card_vault
    ADD CONSTRAINT card_vault_key_fkey FOREIGN KEY (key_id) REFERENCES public.vault_keys(id);

ALTER TABLE ONLY public.cards_under_way
    ADD CONSTRAINT cards_under_way_guarded_fkey FOREIGN KEY (identifier) REFERENCES public.guarded_payments(identifier) ON DELETE CASCADE;

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.guarded_payments
    ADD CONSTRAINT guarded_payments_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.late_lookups
    ADD CONSTRAINT late_lookups_attempt_fkey FOREIGN KEY (identifier, n) REFERENCES public.attempts(identifier, n);

ALTER TABLE ONLY public.late_lookups
    ADD CONSTRAINT late_lookups_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.operator_decisions
    ADD CONSTRAINT operator_decisions_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.personal_data
    ADD CONSTRAINT personal_data_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.sweeps
    ADD CONSTRAINT sweeps_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.transfer_details
    ADD CONSTRAINT transfer_details_transaction_fkey FOREIGN KEY (identifier) REFERENCES public.transactions(identifier);

ALTER TABLE ONLY public.vault_private_keys
    ADD CONSTRAINT vault_private_keys_key_fkey FOREIGN KEY (id) REFERENCES public.vault_keys(id) ON DELETE CASCADE;

INSERT INTO public.api_key_revision (revision) VALUES (1);

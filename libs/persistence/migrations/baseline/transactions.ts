/** Transactions, their statuses, and the answers to the calls that registered them. */
export const transactions = `
create table transactions (
  identifier uuid constraint transactions_pkey primary key,
  request_id uuid not null,
  type text not null,
  merchant text not null,
  project text not null,
  reference text not null,
  method text not null,
  style text not null,
  mode text,
  currency text not null,
  amount numeric not null,
  status text not null,
  status_source text not null,
  error_code integer not null default 0,
  error_reason text not null default '',
  error_description text,
  expired_at_stage text,
  description text,
  meta text not null default '{}',
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
  plan jsonb not null,
  content_fingerprint bytea not null,
  submit_due_at timestamptz(3),
  opened_at timestamptz(3),
  payable_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  challenge_type text,
  billing_amount numeric,
  billing_currency text,
  payouts_in_flight_max integer,
  counted_mid text,
  faulty_forms integer not null default 0,
  revision integer not null default 0,
  progressed_at timestamptz(3) default clock_timestamp(),
  bank_code text,
  bank_name text,
  traceparent text,
  timings_key bytea,
  constraint transactions_reference_key unique (merchant, type, reference),
  constraint transactions_amount_check check (amount > 0),
  constraint transactions_bank_check check (bank_code is not null or bank_name is null),
  constraint transactions_billing_check
    check ((billing_amount is null) = (billing_currency is null) and billing_amount > 0 and billing_currency ~ '^[A-Z]{3}$'),
  constraint transactions_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint transactions_faulty_forms_check check (faulty_forms >= 0),
  constraint transactions_finished_check
    check ((finished_at is not null) = (status in ('success', 'declined', 'error', 'expired'))),
  constraint transactions_payouts_in_flight_max_check check (payouts_in_flight_max > 0),
  constraint transactions_status_check
    check (status in ('new', 'created', 'pending', 'success', 'declined', 'error', 'expired')),
  constraint transactions_status_source_check
    check (status_source in ('api', 'provider', 'lookup', 'customer', 'merchant', 'timer', 'operator')),
  constraint transactions_style_check check (style in ('h2h', 'hpp')),
  constraint transactions_traceparent_check check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$'),
  constraint transactions_type_check check (type in ('payment', 'payout'))
);
create index transactions_list_idx on transactions (merchant, created_at, identifier);
create index transactions_open_idx on transactions (created_at) where finished_at is null;

create table timings (
  key bytea constraint timings_pkey primary key,
  content jsonb not null
);

create table status_history (
  id bigint generated always as identity,
  identifier uuid not null,
  status text not null,
  source text not null,
  at timestamptz(3) not null default clock_timestamp(),
  constraint status_history_pkey primary key (identifier, id)
) partition by range (identifier);

create table idempotency_records (
  identifier uuid constraint idempotency_records_pkey primary key
    constraint idempotency_records_transaction_fkey references transactions,
  state text not null,
  open_until timestamptz(3) not null,
  answered_calls uuid[] not null default '{}',
  constraint idempotency_records_state_check check (state in ('open', 'timed_out', 'answered'))
);

create table routing_decisions (
  identifier uuid constraint routing_decisions_pkey primary key,
  configuration_version integer not null,
  candidates jsonb not null
) partition by range (identifier);

-- For tables whose rows are written once: no update, no delete, no truncate.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_unlawful_start() returns trigger language plpgsql as $$
begin
  if not (case new.type when 'payment' then new.status in ('new', 'pending') else new.status = 'pending' end) then
    raise exception 'transaction % may not start as %', new.identifier, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transactions_start before insert on transactions
  for each row execute function refuse_unlawful_start();

-- Contract §9: the transition table of the domain, repeated here. A test compares the two.
create function refuse_unlawful_change() returns trigger language plpgsql as $$
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
create trigger transactions_law before update or delete on transactions
  for each row execute function refuse_unlawful_change();

create function refuse_another_plan() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its plan', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_plan_law before update of plan on transactions
  for each row when (new.plan is distinct from old.plan) execute function refuse_another_plan();
create trigger transactions_timings_law before update of timings_key on transactions
  for each row when (new.timings_key is distinct from old.timings_key) execute function refuse_another_plan();

create function append_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into status_history (identifier, status, source) values (new.identifier, new.status, new.status_source);
  end if;
  return null;
end $$;
create trigger transactions_history after insert or update of status on transactions
  for each row execute function append_history();

-- The challenge is removed when the transaction ends; its type stays.
create function keep_challenge_type() returns trigger language plpgsql as $$
begin
  new.challenge_type := coalesce(new.challenge->>'type', old.challenge_type);
  return new;
end $$;
create trigger transactions_challenge_type before update of challenge on transactions
  for each row execute function keep_challenge_type();

create function keep_card() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its card', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_card
  before update of card_first6, card_last4, card_brand, card_fingerprint on transactions for each row
  when (old.submit_due_at is not null
    and ((new.card_first6, new.card_last4, new.card_brand)
        is distinct from (old.card_first6, old.card_last4, old.card_brand)
      or (new.card_fingerprint is distinct from old.card_fingerprint
        and (old.card_fingerprint is not null or old.card_first6 is null))))
  execute function keep_card();

create function keep_bank() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % keeps its bank', old.identifier using errcode = 'restrict_violation';
end $$;
create trigger transactions_bank before update of bank_code, bank_name on transactions for each row
  when (old.bank_code is not null and (new.bank_code, new.bank_name) is distinct from (old.bank_code, old.bank_name))
  execute function keep_bank();

-- The name of idempotency_records in releases before 1.0.
create view answers as select identifier, state, open_until, answered_calls from idempotency_records`;

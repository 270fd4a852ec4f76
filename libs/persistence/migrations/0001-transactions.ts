import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transactions, what was tried for them, what was heard about them, and whom we still have to tell. */
export class Transactions1700000000001 implements MigrationInterface {
  name = 'Transactions1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [transactions, law, history, work, hearing, telling, secrets, configuration]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The books are append-only: there is no way back before the first migration.'),
    );
  }
}

const transactions = `
create table transactions (
  identifier uuid constraint transactions_pkey primary key,
  request_id uuid not null,
  type text not null constraint transactions_type_check check (type in ('payment', 'payout')),
  merchant text not null,
  project text not null,
  reference text not null,
  method text not null,
  style text not null constraint transactions_style_check check (style in ('h2h', 'hpp')),
  mode text,
  currency text not null constraint transactions_currency_check check (currency ~ '^[A-Z]{3}$'),
  -- numeric without precision keeps the decimals as the merchant wrote them: 10.1 and 10.10 stay apart.
  amount numeric not null constraint transactions_amount_check check (amount > 0),
  status text not null constraint transactions_status_check
    check (status in ('new', 'created', 'pending', 'success', 'declined', 'error', 'expired')),
  status_source text not null constraint transactions_status_source_check
    check (status_source in ('api', 'provider', 'lookup', 'customer', 'timer', 'operator')),
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
  -- From when the transaction is due to be submitted; null while a hosted page was not posted.
  submit_due_at timestamptz(3),
  opened_at timestamptz(3),
  payable_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint transactions_reference_key unique (merchant, type, reference),
  constraint transactions_finished_check
    check ((finished_at is not null) = (status in ('success', 'declined', 'error', 'expired')))
)`;

/** Contract §9 in the database itself: repeated from the domain's transition table, compared with it by a test. */
const law = `
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
      new.currency, new.amount::text, new.created_at, new.content_fingerprint)
    is distinct from
     (old.identifier, old.request_id, old.type, old.merchant, old.project, old.reference, old.method, old.style,
      old.currency, old.amount::text, old.created_at, old.content_fingerprint) then
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
  for each row execute function refuse_unlawful_change()`;

const history = `
create table status_history (
  id bigint generated always as identity constraint status_history_pkey primary key,
  identifier uuid not null constraint status_history_transaction_fkey references transactions,
  status text not null,
  source text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index status_history_identifier_idx on status_history (identifier);
create function append_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into status_history (identifier, status, source) values (new.identifier, new.status, new.status_source);
  end if;
  return null;
end $$;
create trigger transactions_history after insert or update of status on transactions
  for each row execute function append_history();
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger status_history_append_only before update or delete on status_history
  for each row execute function refuse_rewriting()`;

/** Tables of their own, because they change after a transaction is final: what it is owed, and by whom. */
const work = `
create table answers (
  identifier uuid constraint answers_pkey primary key constraint answers_transaction_fkey references transactions,
  state text not null constraint answers_state_check check (state in ('open', 'timed_out', 'answered')),
  open_until timestamptz(3) not null
);
create table sweeps (
  identifier uuid constraint sweeps_pkey primary key constraint sweeps_transaction_fkey references transactions,
  step integer not null default 0,
  next_sweep_at timestamptz(3) not null
);
create index sweeps_due_idx on sweeps (next_sweep_at);
create table attempts (
  identifier uuid not null constraint attempts_transaction_fkey references transactions,
  n integer not null constraint attempts_n_check check (n >= 1),
  provider text not null,
  mid text not null,
  provider_reference text not null constraint attempts_provider_reference_key unique,
  state text not null constraint attempts_state_check
    check (state in ('sending', 'accepted', 'final', 'declined', 'not_sent', 'unknown')),
  cause text,
  detail text,
  provider_id text,
  evidence jsonb,
  started_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  constraint attempts_pkey primary key (identifier, n)
)`;

const hearing = `
create table provider_events (
  id uuid constraint provider_events_pkey primary key,
  provider text not null,
  event_id text not null,
  provider_reference text not null,
  identifier uuid,
  evidence jsonb not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  applied_at timestamptz(3),
  verdict text,
  constraint provider_events_event_key unique (provider, event_id)
);
create index provider_events_waiting_idx on provider_events (identifier) where applied_at is null;
create table lookups (
  id bigint generated always as identity constraint lookups_pkey primary key,
  identifier uuid not null,
  n integer not null,
  answer text not null constraint lookups_answer_check check (answer in ('found', 'not_found', 'no_answer')),
  outcome text,
  evidence jsonb,
  detail text,
  asked_at timestamptz(3) not null default clock_timestamp(),
  constraint lookups_attempt_fkey foreign key (identifier, n) references attempts
);
create index lookups_identifier_idx on lookups (identifier);
create trigger lookups_append_only before update or delete on lookups
  for each row execute function refuse_rewriting();
create table reviews (
  id bigint generated always as identity constraint reviews_pkey primary key,
  identifier uuid not null constraint reviews_transaction_fkey references transactions,
  cause text not null,
  evidence jsonb not null,
  raised_at timestamptz(3) not null default clock_timestamp()
);
create index reviews_identifier_idx on reviews (identifier)`;

const telling = `
create table events (
  event_id text constraint events_pkey primary key,
  identifier uuid not null constraint events_transaction_key unique
    constraint events_transaction_fkey references transactions,
  merchant text not null,
  -- Orders the feed without gaps: a reader stops before the oldest transaction that is still open.
  committed_in xid8 not null default pg_current_xact_id(),
  callback_url text,
  body text not null,
  state text not null constraint events_state_check
    check (state in ('none', 'pending', 'delivered', 'stopped', 'exhausted')),
  attempts integer not null default 0,
  next_attempt timestamptz(3)
);
create index events_feed_idx on events (merchant, committed_in, event_id);
create table delivery_attempts (
  event_id text not null constraint delivery_attempts_event_fkey references events,
  n integer not null,
  at timestamptz(3) not null,
  http_status integer,
  failure text,
  latency_ms integer not null,
  constraint delivery_attempts_pkey primary key (event_id, n)
)`;

/** The vault is unlogged on purpose: card data reaches no write-ahead log, no standby, no base backup. */
const secrets = `
create table personal_data (
  identifier uuid constraint personal_data_pkey primary key
    constraint personal_data_transaction_fkey references transactions,
  box bytea not null
);
create unlogged table card_vault (
  identifier uuid constraint card_vault_pkey primary key,
  card_box bytea not null,
  cvv_box bytea not null,
  expires_at timestamptz(3) not null
);
create index card_vault_expiry_idx on card_vault (expires_at)`;

const configuration = `
create table configurations (
  version integer generated always as identity constraint configurations_pkey primary key,
  digest text not null,
  document jsonb not null,
  secrets_box bytea not null,
  applied_by text not null,
  applied_at timestamptz(3) not null default clock_timestamp()
);
create trigger configurations_append_only before update or delete on configurations
  for each row execute function refuse_rewriting()`;

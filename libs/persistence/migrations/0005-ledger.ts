import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The books (contract §13). They move with the state of a transaction, in the database itself and in the statement that
 * changes the state: no code path can forget them. Whoever moves money locks the project's counter first and the
 * merchant's balance second, one row each, so nobody waits in a circle.
 */
export class Ledger1700000000005 implements MigrationInterface {
  name = 'Ledger1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    // Older payments are posted below, however many there are.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [
      billing,
      law,
      entries,
      postings,
      earlierPayments,
      soundness,
      balances,
      counters,
      reserving,
      closing,
      truncation,
    ]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The books are append-only: there is no way back.'));
  }
}

/** Empty in older rows, which are billed as they were paid. */
const billing = `
alter table transactions
  add column billing_amount numeric,
  add column billing_currency text,
  add column payouts_in_flight_max integer,
  add constraint transactions_billing_check check (
    (billing_amount is null) = (billing_currency is null) and billing_amount > 0 and billing_currency ~ '^[A-Z]{3}$'),
  add constraint transactions_payouts_in_flight_max_check check (payouts_in_flight_max > 0)`;

/** The law of the first migration, with what is billed among the things that stay. */
const law = `
create or replace function refuse_unlawful_change() returns trigger language plpgsql as $$
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
end $$`;

/** One row moves an amount between two accounts: whatever is posted, all postings of a currency add up to zero. */
const entries = `
create table ledger_entries (
  id bigint generated always as identity constraint ledger_entries_pkey primary key,
  merchant text not null,
  currency text not null constraint ledger_entries_currency_check check (currency ~ '^[A-Z]{3}$'),
  from_account text not null,
  to_account text not null,
  amount numeric not null constraint ledger_entries_amount_check check (amount > 0),
  kind text not null,
  identifier uuid constraint ledger_entries_transaction_fkey references transactions,
  note text,
  posted_at timestamptz(3) not null default clock_timestamp(),
  constraint ledger_entries_accounts_check check ((kind, from_account, to_account) in (
    ('top_up', 'funding', 'available'),
    ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
    ('collect', 'clearing', 'collected'),
    ('adjust', 'clearing', 'available'))),
  constraint ledger_entries_transaction_check check ((kind = 'top_up') = (identifier is null)),
  constraint ledger_entries_once_key unique (identifier, kind)
);
create unique index ledger_entries_end_key on ledger_entries (identifier) where kind in ('settle', 'release');
create unique index ledger_entries_opening_key on ledger_entries (merchant, currency) where note = 'opening balance';
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_rewriting()`;

const postings = `
create view ledger_postings as
  select id, merchant, currency, account, posting.amount, kind, identifier, posted_at
  from ledger_entries cross join lateral (values (from_account, -amount), (to_account, amount))
    as posting (account, amount)`;

const earlierPayments = `
insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier, posted_at)
select merchant, currency, 'clearing', 'collected', amount, 'collect', identifier, finished_at
from transactions where type = 'payment' and status = 'success' order by finished_at`;

/** An entry of a transaction says what the transaction says, and follows the entry before it. */
const soundness = `
create function refuse_unsound_entry() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger ledger_entries_soundness before insert on ledger_entries
  for each row when (new.kind <> 'top_up') execute function refuse_unsound_entry()`;

/**
 * One row per merchant and currency. Payins never touch it. A payout that finds too little, or no row at all, is
 * refused as GW001: the condition is read with the row's lock, never from an older snapshot.
 */
const balances = `
create table ledger_balances (
  merchant text not null,
  currency text not null,
  available numeric not null constraint ledger_balances_available_check check (available >= 0),
  reserved numeric not null default 0 constraint ledger_balances_reserved_check check (reserved >= 0),
  constraint ledger_balances_pkey primary key (merchant, currency)
) with (fillfactor = 50);
create function refuse_writing_by_hand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 then
    raise exception '% follows from what is posted and registered', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_balances_law before insert or update or delete on ledger_balances
  for each row execute function refuse_writing_by_hand();
create function move_balance() returns trigger language plpgsql as $$
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
create trigger ledger_entries_balance after insert on ledger_entries
  for each row when (new.from_account in ('available', 'reserved') or new.to_account in ('available', 'reserved'))
  execute function move_balance()`;

const counters = `
create table payouts_in_flight (
  project text constraint payouts_in_flight_pkey primary key,
  count integer not null constraint payouts_in_flight_count_check check (count >= 0)
) with (fillfactor = 50);
create trigger payouts_in_flight_law before insert or update or delete on payouts_in_flight
  for each row execute function refuse_writing_by_hand()`;

/** GW002: the project has as many payouts in flight as it may have. */
const reserving = `
create function reserve_payout() returns trigger language plpgsql as $$
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
create trigger transactions_reserve after insert on transactions
  for each row when (new.type = 'payout') execute function reserve_payout()`;

/** What is unknown is not final, and holds. */
const closing = `
create function close_books() returns trigger language plpgsql as $$
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
create trigger transactions_close after update of status on transactions
  for each row when (old.finished_at is null and new.finished_at is not null) execute function close_books()`;

const truncation = ['ledger_entries', 'ledger_balances', 'payouts_in_flight']
  .map(
    (table) => `create trigger ${table}_never_emptied before truncate on ${table}
    for each statement execute function refuse_rewriting()`,
  )
  .join(';');

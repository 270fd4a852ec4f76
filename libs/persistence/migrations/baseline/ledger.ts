/** The ledger: entries, balances, and the triggers that post. */
export const ledger = `
create table ledger_entries (
  id bigint generated always as identity constraint ledger_entries_pkey primary key,
  merchant text not null,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount numeric not null,
  kind text not null,
  identifier uuid
    constraint ledger_entries_transaction_fkey references transactions,
  posted_at timestamptz(3) not null default clock_timestamp(),
  author text,
  reason text,
  committed_in xid8 not null default pg_current_xact_id(),
  constraint ledger_entries_once_key unique (identifier, kind),
  constraint ledger_entries_accounts_check
    check ((kind, from_account, to_account) in (
    ('top_up', 'funding', 'available'),
    ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
    ('collect', 'clearing', 'collected'),
    ('adjust', 'clearing', 'available'))),
  constraint ledger_entries_amount_check check (amount > 0),
  constraint ledger_entries_cause_check
    check (case when kind in ('top_up', 'adjust') then coalesce(author <> '' and reason <> '', false)
    else author is null and reason is null end),
  constraint ledger_entries_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint ledger_entries_transaction_check check ((kind = 'top_up') = (identifier is null))
);
create unique index ledger_entries_end_key on ledger_entries (identifier) where kind in ('settle', 'release');
create index ledger_entries_list_idx on ledger_entries (merchant, currency, committed_in, id);
create unique index ledger_entries_opening_key on ledger_entries (merchant, currency)
  where kind = 'top_up' and author = 'configuration';

create table ledger_balances (
  merchant text not null,
  currency text not null,
  available numeric not null,
  reserved numeric not null default 0,
  constraint ledger_balances_pkey primary key (merchant, currency),
  constraint ledger_balances_available_check check (available >= 0),
  constraint ledger_balances_reserved_check check (reserved >= 0)
) with (fillfactor = 50);

create table ledger_proofs (
  id bigint generated always as identity constraint ledger_proofs_pkey primary key,
  differences integer not null,
  proved_at timestamptz(3) not null default clock_timestamp(),
  constraint ledger_proofs_differences_check check (differences >= 0)
);

create table payouts_in_flight (
  project text constraint payouts_in_flight_pkey primary key,
  count integer not null,
  constraint payouts_in_flight_count_check check (count >= 0)
) with (fillfactor = 50);

-- The entry of a transaction agrees with the transaction, and follows the entry before it.
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
  if new.kind = 'adjust' and not exists (
    select from reviews where identifier = new.identifier and adjustment is not null) then
    raise exception 'no closed review of transaction % asks for an adjustment', new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_soundness before insert on ledger_entries
  for each row when (new.kind <> 'top_up') execute function refuse_unsound_entry();

-- Rows that only triggers write.
create function refuse_writing_by_hand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 then
    raise exception '% follows from what is posted and registered', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_balances_law before insert or update or delete on ledger_balances
  for each row execute function refuse_writing_by_hand();
create trigger payouts_in_flight_law before insert or update or delete on payouts_in_flight
  for each row execute function refuse_writing_by_hand();

-- One row per merchant and currency; pay-ins never touch it. A payout that exceeds the balance, or finds no
-- row, is refused with GW001. The update reads the condition under the row's lock, not from an older snapshot.
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
  execute function move_balance();

-- GW002: the project has reached its maximum of payouts in flight.
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
  for each row when (new.type = 'payout') execute function reserve_payout();

-- An unknown outcome is not final: its reservation stays.
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
  for each row when (old.finished_at is null and new.finished_at is not null) execute function close_books();

-- GW004: only the money of a successful payout can come back.
create function post_adjustment() returns trigger language plpgsql as $$
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
create trigger reviews_adjust after update of adjustment on reviews
  for each row when (old.adjustment is null and new.adjustment is not null) execute function post_adjustment();

-- One index lookup per currency of the merchant.
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
$$;

create function place_entry() returns trigger language plpgsql as $$
begin
  new.committed_in := hold_place(new.merchant);
  new.committed_in := place_behind(new.committed_in, (select newest_entry_place(new.merchant)));
  return new;
end $$;
create trigger ledger_entries_place before insert on ledger_entries for each row execute function place_entry();

-- Each entry as two postings that add up to zero.
create view ledger_postings as
  select id, merchant, currency, account, posting.amount, kind, identifier, posted_at
  from ledger_entries cross join lateral (values (from_account, -amount), (to_account, amount))
    as posting (account, amount)`;

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/**
 * The third type of transaction (contract §15): its columns, what is left of each refunded payment, and its entries. One row
 * per refunded payment is locked and checked in the statement that registers a refund; other payments have none.
 */
export class Refunds1700000000069 implements MigrationInterface {
  name = 'Refunds1700000000069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
    await runner.query(law);
    await runner.query(totals);
    await runner.query(entries);
    await runner.query(heldReviews);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The books are append-only: refunds cannot be undone.'));
  }
}

/** What takes long and holds nobody up: the index by payment, and the checks of the rows that were there before. */
export class RefundsByPayment1700000000070 implements MigrationInterface {
  name = 'RefundsByPayment1700000000070';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'transactions_refunds_idx',
      on: 'transactions (payment) where payment is not null',
    });
    await buildIndex(runner, {
      name: 'transactions_turns_idx',
      on: 'transactions (payment) where waits_for is not null and submit_due_at is null and finished_at is null',
    });
    for (const constraint of [
      'transactions_type_check',
      'transactions_billing_check',
      'transactions_refund_check',
      'transactions_payment_fkey',
    ])
      await runner.query(`alter table transactions validate constraint ${constraint}`);
    await runner.query('alter table ledger_entries validate constraint ledger_entries_accounts_check');
    await runner.query('alter table switches validate constraint switches_kind_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently transactions_turns_idx');
    await runner.query('drop index concurrently transactions_refunds_idx');
  }
}

const columns = `
alter table transactions
  add column payment uuid,
  add column payment_reference text,
  add column reason text,
  add column waits_for uuid;
alter table transactions drop constraint transactions_type_check;
alter table transactions add constraint transactions_type_check
  check (type in ('payment', 'payout', 'refund')) not valid;
alter table transactions drop constraint transactions_billing_check;
alter table transactions add constraint transactions_billing_check
  check ((billing_amount is null) = (billing_currency is null)
    and (billing_amount > 0 or (type = 'refund' and billing_amount = 0)) and billing_currency ~ '^[A-Z]{3}$') not valid;
alter table transactions add constraint transactions_refund_check
  check ((type = 'refund') = (payment is not null) and (payment is null) = (payment_reference is null)
    and (reason is null or payment is not null) and (waits_for is null or payment is not null)) not valid;
alter table transactions add constraint transactions_payment_fkey
  foreign key (payment) references transactions not valid;
alter table switches drop constraint switches_kind_check;
alter table switches add constraint switches_kind_check
  check (kind in ('provider', 'mid', 'method', 'refunds')) not valid`;

const law = `
-- Contract §9 and §15: the transition table of the domain, repeated here. A test compares the two. A type that is not
-- named moves nowhere. The billing amount of a refund is set once, by the trigger that claims it.
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
      new.currency, new.amount::text, new.payouts_in_flight_max, new.payment, new.payment_reference, new.reason,
      new.created_at, new.content_fingerprint)
    is distinct from
     (old.identifier, old.request_id, old.type, old.merchant, old.project, old.reference, old.method, old.style,
      old.currency, old.amount::text, old.payouts_in_flight_max, old.payment, old.payment_reference, old.reason,
      old.created_at, old.content_fingerprint)
    or ((new.billing_currency, new.billing_amount::text) is distinct from (old.billing_currency, old.billing_amount::text)
      and not (old.type = 'refund' and old.billing_amount is null and pg_trigger_depth() > 1)) then
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
      when 'refund' then (old.status, new.status) in (
        ('pending', 'success'), ('pending', 'declined'), ('pending', 'error'))
      else false
    end) then
    raise exception 'transaction % may not move from % to %', old.identifier, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$`;

const totals = `
-- What went back of a payment, in its own currency, and which part of its billing amount. The row is locked by every
-- statement that changes it.
create table refund_totals (
  payment uuid constraint refund_totals_pkey primary key
    constraint refund_totals_payment_fkey references transactions,
  paid numeric not null,
  refunded numeric not null default 0,
  count integer not null default 0,
  provider_refunded numeric not null default 0,
  charged_back numeric not null default 0,
  billing numeric not null,
  billed numeric not null default 0,
  billing_currency text not null,
  billing_decimals integer not null,
  constraint refund_totals_refunded_check check (refunded >= 0 and refunded <= paid),
  constraint refund_totals_count_check check (count >= 0),
  constraint refund_totals_facts_check check (provider_refunded >= 0 and charged_back >= 0),
  constraint refund_totals_billed_check check (billed >= 0)
) with (fillfactor = 50);
create trigger refund_totals_law before insert or update or delete on refund_totals
  for each row execute function refuse_writing_by_hand();

-- The share of the billing amount that a further part takes: that of all parts together, half-up, less what the earlier
-- ones took. The part that completes the whole takes the rest, so that nothing drifts; what goes beyond it is converted at
-- the payment's rate. Never below zero.
create function billing_share(it refund_totals, part numeric) returns numeric language plpgsql immutable as $$
declare
  unit constant numeric := power(10::numeric, it.billing_decimals);
  went constant numeric := it.refunded + it.provider_refunded + it.charged_back + part;
begin
  return round(greatest(0, div(2 * went * it.billing * unit + it.paid, 2 * it.paid) / unit - it.billed), it.billing_decimals);
end $$;

-- The latest open refund of a payment, but this one, whose id at the provider is unknown: at a provider that keeps no
-- reference of ours the next one is sent when that is known, or the refund has ended. A held one is not in the way.
create function unfound_refund(of_payment uuid, but uuid) returns uuid language sql stable as $$
  select identifier from transactions
  where payment = of_payment and identifier <> but and finished_at is null
    and (submit_due_at is not null or waits_for is not null)
    and not exists (select from attempts
      where attempts.identifier = transactions.identifier and provider_id is not null)
  order by created_at desc, identifier desc limit 1
$$;

-- Runs after transactions_claim, which counts limits, and before the balance is locked: triggers fire in alphabetical
-- order. GW007: more than is left of the payment. GW008: the payment takes no further refund.
create function claim_refund() returns trigger language plpgsql as $$
declare
  terms constant jsonb := new.plan->'refund';
  it refund_totals;
  share numeric;
  before uuid;
begin
  -- Turns are given with the payment locked.
  perform from transactions where identifier = new.payment and (terms->>'oneAtATime')::boolean for no key update;
  insert into refund_totals (payment, paid, billing, billing_currency, billing_decimals)
  select identifier, amount, coalesce(billing_amount, amount), coalesce(billing_currency, currency),
    (terms->>'billingDecimals')::integer
  from transactions
  where identifier = new.payment and type = 'payment' and status = 'success' and merchant = new.merchant
    and currency = new.currency
  on conflict (payment) do nothing;
  select * into it from refund_totals where payment = new.payment for update;
  if not found then
    raise exception 'refund % is of no successful payment in its currency', new.identifier
      using errcode = 'restrict_violation';
  end if;
  if it.count >= (terms->>'max')::integer then
    raise exception 'payment % takes no further refund', new.payment using errcode = 'GW008';
  end if;
  if it.refunded + it.provider_refunded + it.charged_back + new.amount > it.paid then
    raise exception 'less is left of payment %', new.payment using errcode = 'GW007';
  end if;
  share := billing_share(it, new.amount);
  update refund_totals set refunded = refunded + new.amount, count = count + 1, billed = billed + share
  where payment = new.payment;
  if new.submit_due_at is not null and (terms->>'oneAtATime')::boolean then
    before := unfound_refund(new.payment, new.identifier);
  end if;
  -- Nothing but its turn ends the wait: the time that a workflow would give it up at is out of reach.
  update transactions set billing_amount = share, billing_currency = it.billing_currency, waits_for = before,
    submit_due_at = case when before is null then submit_due_at end,
    payable_until = case when before is null then payable_until else payable_until + interval '10 years' end
  where identifier = new.identifier;
  if share > 0 then
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
    select new.merchant, it.billing_currency, account, counter, share, entry, new.identifier
    from (values ('collected', 'refunding', 'hold'), ('available', 'reserved', 'reserve')) as posted (account, counter, entry)
    where account = terms->>'from';
  end if;
  return null;
end $$;
create trigger transactions_refund after insert on transactions
  for each row when (new.type = 'refund') execute function claim_refund();

-- A refund that was declined or failed gives its amount back to what is left; an unknown one is not final, and holds it.
create function close_refund() returns trigger language plpgsql as $$
declare
  is_success constant boolean := new.status = 'success';
begin
  if not is_success then
    update refund_totals set refunded = refunded - new.amount, count = count - 1, billed = billed - new.billing_amount
    where payment = new.payment;
  end if;
  if new.billing_amount > 0 then
    insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
    select new.merchant, new.billing_currency, held, case when is_success then 'clearing' else account end,
      new.billing_amount, case when is_success then paid else freed end, new.identifier
    from (values ('collected', 'refunding', 'refund', 'unhold'), ('available', 'reserved', 'settle', 'release'))
      as posted (account, held, paid, freed)
    where account = new.plan->'refund'->>'from';
  end if;
  return null;
end $$;
-- After transactions_claim_back, which gives limits back.
create trigger transactions_close_refund after update of status on transactions
  for each row when (new.type = 'refund' and old.finished_at is null and new.finished_at is not null)
  execute function close_refund()`;

const entries = `
alter table ledger_entries drop constraint ledger_entries_accounts_check;
alter table ledger_entries add constraint ledger_entries_accounts_check
  check ((kind, from_account, to_account) in (
    ('top_up', 'funding', 'available'),
    ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
    ('collect', 'clearing', 'collected'),
    ('adjust', 'clearing', 'available'),
    ('hold', 'collected', 'refunding'), ('refund', 'refunding', 'clearing'), ('unhold', 'refunding', 'collected'))) not valid;

-- The entry of a transaction agrees with the transaction, and follows the entry before it.
create or replace function refuse_unsound_entry() returns trigger language plpgsql as $$
declare
  precedes constant text := case
    when new.kind in ('settle', 'release') then 'reserve'
    when new.kind in ('refund', 'unhold') then 'hold'
    when new.kind = 'adjust' then 'settle' end;
begin
  if not exists (
    select from transactions
    where identifier = new.identifier and merchant = new.merchant
      and coalesce(billing_currency, currency) = new.currency and coalesce(billing_amount, amount) = new.amount
      and case new.kind
        when 'reserve' then type in ('payout', 'refund') and status = 'pending'
        when 'settle' then type in ('payout', 'refund') and status = 'success'
        when 'release' then type in ('payout', 'refund') and status in ('declined', 'error')
        when 'adjust' then type = 'payout' and status = 'success'
        when 'collect' then type = 'payment' and status = 'success'
        when 'hold' then type = 'refund' and status = 'pending'
        when 'refund' then type = 'refund' and status = 'success'
        when 'unhold' then type = 'refund' and status in ('declined', 'error')
        else false
      end) then
    raise exception 'entry % does not say what transaction % says', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if precedes is not null and not exists (
    select from ledger_entries where identifier = new.identifier and kind = precedes) then
    raise exception 'entry % of transaction % has nothing to follow', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind = 'adjust' and not exists (
    select from reviews where identifier = new.identifier and adjustment is not null) then
    raise exception 'no closed review of transaction % asks for an adjustment', new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$`;

const heldReviews = `
-- The api raises a review only for a payout or a refund that it registers as held.
create or replace function bound_review() returns trigger language plpgsql as $$
begin
  if (exists (select from transactions where identifier = new.identifier
      and (type, new.cause) in (('payout', 'account in another name'), ('refund', 'refund above the limit of one person'))
      and submit_due_at is null and challenge is null and finished_at is null and happens_now(created_at))) is not true then
    raise exception 'no step of % raises this review of transaction %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$`;

/** The entries of reversals (contract §15.7). */
export const postings = `
alter table ledger_entries drop constraint ledger_entries_accounts_check;
alter table ledger_entries add constraint ledger_entries_accounts_check
  check ((kind, from_account, to_account) in (
    ('top_up', 'funding', 'available'),
    ('reserve', 'available', 'reserved'), ('settle', 'reserved', 'clearing'), ('release', 'reserved', 'available'),
    ('collect', 'clearing', 'collected'),
    ('adjust', 'clearing', 'available'),
    ('hold', 'collected', 'refunding'), ('refund', 'refunding', 'clearing'), ('unhold', 'refunding', 'collected'),
    ('refund_returned', 'clearing', 'collected'),
    ('chargeback', 'collected', 'clearing'), ('chargeback_won', 'clearing', 'collected'),
    ('provider_refund', 'collected', 'clearing'))) not valid;

-- Posts a reversal once. What becomes spendable again has an author: the person who has closed its review, or the two
-- ways that name one amount.
create function post_reversal() returns trigger language plpgsql as $$
declare
  subject transactions;
  is_spendable boolean;
begin
  if new.state <> 'posted' or (tg_op = 'UPDATE' and old.state = 'posted') or new.share = 0 then
    return null;
  end if;
  select * into subject from transactions where identifier = new.identifier;
  is_spendable := new.kind = 'returned'
    and (subject.type = 'payout' or subject.plan->'refund'->>'from' = 'available');
  insert into ledger_entries
    (merchant, currency, from_account, to_account, amount, kind, identifier, reversal_id, author, reason)
  select new.merchant, coalesce(subject.billing_currency, subject.currency),
    case when new.kind in ('chargeback', 'provider_refund') then 'collected' else 'clearing' end,
    case when new.kind in ('chargeback', 'provider_refund') then 'clearing'
      when is_spendable then 'available' else 'collected' end,
    new.share,
    case when is_spendable then 'adjust' when new.kind = 'returned' then 'refund_returned' else new.kind end,
    new.identifier, new.reversal_id, witness.author, witness.reason
  from (select
    case when is_spendable then coalesce(closed.by, 'report and statement') end as author,
    case when is_spendable then coalesce(closed.reason, 'both name one amount') end as reason
    from (values (1)) as one left join lateral (
      select closed_by as by, closing_reason as reason from reviews
      where identifier = new.identifier and reversal_id = new.reversal_id and adjustment is not null
    ) as closed on true) as witness;
  return null;
end $$;
create trigger reversals_post after insert or update of state on reversals
  for each row execute function post_reversal();

-- GW004: only the money of a successful payout can come back. A review of a reversal posts nothing itself: the reversal does.
create or replace function post_adjustment() returns trigger language plpgsql as $$
begin
  if new.reversal_id is not null then
    return null;
  end if;
  insert into ledger_entries
    (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
  select merchant, currency, 'clearing', 'available', amount, 'adjust', identifier, new.closed_by, new.closing_reason
  from ledger_entries
  where identifier = new.identifier and kind = 'settle'
    and exists (select from transactions where identifier = new.identifier and type = 'payout');
  if not found then
    raise exception 'transaction % is no successful payout', new.identifier using errcode = 'GW004';
  end if;
  return null;
end $$;

-- The entry of a transaction agrees with the transaction or its reversal, and follows the entry before it.
create or replace function refuse_unsound_entry() returns trigger language plpgsql as $$
declare
  precedes constant text := case
    when new.kind in ('settle', 'release') then 'reserve'
    when new.kind in ('refund', 'unhold') then 'hold'
    when new.kind = 'refund_returned' then 'refund'
    when new.kind in ('chargeback', 'provider_refund') then 'collect'
    when new.kind = 'chargeback_won' then 'chargeback'
    when new.kind = 'adjust' then 'settle' end;
begin
  if not exists (
    select from transactions
    where identifier = new.identifier and merchant = new.merchant
      and coalesce(billing_currency, currency) = new.currency
      and (new.reversal_id is not null or coalesce(billing_amount, amount) = new.amount)
      and case new.kind
        when 'reserve' then type in ('payout', 'refund') and status = 'pending'
        when 'settle' then type in ('payout', 'refund') and status = 'success'
        when 'release' then type in ('payout', 'refund') and status in ('declined', 'error')
        when 'adjust' then status = 'success' and (type = 'payout' or (type = 'refund' and new.reversal_id is not null))
        when 'collect' then type = 'payment' and status = 'success'
        when 'hold' then type = 'refund' and status = 'pending'
        when 'refund' then type = 'refund' and status = 'success'
        when 'unhold' then type = 'refund' and status in ('declined', 'error')
        when 'refund_returned' then type = 'refund' and status = 'success' and new.reversal_id is not null
        when 'chargeback' then type = 'payment' and status = 'success' and new.reversal_id is not null
        when 'chargeback_won' then type = 'payment' and status = 'success' and new.reversal_id is not null
        when 'provider_refund' then type = 'payment' and status = 'success' and new.reversal_id is not null
        else false
      end) then
    raise exception 'entry % does not say what transaction % says', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.reversal_id is not null and not exists (
    select from reversals
    where reversal_id = new.reversal_id and identifier = new.identifier and state = 'posted' and share = new.amount
      and case when new.kind in ('adjust', 'refund_returned') then kind = 'returned' else kind = new.kind end) then
    raise exception 'entry % does not say what reversal % says', new.kind, new.reversal_id
      using errcode = 'integrity_constraint_violation';
  end if;
  if precedes is not null and not exists (
    select from ledger_entries where identifier = new.identifier and kind = precedes) then
    raise exception 'entry % of transaction % has nothing to follow', new.kind, new.identifier
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.kind = 'adjust' then
    if not exists (
        select from reviews where identifier = new.identifier and adjustment is not null
          and reversal_id is not distinct from new.reversal_id)
      and (select count(*) from reversal_words where reversal_id = new.reversal_id) < 2 then
      raise exception 'no closed review of transaction % asks for an adjustment', new.identifier
        using errcode = 'integrity_constraint_violation';
    end if;
    if (select coalesce(sum(amount), 0) + new.amount from ledger_entries
        where identifier = new.identifier and kind = 'adjust')
      > (select amount from ledger_entries where identifier = new.identifier and kind = 'settle') then
      raise exception 'more would come back of transaction % than went', new.identifier using errcode = 'GW009';
    end if;
  end if;
  return new;
end $$`;

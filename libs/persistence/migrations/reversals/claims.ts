/**
 * What a reversal changes of the totals of its payment. `counted` is the part of its amount that counts: all of it once it is
 * posted, less where a person has posted a part. The money of a returned refund counts from its record on.
 */
export const claims = `
-- The billing amount of a part of a whole, half-up: what comes back has its share of what went.
create function share_of(part numeric, whole numeric, billing numeric, decimals integer) returns numeric
language sql immutable as $$
  select case when whole = 0 then 0
    else round(div(2 * part * billing * power(10::numeric, decimals) + whole, 2 * whole) / power(10::numeric, decimals),
      decimals) end
$$;

-- The law of reversals. A reversal keeps what was told; it is posted or dismissed once, from recorded.
create function keep_reversal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state = 'dismissed' then
      raise exception 'reversal % begins recorded or posted', new.reversal_id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'recorded' or new.state = 'recorded'
    or (new.id, new.reversal_id, new.identifier, new.merchant, new.kind, new.currency, new.amount::text,
      new.billing_decimals, new.dispute, new.reason, new.respond_by, new.provider, new.evidence, new.created_at)
    is distinct from
      (old.id, old.reversal_id, old.identifier, old.merchant, old.kind, old.currency, old.amount::text,
      old.billing_decimals, old.dispute, old.reason, old.respond_by, old.provider, old.evidence, old.created_at) then
    raise exception 'reversal % keeps what was told', old.reversal_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reversals_law before insert or update or delete on reversals
  for each row execute function keep_reversal();

-- Brings the totals of the payment, and the share of the reversal, to what counts of it now. Runs after reversals_law, and
-- before the entry that locks a balance: triggers fire in alphabetical order. GW009: more would come back than went.
create function count_reversal() returns trigger language plpgsql as $$
declare
  before constant numeric := case when tg_op = 'UPDATE' then old.counted else 0 end;
  share_before constant numeric := case when tg_op = 'UPDATE' then old.share else 0 end;
  subject transactions;
  it refund_totals;
  went record;
  came record;
  of_payment uuid;
begin
  select * into subject from transactions where identifier = new.identifier;
  if (subject.status = 'success' and subject.merchant = new.merchant and subject.currency = new.currency
    and (subject.type = 'payment') = (new.kind <> 'returned')) is not true then
    raise exception 'reversal % is of no successful transaction in its currency', new.reversal_id
      using errcode = 'restrict_violation';
  end if;
  new.share := share_before;
  if new.counted = before then
    return new;
  end if;
  of_payment := coalesce(subject.payment, subject.identifier);
  if subject.type = 'payment' then
    insert into refund_totals (payment, paid, billing, billing_currency, billing_decimals)
    values (subject.identifier, subject.amount, coalesce(subject.billing_amount, subject.amount),
      coalesce(subject.billing_currency, subject.currency), new.billing_decimals)
    on conflict (payment) do nothing;
  end if;
  if subject.type <> 'payout' then
    select * into it from refund_totals where payment = of_payment for update;
  end if;
  -- What came back before, by others of this kind.
  select coalesce(sum(counted), 0) as amount, coalesce(sum(share), 0) as share into came
  from reversals where identifier = new.identifier and kind = new.kind and reversal_id <> new.reversal_id;
  if new.kind in ('provider_refund', 'chargeback') then
    new.share := billing_share(it, new.counted);
  else
    if new.kind = 'chargeback_won' then
      select coalesce(sum(counted), 0) as amount, coalesce(sum(share), 0) as billing into went
      from reversals where identifier = new.identifier and kind = 'chargeback';
    else
      select subject.amount as amount, coalesce(subject.billing_amount, subject.amount) as billing into went;
    end if;
    if came.amount + new.counted > went.amount then
      raise exception 'more would come back of transaction % than went', new.identifier using errcode = 'GW009';
    end if;
    new.share := greatest(0,
      share_of(came.amount + new.counted, went.amount, went.billing, new.billing_decimals) - came.share);
  end if;
  case
    when new.kind = 'provider_refund' then
      update refund_totals set provider_refunded = provider_refunded + new.counted, billed = billed + new.share
      where payment = of_payment;
    when new.kind = 'chargeback' then
      update refund_totals set charged_back = charged_back + new.counted, billed = billed + new.share
      where payment = of_payment;
    when new.kind = 'chargeback_won' then
      update refund_totals set charged_back = charged_back - new.counted, billed = billed - new.share
      where payment = of_payment;
    when subject.type = 'refund' then
      update refund_totals set refunded = refunded - (new.counted - before), billed = billed - (new.share - share_before),
        count = count + (came.amount + before = subject.amount)::integer
          - (came.amount + new.counted = subject.amount)::integer
      where payment = of_payment;
    else
      null;
  end case;
  return new;
end $$;
create trigger reversals_totals before insert or update on reversals
  for each row execute function count_reversal()`;

import type { ProofPart } from './part.js';

/** Compares what is kept of refunded payments with their refunds and reversals (contract §15.3, §15.7). */
export const refunds: ProofPart = {
  sets: `
    returned_of as (
      select identifier, sum(counted) as amount, sum(share) as share
      from reversals where kind = 'returned' group by identifier
    ), moved as (
      select payment, amount - coalesce(back, 0) as refunded, (amount > coalesce(back, 0))::integer as count,
        0 as provider_refunded, 0 as charged_back, billing_amount - coalesce(share, 0) as billed
      from transactions left join (select identifier, amount as back, share from returned_of) as came using (identifier)
      where type = 'refund' and status in ('pending', 'success')
      union all
      select identifier, 0, 0, case kind when 'provider_refund' then counted else 0 end,
        case kind when 'chargeback' then counted when 'chargeback_won' then -counted else 0 end,
        case kind when 'chargeback_won' then -share else share end
      from reversals where kind in ('provider_refund', 'chargeback', 'chargeback_won') and counted > 0
    ), counting as (
      select payment, sum(refunded) as refunded, sum(count) as count, sum(provider_refunded) as provider_refunded,
        sum(charged_back) as charged_back, sum(billed) as billed
      from moved group by payment
    ), came_back as (
      -- Each share that comes back is rounded on its own, by less than one minor unit.
      select coalesce(payment, identifier) as payment, count(*) as times
      from reversals join transactions using (identifier) where kind in ('returned', 'chargeback_won')
      group by coalesce(payment, identifier)
    ), totals as (
      select refund_totals.*, transactions.amount as was_paid, coalesce(transactions.billing_amount, transactions.amount) as was_billed,
        transactions.status = 'success' as is_paid
      from refund_totals left join transactions on identifier = refund_totals.payment
    )`,
  differences: [
    `select 'what went back of a payment is the sum of its refunds and reversals',
      coalesce(totals.payment, counting.payment)::text,
      format('%s by %s, %s in the panel, %s charged back, billed %s', totals.refunded, totals.count,
        totals.provider_refunded, totals.charged_back, totals.billed),
      format('%s by %s, %s in the panel, %s charged back, billed %s', counting.refunded, counting.count,
        counting.provider_refunded, counting.charged_back, counting.billed)
    from totals full join counting using (payment)
    where (coalesce(totals.refunded, 0), coalesce(totals.count, 0), coalesce(totals.provider_refunded, 0),
        coalesce(totals.charged_back, 0), coalesce(totals.billed, 0))
      <> (coalesce(counting.refunded, 0), coalesce(counting.count, 0), coalesce(counting.provider_refunded, 0),
        coalesce(counting.charged_back, 0), coalesce(counting.billed, 0))`,
    `select 'a refunded payment was paid, with the same money', payment::text,
      format('%s, billed %s', paid, billing), format('%s, billed %s', was_paid, was_billed)
    from totals where (is_paid and (paid, billing) = (was_paid, was_billed)) is not true`,
    `select 'refunds of a payment take no more than its share of the books', payment::text, billed::text, billing::text
    from totals left join came_back using (payment)
    where refunded + provider_refunded + charged_back <= paid
      and billed > billing + coalesce(times, 0) * power(10::numeric, -billing_decimals)`,
  ],
};

import type { ProofPart } from './part.js';

/** Compares what is kept of refunded payments with their refunds (contract §15.3, §15.7). */
export const refunds: ProofPart = {
  sets: `
    counting as (
      select payment, sum(amount) as refunded, count(*) as count, sum(billing_amount) as billed
      from transactions where type = 'refund' and status in ('pending', 'success') group by payment
    ), totals as (
      select refund_totals.*, transactions.amount as was_paid, coalesce(transactions.billing_amount, transactions.amount) as was_billed,
        transactions.status = 'success' as is_paid
      from refund_totals left join transactions on identifier = refund_totals.payment
    )`,
  differences: [
    `select 'what went back of a payment is the sum of its refunds', coalesce(totals.payment, counting.payment)::text,
      format('%s by %s, billed %s', totals.refunded, totals.count, totals.billed),
      format('%s by %s, billed %s', counting.refunded, counting.count, counting.billed)
    from totals full join counting using (payment)
    where (coalesce(totals.refunded, 0), coalesce(totals.count, 0), coalesce(totals.billed, 0))
      <> (coalesce(counting.refunded, 0), coalesce(counting.count, 0), coalesce(counting.billed, 0))`,
    `select 'a refunded payment was paid, with the same money', payment::text,
      format('%s, billed %s', paid, billing), format('%s, billed %s', was_paid, was_billed)
    from totals where (is_paid and (paid, billing) = (was_paid, was_billed)) is not true`,
    `select 'refunds of a payment take no more than its share of the books', payment::text, billed::text, billing::text
    from totals where refunded <= paid and billed > billing`,
  ],
};

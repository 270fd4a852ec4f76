import type { ProofPart } from './part.js';

/** Compares entries with balances, and with the transactions that they are posted for. */
export const entries: ProofPart = {
  sets: `
    posted as (
      select merchant, currency,
        coalesce(sum(amount) filter (where to_account = 'available'), 0)
          - coalesce(sum(amount) filter (where from_account = 'available'), 0) as available,
        coalesce(sum(amount) filter (where to_account = 'reserved'), 0)
          - coalesce(sum(amount) filter (where from_account = 'reserved'), 0) as reserved
      from ledger_entries
      where from_account in ('available', 'reserved') or to_account in ('available', 'reserved') group by merchant, currency
    ), subjects as (
      select transactions.identifier, transactions.type, status, transactions.merchant, project,
        coalesce(billing_currency, transactions.currency) as currency,
        coalesce(billing_amount, transactions.amount) as amount,
        plan->'refund'->>'from' as refunded_from,
        coalesce(string_agg(kind, ' ' order by entry.id), 'nothing') as kinds,
        coalesce(bool_and(entry.merchant = transactions.merchant and entry.amount = coalesce(billing_amount, transactions.amount)
          and entry.currency = coalesce(billing_currency, transactions.currency)), true) as is_same
      from transactions left join ledger_entries as entry
        on entry.identifier = transactions.identifier and entry.reversal_id is null
      where transactions.type <> 'payment' or status = 'success' or entry.id is not null
      group by transactions.identifier
    ), held as (
      select merchant, currency, sum(amount) as reserved from subjects
      where status = 'pending' and (type = 'payout' or refunded_from = 'available') group by merchant, currency
    )`,
  differences: [
    `select 'a balance is the sum of its entries' as rule, merchant || ' ' || currency as subject,
      format('available %s, reserved %s', balance.available, balance.reserved) as found,
      format('available %s, reserved %s', posted.available, posted.reserved) as expected
    from ledger_balances as balance full join posted using (merchant, currency)
    where (balance.available, balance.reserved) is distinct from (posted.available, posted.reserved)`,
    `select 'all postings of a currency add up to zero', currency, sum(amount)::text, '0'
    from ledger_postings group by currency having sum(amount) <> 0`,
    `select 'what is reserved is what payouts and refunds that are not final hold', merchant || ' ' || currency,
      coalesce(balance.reserved, 0)::text, coalesce(held.reserved, 0)::text
    from ledger_balances as balance full join held using (merchant, currency)
    where coalesce(balance.reserved, 0) <> coalesce(held.reserved, 0)`,
    `select 'a transaction is posted as its state says', identifier::text, kinds, expected
    from subjects, lateral (select case
      when type = 'refund' and amount = 0 then 'nothing'
      when type = 'payout' or refunded_from = 'available' then
        case status when 'pending' then 'reserve' when 'success' then 'reserve settle' else 'reserve release' end
      when type = 'refund' then
        case status when 'pending' then 'hold' when 'success' then 'hold refund' else 'hold unhold' end
      when status = 'success' then 'collect'
      else 'nothing' end as expected) as lawful
    where kinds <> expected and not (expected = 'reserve settle' and kinds = 'reserve settle adjust')`,
    `select 'a transaction is posted with its own money', identifier::text, 'other entries', amount || ' ' || currency
    from subjects where not is_same`,
  ],
};

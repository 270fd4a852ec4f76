import type { ProofPart } from './part.js';

/** Compares reversals with their evidence, their entries, and what their transaction allows (contract §15.7, §15.8). */
export const reversals: ProofPart = {
  sets: `
    told as (
      select reversals.*, transactions.type, status, transactions.amount as of_amount,
        transactions.currency as of_currency, transactions.merchant as of_merchant, words.count as words,
        is_evidenced, entry.kind as posted_as, entry.amount as posted_amount,
        case
          when reversals.kind <> 'returned' then reversals.kind
          when transactions.type = 'payout' or plan->'refund'->>'from' = 'available' then 'adjust'
          else 'refund_returned' end as lawful_kind
      from reversals left join transactions using (identifier)
        left join (select reversal_id, kind, amount from ledger_entries) as entry using (reversal_id)
        left join lateral (
          select count(*), bool_or(evidence->>'currency' = reversals.currency
            and evidence->>'kind' = reversals.kind and starts_with(evidence->>'providerReference', reversals.identifier || '-')
            and case when evidence->>'amount' ~ '^[0-9]+([.][0-9]+)?$' then (evidence->>'amount')::numeric end
              = reversals.amount) as is_evidenced
          from reversal_words where reversal_words.reversal_id = reversals.reversal_id) as words on true
    ), decided_on as (
      select reversal_id, bool_or(adjustment is not null) as is_adjusted from reviews
      where reversal_id is not null and closed_at is not null group by reversal_id
    )`,
  differences: [
    `select 'a reversal has evidence of its money', reversal_id,
      case when is_evidenced then 'evidence' else 'no evidence' end, concat_ws(' ', kind, amount, currency)
    from told where is_evidenced is not true`,
    `select 'a reversal is of a successful transaction in its currency', reversal_id,
      concat_ws(' ', type, status, of_currency), concat_ws(' ', 'success', currency)
    from told where (status = 'success' and of_currency = currency and of_merchant = merchant
      and (type = 'payment') = (kind <> 'returned')) is not true`,
    `select 'a posted reversal has one entry with its share, any other none', reversal_id,
      coalesce(concat_ws(' ', posted_as, posted_amount), 'no entry'),
      case when state = 'posted' and share > 0 then concat_ws(' ', lawful_kind, share) else 'no entry' end
    from told where (posted_as, posted_amount) is distinct from
      case when state = 'posted' and share > 0 then row(lawful_kind, share) else row(null::text, null::numeric) end`,
    `select 'no more comes back of a transaction than went', identifier::text, sum(counted)::text, max(of_amount)::text
    from told where kind = 'returned' group by identifier having sum(counted) > max(of_amount)`,
    `select 'money that can be paid out again was posted by a person or on two words', reversal_id,
      concat_ws(' ', words, 'words'), 'a closed review, or two words'
    from told left join decided_on using (reversal_id)
    where state = 'posted' and lawful_kind = 'adjust' and is_adjusted is not true and words < 2`,
    `select 'a posted reversal or inquiry has one event, any other none', reversal_id,
      count(events.event_id) || ' events',
      case when reversals.state = 'posted' or kind = 'inquiry' then '1 events' else '0 events' end
    from reversals left join events using (reversal_id) group by reversals.id
    having count(events.event_id) <> (reversals.state = 'posted' or kind = 'inquiry')::integer`,
  ],
};

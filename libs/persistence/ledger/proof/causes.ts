import { startOf, type ProofPart } from './part.js';

/**
 * Compares states with their history, and final ones with their one event. Compares each movement of money with its cause
 * (contract §13): the report of every success, in the money that was asked for; the author of a top-up; the closed review
 * behind an adjustment. What stands in months that are gone is in their exports, and not proved here.
 */
export const causes: ProofPart = {
  sets: `
    histories as (
      -- Not joined to itself: a table in months has no statistics as a whole, so Postgres expects 200 identifiers.
      select identifier, (array_agg(status order by id desc))[1] as last,
        count(*) filter (where status in ('success', 'declined', 'error', 'expired')) as finals
      from status_history group by identifier
    ), gone as (
      select ${startOf('status_history')} as histories_from, ${startOf('lookups')} as lookups_from
    ), ended as (
      select transactions.identifier, transactions.status, (transactions.finished_at is not null)::integer as finals_max,
        coalesce(finals, 0) as finals, last, events.identifier is not null as has_event
      from transactions left join histories using (identifier)
        left join events on events.identifier = transactions.identifier and events.reversal_id is null
    ), witnesses as (
      select identifier, evidence from attempts where evidence->>'outcome' = 'success'
      union all select identifier, evidence from lookups where outcome = 'success' and evidence is not null
      union all select identifier, evidence from provider_events
        where identifier is not null and evidence->>'outcome' = 'success'
    ), evidenced as (
      -- As the domain judges it: a success that names no amount or no currency is taken for what was asked.
      select identifier, min(concat_ws(' ', 'success of', evidence->>'amount', evidence->>'currency')) as said,
        bool_or(starts_with(evidence->>'providerReference', identifier || '-')
          and coalesce(evidence->>'currency', currency) = currency
          and case when evidence->>'amount' is null then true
            when evidence->>'amount' ~ '^[0-9]+([.][0-9]+)?$' then (evidence->>'amount')::numeric = amount
            else false end) as is_proven
      from transactions join witnesses using (identifier)
      where status = 'success' group by identifier
    ), decided as (
      select distinct identifier from operator_decisions where decision = 'resolved: success'
    ), adjusted as (
      select identifier, author || ': ' || reason as cause from ledger_entries
      where kind = 'adjust' and reversal_id is null
    ), returned as (
      select identifier, closed_by || ': ' || closing_reason as cause
      from reviews where adjustment = 'returned' and closed_at is not null and reversal_id is null
    )`,
  differences: [
    `select 'a state is the last line of its history, a final one its only final line', identifier::text,
      format('%s, %s of them final', coalesce(last, 'no line'), finals), format('%s, %s of them final', status, finals_max)
    from ended, gone where identifier >= histories_from and (last is distinct from status or finals <> finals_max)`,
    `select 'a final state has one event, any other none', identifier::text,
      case when has_event then 'an event' else 'no event' end, status
    from ended where has_event <> (finals_max = 1)`,
    `select 'a success has evidence of its money', identifier::text, coalesce(said, 'no evidence'),
      concat_ws(' ', 'success of', amount, currency)
    from gone, transactions left join evidenced using (identifier) left join decided using (identifier)
    where status = 'success' and is_proven is not true and decided.identifier is null
      and (said is not null or identifier >= lookups_from)`,
    `select 'a top-up has an author and a reason', concat_ws(' ', merchant, currency, 'entry', id),
      concat_ws(', ', author, reason), 'both'
    from ledger_entries where kind = 'top_up' and (coalesce(author, '') = '' or coalesce(reason, '') = '')`,
    `select 'an adjustment follows from the closing of a review', identifier::text,
      coalesce(adjusted.cause, 'no adjustment'), coalesce(returned.cause, 'no adjustment')
    from adjusted full join returned using (identifier)
    where adjusted.cause is distinct from returned.cause`,
  ],
};

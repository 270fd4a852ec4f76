import type { ProofPart } from './part.js';

/** States against their history, and final ones against the one event that tells of them. */
export const endings: ProofPart = {
  sets: `
    histories as (
      select identifier, max(id) as last_id,
        count(*) filter (where status in ('success', 'declined', 'error', 'expired')) as finals
      from status_history group by identifier
    ), ended as (
      select transactions.identifier, transactions.status, (finished_at is not null)::integer as finals_max,
        coalesce(finals, 0) as finals, line.status as last, events.identifier is not null as is_told
      from transactions left join histories using (identifier) left join events using (identifier)
        left join status_history as line on line.id = last_id
    )`,
  differences: [
    `select 'a state is the last line of its history, a final one its only final line', identifier::text,
      format('%s, %s of them final', coalesce(last, 'no line'), finals), format('%s, %s of them final', status, finals_max)
    from ended where last is distinct from status or finals <> finals_max`,
    `select 'a final state has one event, any other none', identifier::text,
      case when is_told then 'an event' else 'no event' end, status
    from ended where is_told <> (finals_max = 1)`,
  ],
};

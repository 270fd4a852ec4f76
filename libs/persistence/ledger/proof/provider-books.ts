import { startOf, type ProofPart } from './part.js';

/**
 * Compares the provider books with what they are posted for, and with the merchants' books: both name the same transactions
 * (contract §16.1, §16.5).
 */
export const providerBooks: ProofPart = {
  sets: `
    kept as (
      select ${startOf('provider_entries')} as entries_from
    ), moved_there as (
      select cause, kind, reversal_id, min(merchant) as merchant, min(mid) as mid, min(currency) as currency,
        sum(case when part = 1 then amount else -amount end) as amount, count(*) filter (where part = 1) as firsts
      from provider_entries where identifier is not null group by cause, kind, reversal_id
    ), should_move as (
      select transactions.identifier as cause, transactions.type as kind, '' as reversal_id, transactions.merchant,
        coalesce(attempt.mid, '') as mid, transactions.currency, transactions.amount
      from transactions left join lateral mid_of(transactions.identifier) as attempt on true
      where transactions.status = 'success'
      union all
      select reversals.identifier,
        case when reversals.kind = 'returned' then transactions.type || '_returned' else reversals.kind end,
        reversals.reversal_id, reversals.merchant, coalesce(attempt.mid, ''), reversals.currency,
        case when reversals.state = 'posted' then counted when reversals.state = 'recorded' and reversals.kind = 'returned'
          then reversals.amount else 0 end
      from reversals join transactions using (identifier) left join lateral mid_of(reversals.identifier) as attempt on true
      where reversals.kind <> 'inquiry'
    ), standing as (
      select distinct on (line_id) * from statement_matches order by line_id, turn desc
    ), waits as (
      select moved_there.* from moved_there
      where amount > 0 and not exists (select from standing where standing.identifier = moved_there.cause
        and standing.entry_kind = moved_there.kind and standing.reversal_id = moved_there.reversal_id)
    )`,
  differences: [
    `select 'a success and a reversal are posted at their provider once, with their own money',
      concat_ws(' ', coalesce(found.cause, should.cause), coalesce(found.kind, should.kind), coalesce(found.reversal_id, should.reversal_id)),
      coalesce(concat_ws(' ', trim_scale(found.amount), found.currency, found.merchant, found.mid), 'no entry'),
      coalesce(concat_ws(' ', trim_scale(should.amount), should.currency, should.merchant, should.mid), 'no entry')
    from kept cross join moved_there as found
      full join should_move as should on should.cause = found.cause and should.kind = found.kind
        and should.reversal_id = found.reversal_id
    where coalesce(should.cause, found.cause) >= (select entries_from from kept)
      and (coalesce(found.amount, 0) <> coalesce(should.amount, 0) or (found.cause is not null and should.cause is null)
        or (found.currency, found.merchant, found.mid) is distinct from (should.currency, should.merchant, should.mid)
          and coalesce(should.amount, 0) <> 0)`,
    `select 'what is in transit is what no line has named', concat_ws(' ', coalesce(waits.cause, there.identifier), coalesce(waits.kind, there.kind)),
      coalesce(concat_ws(' ', trim_scale(there.amount), there.currency, there.mid), 'nothing'),
      coalesce(concat_ws(' ', trim_scale(waits.amount), waits.currency, waits.mid), 'nothing')
    from waits full join provider_transit as there on there.identifier = waits.cause and there.kind = waits.kind
      and there.reversal_id = waits.reversal_id
    where coalesce(waits.cause, there.identifier) >= (select entries_from from kept)
      and (there.amount, there.currency, there.mid) is distinct from (waits.amount, waits.currency, waits.mid)`,
    `select 'the books of merchants and of providers name the same transactions', coalesce(ours.identifier, theirs.identifier)::text,
      coalesce(ours.merchant || ' ' || ours.kind, 'no entry'), coalesce(theirs.merchant || ' ' || theirs.kind, 'no entry')
    from (select identifier, merchant, kind from ledger_entries
        where kind in ('collect', 'settle', 'refund') and reversal_id is null) as ours
      full join (select entry.identifier, entry.merchant, entry.kind from provider_entries as entry join transactions using (identifier)
        where entry.kind in ('payment', 'payout', 'refund') and coalesce(billing_amount, transactions.amount) > 0) as theirs
      on theirs.identifier = ours.identifier and theirs.merchant = ours.merchant
    where coalesce(ours.identifier, theirs.identifier) >= (select entries_from from kept)
      and (ours.identifier is null or theirs.identifier is null)`,
  ],
};

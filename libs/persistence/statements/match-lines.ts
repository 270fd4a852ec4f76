/**
 * The passes that match the lines of a day to the provider books (contract §16.3), each one statement over all of them. They
 * read `statement_due`, the lines that have no match yet: new ones, and those of differences that are open. In all of them
 * $1 is the MID.
 */

/** New lines, and earlier ones that wait for what the books say now; $2 is the file. */
export const dueLines = `
  create temporary table statement_due on commit drop as
  select line_id, 1 as turn, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency, settled_amount,
    settled_currency, rate, booked_on, settlement, line_key
  from statement_lines where account = $1 and file = $2
  union all
  select line.line_id, standing.turn + 1, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, line.currency,
    settled_amount, settled_currency, rate, booked_on, line.settlement, line_key
  from (select distinct line_id from differences where source = 'provider' and account = $1 and state <> 'closed'
      and line_id is not null) as waiting
    join statement_lines as line using (line_id)
    cross join lateral (select turn, way from statement_matches where statement_matches.line_id = waiting.line_id
      order by turn desc limit 1) as standing
  where standing.way = 'unexplained' and file <> $2`;

/**
 * The attempt that a line names: by our reference, else by the provider's own id of it, or of its case. If a refund's line names
 * its payment, the refund with the line's id is meant, if we have it. An id that fits several attempts names none of them. An
 * attempt counts if it took the money, or is the last one where none did. Joins and not one condition with `or`, which Postgres
 * would evaluate line by line.
 */
export const nameLines = `
  create temporary table statement_named on commit drop as
  with by_reference as (
    select due.line_id, attempts.identifier, attempts.n, attempts.provider, attempts.state
    from statement_due as due join attempts on attempts.provider_reference = due.reference
    where attempts.mid = $1
  ), by_id as (
    select due.line_id, min(attempts.identifier::text)::uuid as identifier, min(attempts.n) as n,
      min(attempts.provider) as provider, min(attempts.state) as state, bool_or(transactions.type = 'refund') as is_refund
    from statement_due as due left join by_reference on by_reference.line_id = due.line_id
      join attempts on attempts.provider_id = due.provider_id and attempts.mid = $1
      join transactions on transactions.identifier = attempts.identifier
    where due.provider_id is not null
      and (due.kind in ('refund', 'refund_returned') or by_reference.line_id is null)
    group by due.line_id having count(*) = 1
  ), by_case as (
    select due.line_id, min(reversals.identifier::text)::uuid as identifier
    from statement_due as due join reversals on reversals.dispute = due.provider_id
    where due.kind in ('chargeback', 'chargeback_won')
      and not exists (select from by_reference where line_id = due.line_id)
      and not exists (select from by_id where line_id = due.line_id)
    group by due.line_id having count(distinct reversals.identifier) = 1
  ), named as (
    select line_id, 'reference' as way, identifier, n, provider, state from by_reference
    where not exists (select from by_id where by_id.line_id = by_reference.line_id and is_refund)
    union all
    select by_id.line_id, 'provider_id', by_id.identifier, by_id.n, by_id.provider, by_id.state
    from by_id left join by_reference on by_reference.line_id = by_id.line_id
    where is_refund or by_reference.line_id is null
    union all
    select line_id, 'provider_id', attempt.identifier, attempt.n, attempt.provider, attempt.state
    from by_case cross join lateral mid_of(identifier) as attempt where attempt.mid = $1
  )
  select line_id, way, identifier, provider, state = 'final' or not exists (select from attempts as other
    where other.identifier = named.identifier and (other.state = 'final' or other.n > named.n)) as is_counting
  from named`;

/**
 * A line stands for money of the books that no line has named before, of exactly its amount (no tolerance). Of equal ones the
 * oldest goes with the first line.
 */
export const matchLines = `
  create temporary table statement_matched on commit drop as
  with line as (
    select due.line_id, due.turn, due.kind, due.gross, due.currency, named.way, named.provider, named.identifier,
      row_number() over (partition by named.identifier, due.kind, due.gross order by due.booked_on, due.line_id) as place
    from statement_due as due join statement_named as named using (line_id)
    where named.is_counting
  ), waiting as (
    select identifier, kind, reversal_id, merchant, currency, amount, method, 1 as place
    from provider_transit where mid = $1 and reversal_id = ''
    union all
    select identifier, kind, reversal_id, merchant, currency, amount, method,
      row_number() over (partition by identifier, kind, amount order by posted_at, reversal_id)
    from provider_transit where mid = $1 and reversal_id <> ''
  )
  select line.line_id, line.turn, line.way, line.provider, line.identifier, waiting.kind as entry_kind, waiting.reversal_id,
    waiting.merchant, waiting.method
  from line join waiting on waiting.identifier = line.identifier and waiting.amount = line.gross
    and waiting.currency = line.currency and waiting.place = line.place
    and (waiting.kind = line.kind or (line.kind = 'refund' and waiting.kind = 'provider_refund'))`;

/** `<identifier>-<n>`, the form of our references, as Postgres compares it. */
const ourForm = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+$'`;

/** A line that names no transaction, and whose reference is none that the gateway makes. */
const isStranger = `named.line_id is null and due.unknown_kind is null
  and coalesce(due.reference, '') !~ ${ourForm}`;

/**
 * Says what each line stands for; a trigger posts it. $2: strangers are left out of both sides. A fee that names a
 * transaction is its merchant's.
 */
export const keepMatches = `
  insert into statement_matches
    (line_id, turn, source, account, way, identifier, entry_kind, reversal_id, merchant, provider, method, settlement)
  select due.line_id, due.turn, 'provider', $1,
    case when matched.line_id is not null then matched.way
      when due.kind in ('fee', 'settlement', 'funding') then 'itself'
      when $2::boolean and ${isStranger} then 'ignored'
      else 'unexplained' end,
    matched.identifier, matched.entry_kind, coalesce(matched.reversal_id, ''),
    coalesce(matched.merchant, case when due.kind = 'fee' then (select merchant from transactions
      where transactions.identifier = named.identifier) end, ''),
    coalesce(matched.provider, named.provider), matched.method, settlements.id
  from statement_due as due left join statement_matched as matched using (line_id)
    left join statement_named as named on named.line_id = due.line_id
    left join settlements on due.kind = 'settlement' and settlements.line_id = due.line_id
  where due.turn = 1 or matched.line_id is not null
  order by due.line_id`;

/**
 * The differences of lines that found no match. $1: strangers are left out. First comes what is paid there but open or failed
 * here, then a second line for money that another one has named, then another currency or amount. Strangers of a day are one
 * difference with their number; a single one keeps its line, so that a person can match it.
 */
export const classifyLines = `
  insert into statement_opening (class, subject, on_day, currency, amount, expected, count, line_id, identifier, entry_kind, method)
  with left_over as (
    select due.*, named.identifier, transactions.type, transactions.status, transactions.currency as asked_currency,
      transactions.amount as asked, transactions.method,
      case due.kind when 'refund' then case transactions.type when 'refund' then 'refund' else 'provider_refund' end
        when 'refund_returned' then 'refund_returned' when 'payout_returned' then 'payout_returned' else due.kind end as meant,
      named.is_counting
    from statement_due as due left join statement_matched as matched using (line_id)
      left join statement_named as named on named.line_id = due.line_id
      left join transactions on transactions.identifier = named.identifier
    where due.turn = 1 and matched.line_id is null and due.kind not in ('fee', 'settlement', 'funding')
  ), judged as (
    select *, case
      when unknown_kind is not null then 'unknown_kind'
      when identifier is null then case
        when coalesce(reference, '') ~ ${ourForm} then 'unknown_here'
        else 'stranger' end
      when kind = 'other' then 'stranger'
      when status <> 'success' then 'status'
      when not is_counting then 'twice'
      when meant in ('payment', 'payout', 'refund') and meant <> type then 'unknown_here'
      when meant in ('provider_refund', 'chargeback', 'chargeback_won') and type = 'payment'
        or meant in ('payout_returned', 'refund_returned') and type || '_returned' = meant then
        case when currency <> asked_currency then 'currency' else 'reversal' end
      when meant not in ('payment', 'payout', 'refund') then 'unknown_here'
      when not exists (select from provider_transit where provider_transit.identifier = left_over.identifier
          and provider_transit.kind = meant)
        or exists (select from statement_matched where statement_matched.identifier = left_over.identifier
          and entry_kind = meant) then 'twice'
      when currency <> asked_currency then 'currency'
      else 'amount' end as class
    from left_over
  )
  select class, line_key || ' ' || line_id, booked_on, currency, gross, asked, 1, line_id, identifier,
    case when class <> 'stranger' and identifier is not null then meant end, method
  from judged where class <> 'stranger'
  union all
  select 'stranger', concat_ws(' ', booked_on, currency, $2::bigint), booked_on, currency,
    sum(line_gross(kind, gross, net)), null, count(*)::integer, case when count(*) = 1 then (array_agg(line_id))[1] end, null, null, null
  from judged where class = 'stranger' and not $1::boolean group by booked_on, currency`;

/** Checks of the days of an account (contract §16.4). In the first three $1 is the account. */

/**
 * An opening that is not the closing before, and a closing that is not the opening plus the statement's own lines; a line that
 * it restates is a difference of its own. $2 is the file. The neighbours may have been imported in any order.
 */
export const checkBalances = `
  insert into statement_opening (class, subject, on_day, currency, amount, expected)
  with told as (
    select file.from_on, file.to_on, balance.* from statement_balances as balance
      join statement_files as file on file.id = balance.file
    where file.id = $2 and file.account = $1 and file.source = 'provider'
  ), moved as (
    select told.currency, coalesce(sum(line_net(kind, net)), 0) as net
    from told left join statement_weighed as line on line.currency = told.currency group by told.currency
  ), others as (
    select file.id, file.from_on, file.to_on, balance.currency, opening, closing
    from statement_files as file join statement_balances as balance on balance.file = file.id
    where file.source = 'provider' and file.account = $1
      and (file.to_on = (select min(from_on) - 1 from told) or file.from_on = (select max(to_on) + 1 from told))
  ), meeting as (
    select distinct on (told.currency) told.from_on as day, told.currency, told.opening, others.closing
    from told join others on others.currency = told.currency and others.to_on = told.from_on - 1
    where others.closing is not null order by told.currency, others.id desc
  ), meeting_next as (
    select distinct on (told.currency) others.from_on as day, told.currency, others.opening, told.closing
    from told join others on others.currency = told.currency and others.from_on = told.to_on + 1
    where others.opening is not null order by told.currency, others.id desc
  )
  select 'balance', concat_ws(' ', 'opening', day, currency), day, currency, opening, closing
  from (select * from meeting union all select * from meeting_next) as met where opening <> closing
  union all
  select 'balance', concat_ws(' ', 'closing', told.from_on, told.to_on, told.currency), told.to_on, told.currency, told.closing,
    told.opening + moved.net
  from told join moved using (currency) where told.closing <> told.opening + moved.net`;

/** A day between statements that none of them covers. */
export const checkGaps = (source: 'provider' | 'bank') => `
  insert into statement_opening (class, subject, on_day)
  select 'gap', day::date::text, day::date
  from (select min(from_on) as first, max(to_on) as last from statement_files
      where source = '${source}' and account = $1) as told
    cross join lateral generate_series(told.first, told.last, interval '1 day') as day
  where not exists (select from statement_files where source = '${source}' and account = $1
    and day::date between from_on and to_on)`;

/**
 * Entries of the days that statements cover that no line has named when the lag is over: $2 is now less the lag, $3 the time
 * zone of the statement. A transaction that has another difference about the same entry is left out.
 */
export const checkListed = `
  insert into statement_opening (class, subject, on_day, currency, expected, identifier, entry_kind, method)
  select 'not_listed', concat_ws(' ', identifier, kind, nullif(reversal_id, '')), (posted_at at time zone $3)::date, currency,
    amount, identifier, kind, method
  from provider_transit as waiting
    cross join (select min(from_on) as first, max(to_on) as last from statement_files
      where source = 'provider' and account = $1) as told
  where mid = $1 and posted_at < $2::timestamptz and posted_at >= told.first::timestamp at time zone $3
    and posted_at < (told.last + 1)::timestamp at time zone $3
    and not exists (select from differences where differences.identifier = waiting.identifier
      and (differences.entry_kind = waiting.kind or differences.class = 'unknown_kind') and differences.class <> 'not_listed')
    and not exists (select from statement_opening where statement_opening.identifier = waiting.identifier
      and (statement_opening.entry_kind = waiting.kind or statement_opening.class = 'unknown_kind'))`;

/**
 * Fees beyond the tolerance, one for each method and day. $1 are the fees of the MID by method, $2 the tolerance in minor
 * units, $3 decimals by currency, $4 the file.
 */
export const checkFees = `
  insert into statement_opening (class, subject, on_day, currency, amount, expected, count, method)
  with line as (
    select due.booked_on, due.currency, due.fee, matched.method, ($3::jsonb->>due.currency)::integer as decimals, due.gross,
      coalesce($1::jsonb->matched.method, $1::jsonb->'all') as terms
    from statement_due as due join statement_matched as matched using (line_id)
    where due.kind in ('payment', 'payout')
  ), weighed as (
    select *, least(coalesce((terms->>'most')::numeric, 'infinity'), greatest(coalesce((terms->>'least')::numeric, '-infinity'),
      round(gross * (terms->>'percent')::numeric / 100 + (terms->>'fixed')::numeric, decimals))) as due_fee
    from line where terms is not null
  )
  select 'fee', concat_ws(' ', method, booked_on, currency, $4::bigint), booked_on, currency, sum(fee), sum(due_fee),
    count(*)::integer, method
  from weighed where abs(fee - due_fee) > $2::integer * power(10::numeric, -decimals)
  group by method, booked_on, currency`;

/** What was converted is the gross at the rate of the line, give or take one minor unit. $1 are decimals by currency. */
export const checkRates = `
  insert into statement_opening (class, subject, on_day, currency, amount, expected, line_id, identifier, entry_kind, method)
  select 'amount', line_key || ' converted ' || due.line_id, booked_on, settled_currency, settled_amount, gross * rate, due.line_id,
    matched.identifier, matched.entry_kind, matched.method
  from statement_due as due join statement_matched as matched using (line_id)
  where abs(settled_amount - gross * rate)
    > power(10::numeric, -($1::jsonb->>settled_currency)::integer)`;

/** Differences of one import, collected before they are opened; source and account are those of the import if absent. */
export const opening = `
  create temporary table statement_opening (
    class text, source text, account text, subject text, on_day date, currency text, amount numeric, expected numeric,
    count integer not null default 1, line_id uuid, identifier uuid, entry_kind text, method text, settlement bigint
  ) on commit drop`;

/** Of a class an import opens this many one by one; more of them become parts of a single one (contract §16.4). */
const eachMax = 1_000;

/** A difference that is known, open or closed, is not opened again. $1 is the source, $2 the account, $3 the file. */
export const openDifferences = `
  with told as (
    select class, coalesce(source, $1) as source, coalesce(account, $2) as account, subject, on_day, currency, amount, expected,
      count, line_id, identifier, entry_kind, method, settlement
    from statement_opening
  ), fresh as (
    select told.* from told where not exists (select from differences as known where known.class = told.class
      and known.source = told.source and known.account = told.account and known.subject = told.subject)
  ), many as (
    insert into differences (class, source, account, subject, on_day, amount, count, file)
    select class, source, account, concat_ws(' ', 'import', $3::bigint), max(on_day),
      case when count(distinct currency) = 1 then sum(amount) end, sum(count)::integer, $3::bigint
    from fresh group by class, source, account having count(*) > ${eachMax}
    on conflict do nothing
    returning id, class, source, account
  )
  insert into differences (class, source, account, subject, on_day, currency, amount, expected, count, line_id, identifier,
    entry_kind, method, settlement, file, part_of)
  select fresh.class, fresh.source, fresh.account, subject, on_day, currency, amount, expected, count, line_id, identifier,
    entry_kind, method, settlement, $3::bigint, many.id
  from fresh left join many on many.class = fresh.class and many.source = fresh.source and many.account = fresh.account
  on conflict do nothing`;

/** Lines that have a match now close their differences, and so does the line of what was not listed. $1 is the MID. */
export const closeByMatches = [
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'books', closed_line = differences.line_id
   from statement_matched as matched join statement_due using (line_id)
   where differences.account = $1 and differences.line_id = matched.line_id and differences.state <> 'closed'
     and statement_due.turn > 1 and differences.class <> 'restated'`,
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'line', closed_line = matched.line_id
   from statement_matched as matched
   where class = 'not_listed' and state <> 'closed' and differences.account = $1 and source = 'provider'
     and differences.identifier = matched.identifier and differences.entry_kind = matched.entry_kind`,
] as const;

/** Closes what settlements, files and parts have settled since. */
export const closeByBooks = [
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'line', closed_line = settlements.line_id
   from settlements where class = 'settlement_sum' and state <> 'closed' and differences.settlement = settlements.id
     and subject = settlements.reference || ' ' || settlements.line_id and settlements.amount = settlements.lines_net`,
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'line', closed_line = bank_line
   from settlements where state <> 'closed' and differences.settlement = settlements.id and bank_line is not null
     and (class in ('not_arrived', 'ambiguous')
       or (class = 'settlement_sum' and subject <> settlements.reference || ' ' || settlements.line_id))`,
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'line', closed_line = differences.line_id
   from settlements where class = 'bank_unknown' and state <> 'closed' and differences.line_id = settlements.bank_line`,
  `update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'books'
   where class = 'gap' and state <> 'closed' and exists (select from statement_files
     where statement_files.source = differences.source and statement_files.account = differences.account
       and on_day between from_on and to_on)`,
  `update differences as whole set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'books'
   where whole.state <> 'closed' and exists (select from differences where part_of = whole.id)
     and not exists (select from differences where part_of = whole.id and state <> 'closed')`,
] as const;

/** What an import has opened, by class. */
export const countOpened = `
  select class, sum(count)::integer as count from differences where file = $1 and account = $2 and part_of is null and state = 'open'
  group by class order by class`;

/**
 * Lines of one settlement to its settlement line, and that to its bank line (contract §16.3, 3 and 4): exact sums, and never a
 * guess between two candidates. $1 is the MID.
 */

export const openSettlements = `
  insert into settlements (account, currency, reference, line_id, amount, booked_on)
  select $1, currency, coalesce(settlement, line_key), line_id, gross, booked_on
  from statement_due where kind = 'settlement' and turn = 1`;

/** Settlements that got lines in this import, or came with it; `was` is what their lines added up to before. */
export const touchedSettlements = `
  create temporary table statement_settled on commit drop as
  select settlements.id, settlements.line_id, settlements.lines_net as was, sums.lines, sums.net
  from settlements cross join lateral (
    select count(*)::integer as lines, coalesce(sum(line_net(kind, net)), 0) as net from statement_lines as line
    where line.account = settlements.account and line.settlement = settlements.reference
      and line.currency = settlements.currency and line.kind <> 'settlement') as sums
  where settlements.account = $1
    and (settlements.lines, settlements.lines_net) <> (sums.lines, sums.net)
    and (settlements.reference in (select settlement from statement_weighed where settlement is not null)
      or settlements.line_id in (select line_id from statement_due))`;

export const sumSettlements = `
  update settlements set lines = settled.lines, lines_net = settled.net
  from statement_settled as settled where settled.id = settlements.id`;

/** Lines that came after their settlement: it is posted anew, and so is its arrival, to the merchants that they are of. */
export const repostSettlements = `
  insert into statement_matches (line_id, turn, source, account, way, settlement)
  select standing.line_id, standing.turn + 1, 'provider', standing.account, 'itself', settled.id
  from statement_settled as settled cross join lateral (select * from statement_matches
    where statement_matches.line_id = settled.line_id order by turn desc limit 1) as standing
  where settled.line_id not in (select line_id from statement_due)`;

export const repostArrivals = `
  insert into statement_matches (line_id, turn, source, account, way, settlement, author, reason, evidence)
  select standing.line_id, standing.turn + 1, 'bank', standing.account, standing.way, settled.id, author, reason, evidence
  from statement_settled as settled join settlements on settlements.id = settled.id
    cross join lateral (select * from statement_matches
      where statement_matches.line_id = settlements.bank_line order by turn desc limit 1) as standing
  where settled.line_id not in (select line_id from statement_due)`;

/** A settlement without any line is not proved either: what it pays out is on no line. */
export const unprovedSettlements = `
  insert into statement_opening (class, subject, on_day, currency, amount, expected, count, settlement)
  select 'settlement_sum', reference || ' ' || line_id, booked_on, currency, amount, lines_net, lines, id
  from settlements where account = $1 and amount <> lines_net
    and (id in (select id from statement_settled) or line_id in (select line_id from statement_due))`;

/** Business days from one day to a later one, without the first. */
const businessDays = (from: string, to: string) =>
  `(select count(*) from generate_series(${from} + 1, ${to}, interval '1 day') as day where extract(isodow from day) < 6)`;

/**
 * Settlements and bank lines that wait for each other. Named in the text first, then the only pair of equal amount and currency
 * within $1 business days, of which neither has another candidate.
 */
export const pairBankLines = `
  create temporary table bank_pairs on commit drop as
  with waiting as (
    select id, account, reference, currency, amount, booked_on from settlements where bank_line is null
  ), line as (
    select line_id, bank_lines.account, currency, amount, booked_on, words, coalesce(turn, 0) as turn
    from bank_lines left join lateral (select turn, settlement from statement_matches
      where statement_matches.line_id = bank_lines.line_id order by turn desc limit 1) as standing on true
    where direction = 'in' and not is_reversal and standing.settlement is null
      and booked_on >= (select min(booked_on) from waiting) - 40
  ), named as (
    select waiting.id, line.line_id, line.turn, line.account, waiting.amount = line.amount as is_equal
    from waiting join line on waiting.reference = any(line.words) and waiting.currency = line.currency
  ), candidate as (
    select waiting.id, line.line_id, line.turn, line.account,
      count(*) over (partition by waiting.id) as lines, count(*) over (partition by line.line_id) as settlements
    from waiting join line on waiting.amount = line.amount and waiting.currency = line.currency
      and line.booked_on >= waiting.booked_on
      and ${businessDays('waiting.booked_on', 'line.booked_on')} <= $1
    where waiting.id not in (select id from named) and line.line_id not in (select line_id from named)
  )
  select id, line_id, turn, account, case when count(*) over (partition by id) = 1
      and count(*) over (partition by line_id) = 1 then case when is_equal then 'settlement' else 'short' end
    else 'ambiguous' end as way
  from named
  union all
  select id, line_id, turn, account, case when lines = 1 and settlements = 1 then 'only_pair' else 'ambiguous' end
  from candidate`;

export const keepArrivals = `
  insert into statement_matches (line_id, turn, source, account, way, settlement)
  select line_id, turn + 1, 'bank', account, way, id from bank_pairs where way in ('settlement', 'only_pair')`;

/** New lines of the bank that stand for nothing yet. $1 is the account, $2 the file. */
export const keepUnpaired = `
  insert into statement_matches (line_id, turn, source, account, way)
  select line_id, 1, 'bank', account, 'unexplained' from bank_lines as line
  where account = $1 and file = $2
    and not exists (select from statement_matches where statement_matches.line_id = line.line_id)`;

/** One for each settlement that has several candidates, or whose text names another amount. */
export const openPairs = `
  insert into statement_opening (class, source, account, subject, on_day, currency, amount, expected, count, settlement)
  select 'ambiguous', 'provider', settlements.account, settlements.reference || ' ' || settlements.line_id, settlements.booked_on,
    settlements.currency, min(line.amount), settlements.amount, count(*)::integer, settlements.id
  from bank_pairs join settlements using (id) join bank_lines as line on line.line_id = bank_pairs.line_id
  where way = 'ambiguous' group by settlements.id
  union all
  select 'settlement_sum', 'provider', settlements.account, concat_ws(' ', settlements.reference, 'at the bank', line.line_id),
    line.booked_on, line.currency, line.amount, settlements.amount, 1, settlements.id
  from bank_pairs join settlements using (id) join bank_lines as line on line.line_id = bank_pairs.line_id
  where way = 'short'`;

/**
 * Lines of the bank that no settlement can be, or can be any longer, as theirs has arrived with another line. $1 is the file;
 * older lines are looked at while their month is open.
 */
export const openUnknownAtBank = `
  insert into statement_opening (class, source, account, subject, on_day, currency, amount, line_id)
  select 'bank_unknown', 'bank', account, line_key, booked_on, currency, amount, line_id from bank_lines as line
  where (file = $1 or booked_on >= coalesce((select max(month) from periods) + interval '1 month', '-infinity'))
    and line_id not in (select line_id from bank_pairs)
    and not exists (select from settlements where bank_line = line.line_id)
    and not exists (select from differences where class = 'bank_unknown' and differences.line_id = line.line_id)
    and (select way from statement_matches where statement_matches.line_id = line.line_id order by turn desc limit 1)
      = 'unexplained'`;

/** Settlements that have not arrived when they are due; $2 is now less the time that they have. */
export const openNotArrived = `
  insert into statement_opening (class, source, account, subject, on_day, currency, amount, settlement)
  select 'not_arrived', 'provider', account, reference || ' ' || line_id, booked_on, currency, amount, id
  from settlements where account = $1 and bank_line is null and booked_on < $2::date
    and not exists (select from differences where differences.settlement = settlements.id
      and class in ('ambiguous', 'settlement_sum') and subject <> settlements.reference || ' ' || settlements.line_id)`;

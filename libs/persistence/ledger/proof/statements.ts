import { startOf, type ProofPart } from './part.js';

/** A difference of the account, of that day or before, already covers balances that do not agree. */
const isToldOf = `exists (select from differences where differences.account = balances.account
  and class in ('balance', 'gap', 'restated') and source = 'provider' and on_day <= balances.to_on)`;

/**
 * Compares lines with their files, with what they stand for and with what they have posted, and balances with the books: a
 * statement's closing is what the provider holds less what is in transit (contract §16.5).
 */
export const statements: ProofPart = {
  sets: `
    gone_lines as (
      select greatest(${startOf('statement_lines')}, ${startOf('statement_matches')}, ${startOf('provider_entries')}) as lines_from
    ), line as (
      select statement_lines.* from statement_lines, gone_lines where line_id >= lines_from
    ), told_by as (
      select file, count(*) as lines, sum(hashtextextended(content, 0)::numeric) as digest
      from (select file, content from statement_lines union all select file, content from bank_lines) as told group by file
    ), posted_of as (
      select line_id, kind, merchant, mid, currency,
        sum(amount * case when to_account = case kind when 'arrival' then 'bank' when 'write_off' then 'unexplained' else 'held' end
          then 1 else -1 end) as amount
      from provider_entries where line_id is not null group by line_id, kind, merchant, mid, currency
    ), owed_of as (
      select line.line_id, owed.kind, standing.merchant, line.account as mid, line.currency, owed.amount
      from line join standing using (line_id) cross join lateral (values
        ('fee', -line.fee - case when line.kind = 'fee' then line.gross else 0 end), ('tax', -line.tax),
        ('funding', case when line.kind = 'funding' and standing.way = 'itself' then line.gross else 0 end),
        ('unexplained', case when standing.way = 'unexplained' then line_gross(line.kind, line.gross, line.net) else 0 end)
      ) as owed (kind, amount)
      where standing.way <> 'ignored' and owed.amount <> 0
    ), balances as (
      select file.account, file.to_on, balance.currency, balance.closing, first.from_on, first.opening
      from statement_files as file join statement_balances as balance on balance.file = file.id
        cross join lateral (select earlier.from_on, opening from statement_files as earlier
          join statement_balances on statement_balances.file = earlier.id
          where earlier.source = 'provider' and earlier.account = file.account
            and statement_balances.currency = balance.currency and opening is not null
          order by earlier.from_on, earlier.id limit 1) as first
      where file.source = 'provider' and closing is not null
    )`,
  differences: [
    `select 'the lines of a file are those that it brought', statement_files.id || ' of ' || account,
      format('%s lines, hash %s', coalesce(told_by.lines, 0), coalesce(told_by.digest, 0)),
      format('%s lines, hash %s', new_lines, statement_files.digest)
    from gone_lines, statement_files left join told_by on told_by.file = statement_files.id
    where first_key(from_on) >= lines_from and (coalesce(told_by.lines, 0), coalesce(told_by.digest, 0)) <> (new_lines, statement_files.digest)`,
    `select 'a line says what it said when it was imported', line_id::text, content,
      line_content(line_key, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency, settled_amount, settled_currency,
        rate, booked_on)
    from line where content <> line_content(line_key, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency,
      settled_amount, settled_currency, rate, booked_on)`,
    `select 'a line of the bank says what it said when it was imported', line_id::text, content,
      bank_line_content(line_key, direction, amount, currency, booked_on, bank_reference, words, is_reversal)
    from bank_lines where content <> bank_line_content(line_key, direction, amount, currency, booked_on, bank_reference, words,
      is_reversal)`,
    `select 'a line stands for something, in turns without a gap', told.line_id::text, coalesce(turns, 'no turn'), 'every turn'
    from (select line_id from line union all select line_id from bank_lines, gone_lines where line_id >= lines_from) as told
      left join (select line_id, string_agg(turn::text, ' ' order by turn) as turns, count(*) as count, max(turn) as last
        from statement_matches group by line_id) as matches using (line_id)
    where matches.line_id is null or last <> count`,
    `select 'a match is of a line', standing.line_id::text, 'no line', standing.way
    from gone_lines, standing left join statement_lines using (line_id) left join bank_lines on bank_lines.line_id = standing.line_id
    where standing.line_id >= lines_from and statement_lines.line_id is null and bank_lines.line_id is null`,
    `select 'a matched line has the money of its entry', line.line_id::text, concat_ws(' ', trim_scale(gross), line.currency, line.account),
      coalesce(concat_ws(' ', trim_scale(moved.amount), moved.currency, moved.mid), 'no entry')
    from line join standing using (line_id) left join moved_there as moved on moved.cause = standing.identifier
      and moved.kind = standing.entry_kind and moved.reversal_id = standing.reversal_id
    where standing.identifier is not null and standing.identifier >= (select entries_from from kept)
      and ((moved.amount, moved.currency, moved.mid) is distinct from (gross, line.currency, line.account)
        or (line.kind <> moved.kind and standing.way <> 'person' and not (line.kind = 'refund' and moved.kind = 'provider_refund')))`,
    `select 'an entry is named by one line', concat_ws(' ', identifier, entry_kind, reversal_id), count(*)::text, '1'
    from standing where identifier is not null group by identifier, entry_kind, reversal_id having count(*) > 1`,
    `select 'a line has posted what it says', coalesce(posted_of.line_id, owed_of.line_id) || ' ' || coalesce(posted_of.kind, owed_of.kind),
      coalesce(concat_ws(' ', trim_scale(posted_of.amount), posted_of.currency, posted_of.merchant), 'nothing'),
      coalesce(concat_ws(' ', trim_scale(owed_of.amount), owed_of.currency, owed_of.merchant), 'nothing')
    from gone_lines cross join (select * from posted_of
        where kind in ('fee', 'tax', 'funding', 'unexplained') and amount <> 0) as posted_of
      full join owed_of on owed_of.line_id = posted_of.line_id and owed_of.kind = posted_of.kind
        and owed_of.merchant = posted_of.merchant and owed_of.mid = posted_of.mid and owed_of.currency = posted_of.currency
    where coalesce(posted_of.line_id, owed_of.line_id) >= (select lines_from from gone_lines)
      and posted_of.amount is distinct from owed_of.amount`,
    `select 'a settlement pays out what its line says', settlements.id::text,
      concat_ws(' ', trim_scale(coalesce(sum(-posted_of.amount), 0)), 'posted,', trim_scale(settlements.amount), 'kept'), trim_scale(line.gross)::text
    from settlements join line using (line_id) left join posted_of on posted_of.line_id = settlements.line_id and posted_of.kind = 'settlement'
    group by settlements.id, line.gross
    having coalesce(sum(-posted_of.amount), 0) <> line.gross or settlements.amount <> line.gross`,
    `select 'a settlement arrives for the merchants that it was paid out for', settlements.id || ' ' || paid.merchant,
      coalesce(arrived.amount, 0)::text, (-paid.amount)::text
    from settlements join posted_of as paid on paid.line_id = settlements.line_id and paid.kind = 'settlement'
      left join posted_of as arrived on arrived.line_id = settlements.bank_line and arrived.kind = 'arrival' and arrived.merchant = paid.merchant
    where (settlements.bank_line is null and coalesce(arrived.amount, 0) <> 0)
      or (settlements.bank_line is not null and coalesce(arrived.amount, 0) <> -paid.amount)`,
    `select 'a settlement has arrived with the line that stands for it', settlements.id::text, coalesce(settlements.bank_line::text, 'no line'),
      coalesce(standing.line_id::text, 'no line')
    from settlements left join standing on standing.source = 'bank' and standing.settlement = settlements.id
    where settlements.bank_line is distinct from standing.line_id`,
    `select 'what is in transfer are the settlements that have not arrived', concat_ws(' ', coalesce(there.mid, due.mid), coalesce(there.currency, due.currency)),
      coalesce(there.amount, 0)::text, coalesce(due.amount, 0)::text
    from (select mid, currency, sum(case when to_account = 'in_transfer' then amount else -amount end) as amount from provider_entries
        where 'in_transfer' in (from_account, to_account) group by mid, currency) as there
      full join (select account as mid, currency, sum(amount) as amount from settlements where bank_line is null group by account, currency)
        as due on due.mid = there.mid and due.currency = there.currency
    where coalesce(there.amount, 0) <> coalesce(due.amount, 0)`,
    `select 'what a provider holds, less what is in transit, is on its statements', concat_ws(' ', coalesce(held.mid, told.mid), coalesce(held.currency, told.currency)),
      coalesce(held.amount, 0)::text, coalesce(told.amount, 0)::text
    from (select mid, currency, sum(amount) as amount from (
          select mid, currency, case when to_account = 'held' then amount else -amount end as amount
          from provider_entries where 'held' in (from_account, to_account)
          union all
          select mid, currency, case when kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned') then -amount else amount end
          from provider_transit) as movement group by mid, currency) as held
      full join (select line.account as mid, currency, sum(line_net(kind, net)) as amount from statement_lines as line join standing using (line_id)
        where way <> 'ignored' group by line.account, currency) as told on told.mid = held.mid and told.currency = held.currency
    where coalesce(held.amount, 0) <> coalesce(told.amount, 0)
      and not exists (select from gone_lines, kept where lines_from > first_key('1970-01-01') or entries_from > first_key('1970-01-01'))`,
    `select 'a closing is the first opening and all lines since', concat_ws(' ', balances.account, to_on, balances.currency), closing::text,
      (opening + coalesce(sum(line_net(kind, net)), 0))::text
    from balances left join line on line.account = balances.account and line.currency = balances.currency
      and line.booked_on between balances.from_on and balances.to_on
    where not ${isToldOf} and first_key(balances.from_on) >= (select lines_from from gone_lines)
    group by balances.account, to_on, balances.currency, closing, opening having closing <> opening + coalesce(sum(line_net(kind, net)), 0)`,
    `select 'a write-off was decided by two', differences.id::text, count(distinct operator)::text, '2'
    from differences left join difference_decisions on difference = coalesce(part_of, differences.id) and decision like 'write-off%'
    where closed_how = 'written_off' group by differences.id having count(distinct operator) < 2`,
    `select 'a write-off takes what is unexplained of its line', posted_of.line_id::text, posted_of.amount::text, coalesce(owed_of.amount, 0)::text
    from posted_of left join owed_of on owed_of.line_id = posted_of.line_id and owed_of.kind = 'unexplained'
    where posted_of.kind = 'write_off' and posted_of.amount <> 0 and posted_of.amount <> coalesce(owed_of.amount, 0)`,
  ],
};

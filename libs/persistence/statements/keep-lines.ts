import type { StatementSource } from '../entities/statement.js';

/**
 * SQL that keeps the staged lines of one import, each time one statement over all of them. $1 is the account. Rows are written
 * in the order of their keys, at the end of an index rather than all over it.
 */
type Keeping = {
  /** Of the stage: each line with its id, its hash, and what is known under its key. */
  readonly weigh: string;
  /** Of what is new; $2 is the file. */
  readonly keep: string;
};

/** A provider's id of a line may come back under another day, but not years later. */
const nearbyDays = 40;

/** Of several lines with one key only the first may be new. Most keys come once, so only the others are numbered. */
const weighed = (source: StatementSource, content: string, table: string, within: string) => `
  create temporary table statement_weighed on commit drop as
  with again as (
    select ctid as place, row_number() over same_key as told, first_value(booked_on) over same_key as first_on
    from statement_stage
    where line_key in (select line_key from statement_stage group by line_key having count(*) > 1)
    window same_key as (partition by line_key order by booked_on)
  ), line as (
    select stage.*, ${keyOf(source, 'stage')} as line_id, ${content} as content,
      coalesce(told, 1) as told, first_on
    from statement_stage as stage left join again on again.place = stage.ctid
  )
  select line.*, known.line_id as known_id, known.content as known_content,
    known.line_id is null and line.told = 1 as is_new
  from line left join ${table} as known on known.account = $1::text and known.line_key = line.line_key ${within}`;

const keyOf = (source: StatementSource, line: string, day = 'booked_on') =>
  `line_key_of(${line}.${day}, concat_ws('|', '${source}', $1::text, ${line}.line_key))`;

export const keepingOf: Readonly<Record<StatementSource, Keeping>> = {
  provider: {
    weigh: weighed(
      'provider',
      `line_content(line_key, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency, settled_amount,
        settled_currency, rate, booked_on)`,
      'statement_lines',
      `and known.line_id >= first_key($2::date - ${nearbyDays})
        and known.line_id < first_key($3::date + ${nearbyDays})`,
    ),
    keep: `
      insert into statement_lines (line_id, file, account, line_key, kind, unknown_kind, reference, provider_id, gross, fee,
        tax, net, currency, settled_amount, settled_currency, rate, booked_on, value_on, settlement, content)
      select line_id, $2, $1, line_key, kind, unknown_kind, reference, provider_id, gross, fee, tax, net, currency,
        settled_amount, settled_currency, rate, booked_on, value_on, settlement, content
      from statement_weighed where is_new order by line_id`,
  },
  bank: {
    weigh: weighed(
      'bank',
      'bank_line_content(line_key, direction, amount, currency, booked_on, bank_reference, words, is_reversal)',
      'bank_lines',
      'and $2::date <= $3::date',
    ),
    keep: `
      insert into bank_lines (line_id, file, account, line_key, direction, amount, currency, booked_on, value_on,
        bank_reference, words, is_reversal, content)
      select line_id, $2, $1, line_key, direction, amount, currency, booked_on, value_on, bank_reference, words, is_reversal,
        content
      from statement_weighed where is_new`,
  },
};

/**
 * The first day with known lines without an id that this statement lacks, and their number. The statement has only a part of that
 * day, in which the second of two equal lines would pass for the first (contract §16.2). $1 is the account, $2 and $3 are the
 * days of the statement. The bank's own reference is an id.
 */
export const partDays: Readonly<Record<StatementSource, string>> = {
  provider: partDaysOf('statement_lines', `known.line_key like '#%'`),
  bank: partDaysOf('bank_lines', 'known.bank_reference is null'),
};

function partDaysOf(table: string, hasNoId: string): string {
  return `
    with days as (
      select day::date as day from generate_series($2::date, $3::date, interval '1 day') as day
      union select booked_on from statement_weighed
    )
    select known.booked_on::text as day, count(*)::integer as lines
    from days join ${table} as known on known.booked_on = days.day
      and known.line_id >= first_key(days.day) and known.line_id < first_key(days.day + 1)
    where known.account = $1::text and ${hasNoId}
      and not exists (select from statement_weighed as told where told.line_key = known.line_key)
    group by known.booked_on order by known.booked_on limit 1`;
}

/** The settlement and the value day of a line that is known already. */
export const completeLines = `
  update statement_lines as line set settlement = coalesce(line.settlement, told.settlement),
    value_on = coalesce(line.value_on, told.value_on)
  from statement_weighed as told
  where line.line_id = told.known_id and told.known_content = told.content
    and ((line.settlement is null and told.settlement is not null) or (line.value_on is null and told.value_on is not null))`;

/** Hash of a statement that was read through a connector: of the content of all its lines, whatever their order. */
export const hashOfLines = `
  select encode(sha256(convert_to(coalesce(string_agg(content, '' order by content), ''), 'UTF8')), 'hex') as sha256
  from statement_weighed`;

/** A line that says something else under its key: it changes nothing (contract §16.2). $1 is the account, $2 the file. */
export const restatedLines = (source: StatementSource) => `
  insert into statement_opening (class, subject, on_day, currency, amount, expected, line_id)
  select distinct on (told.content) 'restated', told.line_key || ' ' || told.content, told.booked_on, told.currency,
    told.${source === 'bank' ? 'amount' : 'gross'}, known.${source === 'bank' ? 'amount' : 'gross'}, known.line_id
  from statement_weighed as told
    join ${source === 'bank' ? 'bank_lines' : 'statement_lines'} as known
      on known.account = $1::text and known.line_key = told.line_key
      and known.line_id = coalesce(told.known_id, ${keyOf(source, 'told', 'first_on')})
  where not told.is_new and told.content <> known.content`;

import { kindsIn, reportKinds } from '#domain/wire/report';

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/**
 * The month of a statement's line, called `line`, as `YYYY-MM`, if it was closed when the line came: what the line posts counts
 * in an open month (contract §16.7). Null: it came in time. It never changes, because months are closed in order and for ever.
 */
export const lateFor = `case when exists (select from periods
    where line.booked_on < (until at time zone 'UTC')::date and closed_at < line.imported_at)
  then to_char(line.booked_on, 'YYYY-MM') end`;

/**
 * The line of a statement and the transaction that belong to `entry`, as `matched`: what its line stands for, or the line that names
 * it. `condition` limits the matches that count.
 */
export const matchOf = (condition = 'true') => `left join lateral (
    select * from (
      select line_id, identifier, turn from statement_matches where line_id = entry.line_id and ${condition}
      union all
      select line_id, identifier, turn from statement_matches
      where entry.line_id is null and identifier = entry.identifier and entry_kind = entry.kind
        and reversal_id = entry.reversal_id and ${condition}
    ) as found order by turn desc limit 1) as matched on true`;

/**
 * Parts of SQL about `provider_entries`, where that is called `entry`. `sum_provider_entries` has its own of them: a change needs a
 * migration that replaces it and empties the sums.
 */
export const entryParts = {
  /** The entries that reports are made of: those of what providers hold. */
  isReported: `(entry.kind in (${listed(reportKinds)}) or (entry.merchant = '' and entry.kind in ('funding', 'unexplained')))`,
  /** Other movements of the house's money are one kind. */
  kind: `case when entry.kind in ('funding', 'unexplained') then 'other' else entry.kind end`,
  /** What an entry moves in the direction of its kind; negative: it takes back an earlier one. */
  moved: `case when (entry.to_account = 'held') = (entry.kind in (${listed([...kindsIn, 'funding', 'unexplained'])})) then entry.amount else -entry.amount end`,
  isFee: `entry.kind in ('fee', 'tax')`,
  /** An entry without a provider is named by its MID. */
  provider: `coalesce(entry.provider, entry.mid)`,
  method: `coalesce(entry.method, '')`,
} as const;

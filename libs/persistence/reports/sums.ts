/**
 * Parts of SQL about the sums of the provider books. A merchant's entries are in them up to its mark; a report adds up those behind
 * it by itself.
 */
export const sumParts = {
  /** A mark of which this does not hold is from a server whose numbers were ahead: the books were restored into this one. */
  isUsable: 'place < pg_snapshot_xmin(pg_current_snapshot())',
  /** Where the usable mark, or null, is the only row of `mark`. */
  areThere: '(select place from mark) is not null',
  /** An entry that is behind the mark. */
  isBehind: `committed_in > coalesce((select place from mark), '0')`,
  /** The spans that have sums. In every time zone a day begins with a quarter of an hour of UTC. */
  quarter: `interval '15 minutes'`,
  day: `interval '1 day'`,
  /** The start of the span in which an instant lies; both are SQL expressions. */
  startOf: (span: string, at: string) => `date_bin(${span}, ${at}, '2000-01-01 00:00:00+00')`,
} as const;

/**
 * Parts of SQL about the sums of the provider books. A merchant's entries are in them up to its mark; a report adds up those behind
 * it, `entries_behind_sums`, by itself.
 */
export const sumParts = {
  /** The spans that have sums. In every time zone a day begins with a quarter of an hour of UTC. */
  quarter: `interval '15 minutes'`,
  day: `interval '1 day'`,
  /** The start of the span in which an instant lies; both are SQL expressions. */
  startOf: (span: string, at: string) => `date_bin(${span}, ${at}, '2000-01-01 00:00:00+00')`,
  /** A mark of which this does not hold is from a server whose numbers were ahead: the books were restored into this one. */
  isUsable: 'place < pg_snapshot_xmin(pg_current_snapshot())',
} as const;

/**
 * Parts of SQL about the sums of the provider books. A merchant's entries are in them up to its mark, and so is what is in transit; a
 * report itself adds what is after it, `entries_after_mark` and `transit_after_mark`.
 */
export const sumParts = {
  /** The spans that have sums. In every time zone a day begins with a quarter of an hour of UTC. */
  quarter: `interval '15 minutes'`,
  day: `interval '1 day'`,
  /** The start of the span in which an instant lies; both are SQL expressions. */
  startOf: (span: string, at: string) => `date_bin(${span}, ${at}, '2000-01-01 00:00:00+00')`,
  /** Of a mark that is called `mark`; where it does not hold, the books were restored from a server with higher transaction ids. */
  isUsable: 'mark.committed_in < pg_snapshot_xmin(pg_current_snapshot())',
  /** The same of what is in transit. */
  isTransitUsable: 'mark.transit_in < pg_snapshot_xmin(pg_current_snapshot())',
} as const;

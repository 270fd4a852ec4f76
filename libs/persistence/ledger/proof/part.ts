import { partBefore } from '../../months/month-tables.js';

/** One part of the proof of the ledger, as SQL: the sets it reads, and the rows that do not agree. */
export type ProofPart = {
  /** Common table expressions, `name as (...)`; those of the parts before may be used. */
  readonly sets: string;
  /** Selects of `rule`, `subject`, `found` and `expected`, one row for each difference. */
  readonly differences: readonly string[];
};

/** The first key whose rows are still in a table in months. */
export function startOf(table: string): string {
  return `coalesce((select until_key from month_parts where part = '${partBefore(table)}'),
    '00000000-0000-0000-0000-000000000000')::uuid`;
}

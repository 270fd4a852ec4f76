/** One part of the proof of the ledger, as SQL: the sets it reads, and the rows that do not agree. */
export type ProofPart = {
  /** Common table expressions, `name as (...)`; those of the parts before may be used. */
  readonly sets: string;
  /** Selects of `rule`, `subject`, `found` and `expected`, one row for each difference. */
  readonly differences: readonly string[];
};

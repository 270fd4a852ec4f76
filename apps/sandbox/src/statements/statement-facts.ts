import type { AppendOnlyFile } from '../append-only-file.js';

/** Faults that a test can plant in a statement (contract §16.8). */
export const faultNames = [
  'missing',
  'extra',
  'twice',
  'amount',
  'fee',
  'currency',
  'late',
  'restated',
  'opening',
  'not_paid_out',
  'short_paid',
  'unknown_kind',
] as const;
export type FaultName = (typeof faultNames)[number];

/** A batch that was closed: all movements of the account in the currency since the batch before. */
export type Settlement = {
  readonly id: string;
  readonly account: string;
  readonly iso: string;
  readonly at: string;
};

export type Fault = {
  readonly name: FaultName;
  readonly account: string;
  /** The line that it is about, or the settlement; absent where it is about the next settlement, or about none. */
  readonly about?: string;
  /** Of a line that there should not be. */
  readonly reference?: string;
  readonly at: string;
};

/** Every change of the statements, one per line of their journal. */
export type StatementFact =
  ({ readonly fact: 'settled' } & Settlement) | ({ readonly fact: 'fault' } & Fault);

/** Batches and faults, rebuilt from their journal. */
export function openStatementFacts(journal: AppendOnlyFile<StatementFact>) {
  const facts: StatementFact[] = [...journal.lines];
  return {
    record(fact: StatementFact): void {
      journal.append(fact);
      facts.push(fact);
    },
    /** Oldest first. */
    settlementsOf: (account: string): readonly Settlement[] =>
      facts.flatMap((fact) => (fact.fact === 'settled' && fact.account === account ? [fact] : [])),
    faultsOf: (account: string): readonly Fault[] =>
      facts.flatMap((fact) => (fact.fact === 'fault' && fact.account === account ? [fact] : [])),
  };
}

export type StatementFacts = ReturnType<typeof openStatementFacts>;

import type { Evidence } from '#domain/provider-result';
import type { Transaction } from '#domain/registered-transaction';
import type { Attempt } from '#domain/transactions/attempt';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { Database } from '../database.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

export type ToldTransaction = {
  readonly transaction: Transaction;
  readonly attempts: readonly Attempt[];
  readonly evidence: readonly Evidence[];
  readonly clock: DatabaseClock;
};

/** Everything providers ever said about a transaction, in answers, callbacks and look-ups. */
export async function loadEvidence(
  database: Database,
  identifier: string,
): Promise<ToldTransaction | undefined> {
  const [row] = await database.sql<Row[]>`
    select transactions.*, clock_timestamp() as read_at,
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts, (
      select jsonb_agg(evidence) from (
        select evidence from attempts where attempts.identifier = transactions.identifier
        union all select evidence from lookups where lookups.identifier = transactions.identifier
        union all select evidence from provider_events where provider_events.identifier = transactions.identifier
      ) as said where evidence is not null
    ) as all_evidence
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempts: (row.attempts ?? []).map(readAttempt),
    evidence: row.all_evidence ?? [],
    clock: databaseClock(row.read_at),
  };
}

type Row = TransactionRow & {
  readonly attempts: AttemptRow[] | null;
  readonly all_evidence: Evidence[] | null;
  readonly read_at: Date;
};

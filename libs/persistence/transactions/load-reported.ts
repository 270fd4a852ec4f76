import type { ProviderReport } from '#domain/transaction/report';
import type { Known } from '#domain/transaction/transaction';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { Database } from '../database.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

/** A transaction with every report about it. */
export type Reported = Known & {
  readonly reports: readonly ProviderReport[];
  readonly clock: DatabaseClock;
};

/** Everything providers ever said about a transaction, in answers, callbacks and look-ups. */
export async function loadReported(database: Database, identifier: string): Promise<Reported | undefined> {
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
    reports: row.all_evidence ?? [],
    clock: databaseClock(row.read_at),
  };
}

type Row = TransactionRow & {
  readonly attempts: AttemptRow[] | null;
  readonly all_evidence: ProviderReport[] | null;
  readonly read_at: Date;
};

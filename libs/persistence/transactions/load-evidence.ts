import type { Evidence } from '#domain/provider-result';
import type { Transaction } from '#domain/registered-transaction';
import type { Database } from '../database.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

/** Everything providers ever said about a transaction, in answers, callbacks and look-ups. */
export async function loadEvidence(
  database: Database,
  identifier: string,
): Promise<{ readonly transaction: Transaction; readonly evidence: readonly Evidence[] } | undefined> {
  const [row] = await database.sql<(TransactionRow & { readonly all_evidence: Evidence[] | null })[]>`
    select transactions.*, (
      select jsonb_agg(evidence) from (
        select evidence from attempts where attempts.identifier = transactions.identifier
        union all select evidence from lookups where lookups.identifier = transactions.identifier
        union all select evidence from provider_events where provider_events.identifier = transactions.identifier
      ) as said where evidence is not null
    ) as all_evidence
    from transactions where identifier = ${identifier}`;
  return row && { transaction: readTransaction(row), evidence: row.all_evidence ?? [] };
}

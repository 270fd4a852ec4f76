import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';

/**
 * A callback with a wrong signature speaks of this transaction. Its type when it may cost a question to the provider
 * now, whichever process asks: it is open, and the wait since the suspicion before is over. `ladderMs` repeats its
 * last wait. Undefined otherwise, which costs one look at an index and writes nothing.
 */
export async function takeSuspicion(
  database: Database,
  identifier: string,
  ladderMs: readonly number[],
): Promise<TransactionType | undefined> {
  const [row] = await database.sql<{ type: TransactionType }[]>`
    with taken as (
      update sweeps set suspicions = suspicions + 1, suspicion_due_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(suspicions + 1, ${ladderMs.length}::integer)]
      from transactions
      where sweeps.identifier = ${identifier} and suspicion_due_at <= now()
        and transactions.identifier = sweeps.identifier and finished_at is null
      returning type
    )
    select type from taken`;
  return row?.type;
}

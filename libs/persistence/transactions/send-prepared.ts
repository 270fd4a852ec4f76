import { sendWithinMs } from '#domain/transaction/plan';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';

/** The attempt that this call alone may send, with the transaction at its new revision. */
export type PreparedAttempt = { readonly transaction: Transaction; readonly attempt: Attempt };

/**
 * Makes a `preparing` attempt `sending` with what its provider was told, which gives the right to send it, once. Undefined
 * where another run has it or has ended the attempt, or the transaction has ended: then nothing is sent. It is a further
 * revision, so that whoever has decided on an attempt that was still being prepared decides again. From now on it is sent
 * within `sendWithinMs` or not at all (contract §9).
 */
export async function sendPrepared(
  database: Database,
  transaction: Transaction,
  attempt: Attempt,
  prepared: string | undefined,
): Promise<PreparedAttempt | undefined> {
  const { identifier, plan } = transaction;
  const [row] = await database.sql<Pick<TransactionEntity, 'revision'>[]>`
    with pending as (
      select identifier from transactions where identifier = ${identifier} and status = 'pending' for no key update
    ), sending as (
      update attempts set state = 'sending', prepared = ${prepared},
        send_by = clock_timestamp() + ${sendWithinMs(plan.timing)}::float8 * interval '1 millisecond'
      where identifier in (select identifier from pending) and n = ${attempt.n} and state = 'preparing'
      returning identifier
    ), revised as (
      update transactions set revision = revision + 1, progressed_at = clock_timestamp()
      where identifier in (select identifier from sending)
      returning revision
    )
    select revision from revised`;
  return (
    row && {
      transaction: { ...transaction, revision: row.revision },
      attempt: { ...attempt, state: 'sending', prepared },
    }
  );
}

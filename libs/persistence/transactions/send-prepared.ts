import { sendWithinMs } from '#domain/transaction/plan';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';

/** The attempt that the caller, and no other run, may send, and the transaction at its new revision. */
type PreparedAttempt = { readonly transaction: Transaction; readonly attempt: Attempt };

/**
 * Turns a `preparing` attempt into `sending` and stores the result of the preparation, which gives the right to send it, once.
 * Undefined if another run has that right or has ended the attempt, or if the transaction has ended: nothing is sent then.
 * The transaction gets a further revision, so that decisions on the attempt as `preparing` are taken again. The attempt is
 * sent within `sendWithinMs` from now, or not at all (contract §9).
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

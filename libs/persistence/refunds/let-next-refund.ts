import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '../database.js';

/**
 * Makes the oldest waiting refund of a payment due, if no other one is in its way any more (contract §15.4), and has recovery
 * wake its workflow. Safe to repeat.
 */
export async function letNextRefund(database: Database, payment: string): Promise<void> {
  await database.transaction(async (manager) => {
    // One turn after the other: the statement below sees what the one before has decided. Only triggers lock the totals.
    await manager.sql`select from transactions where identifier = ${payment} for no key update`;
    await manager.sql`
      with next as (
        select identifier from transactions
        where payment = ${payment} and ${() => waits} and ${() => isFree}
        order by created_at, identifier limit 1
        -- Its own step holds it: waiting for that here could be a deadlock.
        for no key update skip locked
      ), due as (
        update transactions set submit_due_at = clock_timestamp(), revision = revision + 1, progressed_at = clock_timestamp()
        where identifier in (select identifier from next) and ${() => waits}
        returning identifier
      )
      update recoveries set due_at = now() where identifier in (select identifier from due)`;
  });
}

/** Payments of which a waiting refund can be sent. */
export async function findFreePayments(
  database: Pick<Database, 'sql'>,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly payment: string }[]>`
    select distinct payment from transactions where ${() => waits} and ${() => isFree} limit ${limit}`;
  return rows.map(({ payment }) => payment);
}

/** After a step of this refund: it may have been found, or have ended. */
export async function letNextAfter(
  database: Database,
  { payment, plan }: Pick<Transaction, 'payment' | 'plan'>,
): Promise<void> {
  if (payment !== undefined && plan.refund?.oneAtATime) await letNextRefund(database, payment);
}

/** SQL: a refund that waits for its turn. */
const waits = 'waits_for is not null and submit_due_at is null and finished_at is null';

/** SQL: every refund of its payment that was sent, or is about to be, has ended or is known to the provider. */
const isFree = `not exists (
  select from transactions as other
  where other.payment = transactions.payment and other.finished_at is null and other.submit_due_at is not null
    and not exists (select from attempts
      where attempts.identifier = other.identifier and provider_id is not null))`;

import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '../database.js';

/**
 * Makes the oldest waiting refund of a payment due, if no other one is in its way any more (contract §15.4), and has recovery
 * wake its workflow. Safe to repeat.
 */
export async function letNextRefund(database: Pick<Database, 'sql'>, payment: string): Promise<void> {
  await database.sql`
    with locked as materialized (
      select payment from refund_totals where payment = ${payment} for update
    ), next as (
      select identifier from transactions
      where payment in (select payment from locked)
        and waits_for is not null and submit_due_at is null and finished_at is null
      order by created_at, identifier limit 1
      -- Its own step holds its row before the totals: waiting for it here would be a deadlock.
      for no key update skip locked
    ), due as (
      update transactions set submit_due_at = clock_timestamp(), revision = revision + 1, progressed_at = clock_timestamp()
      where identifier in (select identifier from next) and submit_due_at is null and not exists (
        select from transactions as other
        where other.payment = ${payment} and other.finished_at is null and other.submit_due_at is not null
          and not exists (select from attempts
            where attempts.identifier = other.identifier and provider_id is not null))
      returning identifier
    )
    update recoveries set due_at = now() where identifier in (select identifier from due)`;
}

/** Payments with a refund that waits for its turn. */
export async function findWaitingPayments(
  database: Pick<Database, 'sql'>,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly payment: string }[]>`
    select distinct payment from transactions
    where waits_for is not null and submit_due_at is null and finished_at is null limit ${limit}`;
  return rows.map(({ payment }) => payment);
}

/** After a step of this refund: it may have been found, or have ended. */
export async function letNextAfter(
  database: Pick<Database, 'sql'>,
  { payment, plan }: Pick<Transaction, 'payment' | 'plan'>,
): Promise<void> {
  if (payment !== undefined && plan.refund?.oneAtATime) await letNextRefund(database, payment);
}

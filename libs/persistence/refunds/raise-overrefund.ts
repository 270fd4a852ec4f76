import type { ReviewCause } from '#domain/transaction/report';
import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '../database.js';

/**
 * Facts are never refused: more may go back than was paid, which is raised for review once per payment (contract §15.3). Refunds
 * that wait for a person or their turn have not gone, and are declined if they no longer fit. `about`: what has led to it.
 */
export async function raiseOverrefund(
  database: Pick<Database, 'sql'>,
  { identifier, payment = identifier }: Pick<Transaction, 'identifier' | 'payment'>,
  about: object,
): Promise<void> {
  const cause: ReviewCause = 'more went back than was paid';
  await database.sql`
    insert into reviews (identifier, cause, evidence)
    select totals.payment, ${cause}, ${JSON.stringify(about)}::jsonb from refund_totals as totals
    where totals.payment = ${payment} and provider_refunded + charged_back + refunded - coalesce((
        select sum(amount) from transactions as waiting
        where waiting.payment = totals.payment and submit_due_at is null and finished_at is null), 0) > paid
      and not exists (select from reviews where identifier = totals.payment and cause = ${cause})`;
}

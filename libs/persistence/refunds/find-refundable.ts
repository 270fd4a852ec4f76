import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '../database.js';
import { readTransaction, selectTiming, type TransactionRow } from '../transactions/transaction-row.js';
import { findCharge, type Charge } from './find-charge.js';

/** A payment as a refund of it is judged (contract §15.2). Amounts are decimal strings in its currency. */
export type RefundablePayment = {
  readonly payment: Transaction;
  /** Undefined: nothing was ever sent. */
  readonly charge: Charge | undefined;
  /** What went back of it, by refunds that count and reversals together. */
  readonly gone: string;
  /** Number of refunds that count. */
  readonly count: number;
};

export async function findRefundable(
  database: Pick<Database, 'sql'>,
  { merchant, reference }: { readonly merchant: string; readonly reference: string },
): Promise<RefundablePayment | undefined> {
  const [row] = await database.sql<(TransactionRow & { gone: string; refunds: number })[]>`
    select transactions.*, ${() => selectTiming},
      coalesce(refunded + provider_refunded + charged_back, 0)::text as gone, coalesce(count, 0) as refunds
    from transactions left join refund_totals on refund_totals.payment = identifier
    where merchant = ${merchant} and type = 'payment' and reference = ${reference}`;
  if (!row) return undefined;
  const payment = readTransaction(row);
  return {
    payment,
    charge: await findCharge(database, payment.identifier),
    gone: row.gone,
    count: row.refunds,
  };
}

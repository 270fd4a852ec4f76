import type { Aftermath, ShownRefund, WentBack } from '#domain/wire/aftermath';
import { shownRefundsMax } from '#domain/wire/aftermath';
import type { Transaction } from '#domain/transaction/transaction';
import { fromMinorUnits, toMinorUnits } from '#domain/values/money';
import type { Database } from '../database.js';
import type { RowOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import { showReversal, type ReversalRow } from './load-reversals.js';

type Sql = Pick<Database, 'sql'>;

/** The reversals of a transaction, and the refunds and sums of a payment (contract §15.6). */
export async function findAftermath(
  database: Sql,
  transaction: Transaction,
): Promise<Omit<Aftermath, 'refundable'>> {
  const { type, identifier } = transaction;
  const rows = await database.sql<ReversalRow[]>`
    select * from reversals where identifier = ${identifier} order by id`;
  const reversals = rows.map((row) => showReversal(row, transaction));
  if (type !== 'payment') return { reversals };
  return {
    reversals,
    wentBack: await findWentBack(database, transaction),
    refunds: await findRefunds(database, transaction),
  };
}

/** SQL: what went back of the payment of this row of `transactions`, in a statement about it; null if nothing did. */
export const selectWentBack = `
  (select jsonb_build_object('chargedBack', charged_back::text, 'refunded', (provider_refunded + refunded - coalesce((
      select sum(refund.amount) from transactions as refund
      where refund.payment = refund_totals.payment and refund.status = 'pending'), 0))::text)
   from refund_totals where refund_totals.payment = transactions.identifier) as went_back`;

export type WentBackRow = { readonly went_back: WentBack | null };

/** With all decimals of the payment's currency. */
export function readWentBack({ went_back: sums }: WentBackRow, currency: string): WentBack {
  const inFull = (amount = '0') => fromMinorUnits(toMinorUnits({ amount, currency }), currency);
  return { refunded: inFull(sums?.refunded), chargedBack: inFull(sums?.chargedBack) };
}

async function findWentBack(database: Sql, { identifier, currency }: Transaction): Promise<WentBack> {
  const [row] = await database.sql<WentBackRow[]>`
    select ${() => selectWentBack} from transactions where identifier = ${identifier}`;
  return readWentBack(row ?? { went_back: null }, currency);
}

async function findRefunds(
  database: Sql,
  { identifier, currency }: Transaction,
): Promise<readonly ShownRefund[]> {
  const rows = await database.sql<RefundRow[]>`
    select reference, identifier, amount, status, created_at, finished_at, (
      select coalesce(sum(counted), 0)::text from reversals
      where reversals.identifier = transactions.identifier and kind = 'returned') as returned
    from transactions where payment = ${identifier}
    order by created_at desc, identifier desc limit ${shownRefundsMax}`;
  return rows.toReversed().map((row) => ({
    reference: row.reference,
    identifier: row.identifier,
    amount: row.amount,
    status: row.status,
    returned: fromMinorUnits(toMinorUnits({ amount: row.returned, currency }), currency),
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  }));
}

type RefundRow = Pick<
  RowOf<TransactionEntity>,
  'reference' | 'identifier' | 'amount' | 'status' | 'created_at' | 'finished_at'
> & { readonly returned: string };

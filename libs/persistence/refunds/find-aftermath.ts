import { shownRefundsMax, type Aftermath, type ShownRefund, type WentBack } from '#domain/wire/aftermath';
import type { Transaction } from '#domain/transaction/transaction';
import { writeInFull } from '#domain/values/money';
import type { Database } from '../database.js';
import type { RowOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import { showReversal, type ReversalRow } from './load-reversals.js';

type FoundAftermath = {
  /** What a record shows; what can still be refunded follows from the configuration. */
  readonly shown: Omit<Aftermath, 'refundable'>;
  /** What went back in all, a decimal string, and the number of refunds that count. */
  readonly gone: string;
  readonly count: number;
  /** Who took the money; undefined: no attempt was ever made. */
  readonly provider: string | undefined;
  readonly mid: string | undefined;
};

/** The reversals of a successful transaction, and the refunds and sums of a payment (contract §15.6), by one statement. */
export async function findAftermath(
  database: Pick<Database, 'sql'>,
  transaction: Transaction,
): Promise<FoundAftermath> {
  const { type, identifier, currency } = transaction;
  const [row] = await database.sql<AftermathRow[]>`
    select ${() => selectWentBack},
      (select jsonb_agg(to_jsonb(reversals)
          || jsonb_build_object('amount', amount::text, 'counted', counted::text) order by id)
       from reversals where reversals.identifier = transactions.identifier) as reversals,
      (select jsonb_agg(to_jsonb(listed) order by created_at, identifier) from (
        select reference, identifier, amount::text as amount, status, created_at, finished_at, (
          select coalesce(sum(counted), 0)::text from reversals
          where reversals.identifier = refund.identifier and kind = 'returned') as returned
        from transactions as refund where refund.payment = transactions.identifier
        order by created_at desc, identifier desc limit ${shownRefundsMax}) as listed) as refunds,
      coalesce((select refunded + provider_refunded + charged_back from refund_totals
        where refund_totals.payment = transactions.identifier), 0)::text as gone,
      coalesce((select count from refund_totals where refund_totals.payment = transactions.identifier), 0) as count,
      charge.provider as charged_by, mid
    from transactions left join lateral (
      select provider, mid from attempts where attempts.identifier = transactions.identifier
      order by state = 'final' desc, n desc limit 1) as charge on true
    where identifier = ${identifier}`;
  if (!row) throw new Error(`transaction ${identifier} is not registered`);
  const reversals = (row.reversals ?? []).map((one) => showReversal(withDates(one), transaction));
  const refunds = (row.refunds ?? []).map((one) => showRefund(one, currency));
  return {
    shown: type === 'payment' ? { reversals, wentBack: readWentBack(row, currency), refunds } : { reversals },
    gone: row.gone,
    count: row.count,
    provider: row.charged_by ?? undefined,
    mid: row.mid ?? undefined,
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
  return {
    refunded: writeInFull(sums?.refunded ?? '0', currency),
    chargedBack: writeInFull(sums?.chargedBack ?? '0', currency),
  };
}

type Dates = 'respond_by' | 'created_at' | 'posted_at';
/** Postgres writes instants inside JSON as texts. */
type ReversalAsJson = Omit<ReversalRow, Dates> &
  Readonly<Record<'respond_by' | 'posted_at', string | null>> & {
    readonly created_at: string;
  };

function withDates(row: ReversalAsJson): ReversalRow {
  return {
    ...row,
    respond_by: dateOf(row.respond_by),
    created_at: new Date(row.created_at),
    posted_at: dateOf(row.posted_at),
  };
}

function dateOf(written: string | null): Date | null {
  return written === null ? null : new Date(written);
}

type RefundAsJson = Pick<RowOf<TransactionEntity>, 'reference' | 'identifier' | 'amount' | 'status'> & {
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly returned: string;
};

function showRefund(row: RefundAsJson, currency: string): ShownRefund {
  const { reference, identifier, amount, status } = row;
  return {
    reference,
    identifier,
    amount,
    status,
    returned: writeInFull(row.returned, currency),
    createdAt: new Date(row.created_at),
    finishedAt: dateOf(row.finished_at) ?? undefined,
  };
}

type AftermathRow = WentBackRow & {
  readonly reversals: readonly ReversalAsJson[] | null;
  readonly refunds: readonly RefundAsJson[] | null;
  readonly gone: string;
  readonly count: number;
  readonly charged_by: string | null;
  readonly mid: string | null;
};

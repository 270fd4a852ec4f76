import type { ListedTransaction } from '#domain/wire/transaction-list';
import type { Database } from '../database.js';
import { readWentBack, selectWentBack, type WentBackRow } from '../refunds/find-aftermath.js';
import { readTransaction, selectTiming, selectTransfer, type TransactionRow } from './transaction-row.js';

/** A place in a merchant's list, which is ordered by both fields. */
export type ListPosition = { readonly createdAt: Date; readonly identifier: string };

/** Absent fields match all transactions. */
export type TransactionSearch = {
  readonly merchant: string;
  readonly types?: readonly string[] | undefined;
  /** Of refunds. */
  readonly paymentReference?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly method?: string | undefined;
  readonly currency?: string | undefined;
  /** Inclusive. */
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdTo?: Date | undefined;
  /** End of the previous page. */
  readonly after?: ListPosition | undefined;
  readonly limit: number;
};

export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[];
  /** Undefined on the last page. */
  readonly nextAfter: ListPosition | undefined;
};

/**
 * Transactions that one call reads. A parameter of the statement, like the merchant, so that Postgres' generic plan expects few
 * rows and reads them in the order of the index.
 */
const scannedMax = 5_000;

/**
 * A merchant's transactions, newest first. One call reads `scannedMax` of them, so that all searches cost the same. A page may
 * hold fewer than `limit`, even none, although further pages follow.
 */
export async function listTransactions(
  database: Database,
  search: TransactionSearch,
): Promise<TransactionPage> {
  const { merchant, types = null, statuses = null, method = null, currency = null, after, limit } = search;
  const { paymentReference = null } = search;
  // Those of one payment are found by it, however many others there are.
  const ofPayment = paymentReference === null ? '' : 'and payment = (select identifier from paid)';
  const rows = await database.sql<ListedRow[]>`
    with paid as (
      select identifier from transactions
      where merchant = ${merchant} and type = 'payment' and reference = ${paymentReference}::text
    )
    select transactions.*, ${() => selectTiming}, ${() => selectTransfer},
      (select event_id from events
       where events.identifier = transactions.identifier and reversal_id is null) as event_id,
      ${() => selectWentBack}
    from (
      select scanned.*, place = ${scannedMax} as is_bound, (
          (${types}::text[] is null or type = any(${types}::text[]))
          and (${statuses}::text[] is null or status = any(${statuses}::text[]))
          and (${method}::text is null or method = ${method})
          and (${currency}::text is null or currency = ${currency})) as is_found
      from (
        select *, row_number() over (order by created_at desc, identifier desc) as place from transactions
        where merchant = ${merchant} ${() => ofPayment}
          and created_at >= ${search.createdFrom ?? '-infinity'}::timestamptz
          and created_at < ${search.createdTo ?? 'infinity'}::timestamptz
          and (created_at, identifier)
            < (${after?.createdAt ?? 'infinity'}::timestamptz, ${after?.identifier ?? lastIdentifier}::uuid)
        order by created_at desc, identifier desc limit ${scannedMax}
      ) as scanned
    ) as transactions
    where is_found or is_bound
    order by created_at desc, identifier desc limit ${limit} + 1`;
  const found = rows.filter((row) => row.is_found);
  const isMore = found.length > limit;
  const last = isMore ? found[limit - 1] : rows.find((row) => row.is_bound);
  return {
    transactions: found.slice(0, limit).map((row) => ({
      transaction: readTransaction(row),
      eventId: row.event_id ?? undefined,
      wentBack:
        row.type === 'payment' && row.status === 'success' ? readWentBack(row, row.currency) : undefined,
    })),
    nextAfter: last && { createdAt: last.created_at, identifier: last.identifier },
  };
}

/** The greatest possible identifier. */
const lastIdentifier = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type ListedRow = TransactionRow &
  WentBackRow & {
    readonly is_found: boolean;
    /** It is the last row that this call reads. */
    readonly is_bound: boolean;
    readonly event_id: string | null;
  };

import type { ShownReversal } from '#domain/wire/reversal';
import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';
import { showReversal, type ReversalRow } from './load-reversals.js';

/** A place in a merchant's list of reversals, which is ordered by both fields; `id` is the decimal text of a 64-bit number. */
export type ReversalPosition = { readonly createdAt: Date; readonly id: string };

/** Absent fields match all reversals. */
export type ReversalSearch = {
  readonly merchant: string;
  readonly kinds?: readonly string[] | undefined;
  readonly type?: string | undefined;
  /** Of the transaction. */
  readonly reference?: string | undefined;
  /** Inclusive. */
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdTo?: Date | undefined;
  /** End of the previous page. */
  readonly after?: ReversalPosition | undefined;
  readonly limit: number;
};

export type ReversalPage = {
  readonly reversals: readonly ShownReversal[];
  /** Undefined on the last page. */
  readonly nextAfter: ReversalPosition | undefined;
};

/** Reversals that one call reads; a parameter for the reason that list-transactions.ts gives. */
const scannedMax = 5_000;

/**
 * A merchant's reversals, newest first. One call reads `scannedMax` of them: a page may hold fewer than `limit`, even none,
 * although further pages follow.
 */
export async function listReversals(database: Database, search: ReversalSearch): Promise<ReversalPage> {
  const { merchant, kinds = null, type = null, reference = null, after, limit } = search;
  // Those of one transaction are found by it, however many others there are.
  const ofOne = reference === null ? '' : 'and identifier = (select identifier from subject)';
  const rows = await database.sql<ListedRow[]>`
    with subject as (
      select identifier from transactions
      where merchant = ${merchant} and type = ${type}::text and reference = ${reference}::text
    )
    select * from (
      select scanned.*, type, reference, place = ${scannedMax} as is_bound, (
          (${kinds}::text[] is null or kind = any(${kinds}::text[]))
          and (${type}::text is null or type = ${type})) as is_found
      from (
        select *, row_number() over (order by created_at desc, id desc) as place from reversals
        where merchant = ${merchant} ${() => ofOne}
          and created_at >= ${search.createdFrom ?? '-infinity'}::timestamptz
          and created_at < ${search.createdTo ?? 'infinity'}::timestamptz
          and (created_at, id) < (${after?.createdAt ?? 'infinity'}::timestamptz, ${after?.id ?? lastId}::bigint)
        order by created_at desc, id desc limit ${scannedMax}
      ) as scanned
        cross join lateral (
          select type, reference from transactions
          where transactions.identifier = scanned.identifier limit 1) as subject
    ) as judged
    where is_found or is_bound
    order by created_at desc, id desc limit ${limit} + 1`;
  const found = rows.filter((row) => row.is_found);
  const isMore = found.length > limit;
  const last = isMore ? found[limit - 1] : rows.find((row) => row.is_bound);
  return {
    reversals: found.slice(0, limit).map((row) => showReversal(row, row)),
    nextAfter: last && { createdAt: last.created_at, id: last.id },
  };
}

/** The greatest possible id. */
const lastId = '9223372036854775807';

type ListedRow = ReversalRow & {
  readonly id: string;
  readonly identifier: string;
  readonly currency: string;
  readonly type: TransactionType;
  readonly reference: string;
  readonly is_found: boolean;
  /** It is the last row that this call reads. */
  readonly is_bound: boolean;
};

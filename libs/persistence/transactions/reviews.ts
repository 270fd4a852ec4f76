import type { Evidence } from '#domain/provider-result';
import type { TransactionStatus, TransactionType } from '#domain/transaction';
import type { Database } from '../database.js';
import { adjustPayout } from '../ledger/adjust-payout.js';

/** An open review whose flow must be running. */
export type DueReview = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: TransactionStatus;
  /** Something of it was never announced: a first cause starts the flow; a further one is told to it. */
  readonly isNew: boolean;
  /** Of the reviews themselves. */
  readonly ids: readonly string[];
};

/** What could not be announced is due again after so long. */
const leaseSeconds = 30;

/** Takes open reviews whose turn has come; `settleReviewSweeps` puts them off once they are announced. */
export async function takeDueReviews(database: Database, limit: number): Promise<readonly DueReview[]> {
  return database.sql<DueReview[]>`
    with taken as (
      update reviews set next_sweep_at = now() + ${leaseSeconds} * interval '1 second'
      where id = any(array(
        select id from reviews where closed_at is null and next_sweep_at <= now()
        order by next_sweep_at limit ${limit} for update skip locked))
      returning id, identifier, step
    ), subjects as (
      select identifier, bool_or(step = 0) as is_new, array_agg(id) as ids from taken group by identifier
    )
    select transactions.identifier, type, merchant, reference, method, status, is_new as "isNew", ids
    from subjects
      cross join lateral (select * from transactions where transactions.identifier = subjects.identifier limit 1) as transactions`;
}

/** Puts those that were announced off to their next, longer step; what was closed meanwhile stays as it is. */
export async function settleReviewSweeps(
  database: Database,
  ids: readonly string[],
  ladderMs: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.sql`
    update reviews set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
      (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
    where id = any(${ids}::bigint[]) and closed_at is null`;
}

export type OpenReview = {
  readonly cause: string;
  readonly evidence: Evidence;
  readonly raisedAt: string;
};

export async function loadOpenReviews(
  database: Database,
  identifier: string,
): Promise<{ readonly status: TransactionStatus | undefined; readonly reviews: readonly OpenReview[] }> {
  const rows = await database.sql<ReviewRow[]>`
    select status, cause, evidence, raised_at
    from transactions left join reviews on reviews.identifier = transactions.identifier and closed_at is null
    where transactions.identifier = ${identifier} order by reviews.id`;
  return {
    status: rows[0]?.status,
    reviews: rows.flatMap(({ cause, evidence, raised_at: raisedAt }) =>
      cause === null || evidence === null || raisedAt === null
        ? []
        : [{ cause, evidence, raisedAt: raisedAt.toISOString() }],
    ),
  };
}

/** What became of a closing: everything but `closed` wrote nothing. */
export type ReviewOutcome = 'closed' | 'closedBefore' | 'notSettled' | 'postedBefore';

/**
 * Closes everything that is open about a transaction. With an adjustment, the money of a payout that came back is
 * posted in the same database transaction, or nothing is written. Repeating it changes nothing.
 */
export async function closeReviews(database: Database, closing: ClosedReview): Promise<ReviewOutcome> {
  return database.transaction(async (manager) => {
    const adjusted = closing.adjustment === undefined ? 'posted' : await adjust(manager, closing);
    if (adjusted !== 'posted') return adjusted;
    await manager.sql`
      update reviews
      set closed_at = clock_timestamp(), closed_by = ${closing.operator}, closing_reason = ${closing.reason}
      where identifier = ${closing.identifier} and closed_at is null`;
    return 'closed';
  });
}

type ClosedReview = {
  readonly identifier: string;
  readonly operator: string;
  readonly reason: string;
  readonly adjustment?: 'returned' | undefined;
};

/** Behind the lock of the open reviews: where none is open, only the same closing can have posted before. */
async function adjust(
  database: Pick<Database, 'sql'>,
  closing: ClosedReview,
): Promise<ReviewOutcome | 'posted'> {
  const open = await database.sql<unknown[]>`
    select id from reviews where identifier = ${closing.identifier} and closed_at is null for update`;
  if (open.length > 0) return adjustPayout(database, closing);
  const posted = await database.sql<unknown[]>`
    select id from ledger_entries where identifier = ${closing.identifier} and kind = 'adjust'`;
  return posted.length > 0 ? 'closed' : 'closedBefore';
}

type ReviewRow = {
  readonly status: TransactionStatus;
  readonly cause: string | null;
  readonly evidence: Evidence | null;
  readonly raised_at: Date | null;
};

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
  /** A first cause starts the flow; a further one is told to it. */
  readonly isNew: boolean;
};

/** Takes open reviews whose turn has come, and puts each off to its next, longer step. */
export async function takeDueReviews(
  database: Database,
  { ladderMs, limit }: { readonly ladderMs: readonly number[]; readonly limit: number },
): Promise<readonly DueReview[]> {
  return database.sql<DueReview[]>`
    with due as (
      select id from reviews where closed_at is null and next_sweep_at <= now()
      order by next_sweep_at limit ${limit} for update skip locked
    ), taken as (
      update reviews set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
      where id in (select id from due)
      returning identifier, step
    ), subjects as (
      select identifier, bool_or(step = 1) as is_new from taken group by identifier
    )
    select identifier, type, merchant, reference, method, status, is_new as "isNew"
    from subjects join transactions using (identifier)`;
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

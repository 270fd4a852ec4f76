import type { Money } from '#domain/values/money';
import type { Evidence } from '#domain/transaction/report';
import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { TransactionSubject } from '#domain/transaction/transaction';
import type { ReviewEntity } from '../entities/review.js';
import type { RowOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';

/** An open review whose workflow must be running. */
export type DueReview = TransactionSubject & {
  readonly status: TransactionStatus;
  /** It has a cause that was not announced yet: the first one starts the workflow, further ones are signalled. */
  readonly isNew: boolean;
  /** Identifiers of the reviews. */
  readonly ids: readonly string[];
};

/** Lease: the worker that takes a review must announce it within this time. */
const leaseSeconds = 30;

/** Leases open reviews that are due; `settleReviewRecoveries` schedules the next turn of announced ones. */
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
    select transactions.identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount, currency, status,
      is_new as "isNew", ids
    from subjects
      cross join lateral (select * from transactions where transactions.identifier = subjects.identifier limit 1) as transactions`;
}

/** Schedules the next turn of announced reviews, after the next step of the ladder; reviews that were closed are skipped. */
export async function settleReviewRecoveries(
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
  readonly id: string;
  readonly cause: string;
  readonly evidence: Evidence;
  readonly raisedAt: string;
};

/** A transaction with its open reviews, oldest first. */
export type ReviewedTransaction = {
  readonly status: TransactionStatus;
  readonly type: TransactionType;
  /** The requested money. */
  readonly asked: Money;
  readonly reviews: readonly OpenReview[];
  /** How many reviews of it were raised and closed so far. */
  readonly changes: number;
};

/** Undefined: there is no transaction with this identifier. */
export async function loadOpenReviews(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<ReviewedTransaction | undefined> {
  const rows = await database.sql<ReviewRow[]>`
    select status, type, amount, currency, reviews.id, cause, evidence, raised_at,
      (select count(*) + count(closed_at) from reviews as counted
       where counted.identifier = transactions.identifier)::integer as changes
    from transactions left join reviews on reviews.identifier = transactions.identifier and closed_at is null
    where transactions.identifier = ${identifier} order by reviews.id`;
  const [row] = rows;
  if (!row) return undefined;
  const { status, type, amount, currency, changes } = row;
  return {
    status,
    type,
    asked: { amount, currency },
    reviews: rows.flatMap(({ id, cause, evidence, raised_at: raisedAt }) =>
      id === null ? [] : [{ id, cause, evidence, raisedAt: raisedAt.toISOString() }],
    ),
    changes,
  };
}

/** A transaction with one of its open reviews, if there is one. */
type ReviewRow = Pick<TransactionEntity, 'status' | 'type' | 'amount' | 'currency'> & {
  readonly changes: number;
} & (Reviewed | { readonly [Column in keyof Reviewed]: null });
type Reviewed = Pick<RowOf<ReviewEntity>, 'id' | 'cause' | 'evidence' | 'raised_at'>;

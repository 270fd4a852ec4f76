import type { Evidence } from '#domain/provider-result';
import type { TransactionStatus, TransactionType } from '#domain/transaction';
import type { Database } from '../database.js';

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

/** Closes everything that is open about a transaction. Repeating it changes nothing. */
export async function closeReviews(
  database: Database,
  it: { readonly identifier: string; readonly operator: string; readonly reason: string },
): Promise<void> {
  await database.sql`
    update reviews set closed_at = clock_timestamp(), closed_by = ${it.operator}, closing_reason = ${it.reason}
    where identifier = ${it.identifier} and closed_at is null`;
}

type ReviewRow = {
  readonly status: TransactionStatus;
  readonly cause: string | null;
  readonly evidence: Evidence | null;
  readonly raised_at: Date | null;
};

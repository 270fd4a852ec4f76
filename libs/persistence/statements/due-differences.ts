import type { DifferenceClass } from '#domain/statements/difference';
import type { Database } from '../database.js';

/** An open difference that a person must be told of. */
export type DueDifference = {
  readonly id: string;
  readonly class: DifferenceClass;
  /** The MID, or the name of the bank account. */
  readonly account: string;
  readonly onDay: string;
  /** What the statement says: major units, a decimal string. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly count: number;
  /** How often it was looked after. */
  readonly step: number;
};

/** Lease: the worker that takes a difference must have ensured its workflow within this time. */
const leaseSeconds = 30;

/** Without a workflow if they name a transaction: its review asks the question, and a reversal is recorded. */
const ofTransaction: readonly DifferenceClass[] = ['status', 'amount', 'currency', 'twice', 'reversal'];

/**
 * Leases open differences that are due and have a workflow of their own, as the worker; `settleDifferences` schedules the next
 * turn.
 */
export async function takeDueDifferences(
  database: Database,
  limit: number,
): Promise<readonly DueDifference[]> {
  return database.sql<DueDifference[]>`
    with taken as (
      update differences set next_sweep_at = now() + ${leaseSeconds} * interval '1 second'
      where id = any(array(
        select id from differences
        where state = 'open' and part_of is null and next_sweep_at <= now()
          and (identifier is null or class <> all(${ofTransaction}::text[]))
        order by next_sweep_at limit ${limit} for update skip locked))
      returning id, class, account, on_day, amount, currency, count, step
    )
    select id::text as id, class, account, on_day::text as "onDay", amount::text as amount, currency, count, step from taken`;
}

/** Schedules the next turn, after the next step of the ladder; differences that were closed meanwhile are skipped. */
export async function settleDifferences(
  database: Database,
  ids: readonly string[],
  ladderMs: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.sql`
    update differences set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
      (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
    where id = any(${ids}::bigint[]) and state = 'open'`;
}

/** Differences that were closed after an instant of the database's clock, and that instant for the next time. */
export async function findClosedDifferences(
  database: Database,
  after: Date | undefined,
): Promise<{ readonly ids: readonly string[]; readonly until: Date }> {
  const [row] = await database.sql<{ readonly ids: readonly string[]; readonly until: Date }[]>`
    select coalesce(array_agg(id::text) filter (where id is not null), '{}') as ids, now() as until
    from (select) as once left join differences on part_of is null and state <> 'open'
      and closed_at > coalesce(${after}::timestamptz, now() - interval '1 hour') - interval '1 minute'`;
  if (!row) throw new Error('what was closed is one row');
  return row;
}

/** Differences that are explained because a person has closed the review of their transaction. */
export async function findReviewedDifferences(database: Database): Promise<readonly ReviewedDifference[]> {
  return database.sql<ReviewedDifference[]>`
    select differences.id::text as id, closed.closed_by as operator, closed.closing_reason as reason
    from differences cross join lateral (
      select closed_by, closing_reason from reviews
      where reviews.identifier = differences.identifier and cause = 'statement: ' || class
        and raised_at >= opened_at and reviews.closed_at is not null
      order by reviews.id limit 1) as closed
    where differences.state = 'open' and class = any(${ofTransaction}::text[])`;
}

export type ReviewedDifference = {
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
};

/** MIDs with lines of payments and payouts that have succeeded since: they may find their match now. */
export async function findEndedSince(database: Database): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly account: string }[]>`
    select distinct account from differences join transactions using (identifier)
    where class = 'status' and differences.state = 'open' and transactions.status = 'success'`;
  return rows.map(({ account }) => account);
}

/** The last day that a statement covers; undefined before the first one. */
export async function lastCoveredDay(database: Database, account: string): Promise<string | undefined> {
  const [row] = await database.sql<{ readonly day: string | null }[]>`
    select max(to_on)::text as day from statement_files where source = 'provider' and account = ${account}`;
  return row?.day ?? undefined;
}

import { decimalsOf } from '#domain/values/currencies';
import { decimalsWritten } from '#domain/values/money';
import type { Database } from '../database.js';
import { announceReversal } from '../refunds/announce-reversal.js';
import { lockForReversals, type LoadedReversals } from '../refunds/load-reversals.js';
import { raiseOverrefund } from '../refunds/raise-overrefund.js';

/**
 * The result of a closing; only `closed` has written anything. `several`: an amount is given, and not exactly one reversal
 * waits. `moreThanTold`: the amount is more than came back, or finer than its currency.
 */
export type ReviewOutcome =
  | 'closed'
  | 'closedBefore'
  | 'notSettled'
  | 'postedBefore'
  | 'nothingToPart'
  | 'several'
  | 'moreThanTold'
  | 'refundedAgain';

export type ReviewsClosing = {
  readonly identifier: string;
  readonly operator: string;
  readonly reason: string;
  readonly adjustment?: 'returned' | undefined;
  /** The part of the returned money that came back, a decimal string; absent: all of it. */
  readonly amount?: string | undefined;
  /** The reviews that the operator was shown; absent: all open ones. */
  readonly ids?: readonly string[] | undefined;
};

/** The refusal of a closing, which undoes its database transaction. */
class Refused extends Error {
  constructor(readonly outcome: Exclude<ReviewOutcome, 'closed'>) {
    super(outcome);
  }
}

/**
 * Closes the open reviews of a transaction that the operator was shown, and with them the reversals that wait for a person
 * (contract §15.8): with an adjustment they are posted and told, without one dismissed. With an adjustment and no such
 * reversal the whole money of a payout is posted. All or nothing, and safe to repeat.
 */
export async function closeReviews(database: Database, closing: ReviewsClosing): Promise<ReviewOutcome> {
  try {
    return await database.transaction(async (manager) => close(manager, closing));
  } catch (error) {
    const outcome = error instanceof Refused ? error.outcome : refusalOf(error);
    if (outcome === undefined) throw error;
    return outcome;
  }
}

type Sql = Pick<Database, 'sql'>;

async function close(sql: Sql, closing: ReviewsClosing): Promise<ReviewOutcome> {
  const { identifier, adjustment, ids = null } = closing;
  const subject = await lockForReversals(sql, identifier);
  if (!subject) throw new Refused('closedBefore');
  const shown = await sql.sql<Shown[]>`
    select id, reversal_id from reviews
    where identifier = ${identifier} and closed_at is null
      and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
    order by id for update`;
  if (shown.length === 0) return isAdjustedBefore(sql, closing);
  const waiting = subject.reversals.filter(
    ({ reversalId, state }) =>
      state === 'recorded' && shown.some(({ reversal_id: named }) => named === reversalId),
  );
  if (adjustment === undefined) {
    await markClosed(sql, closing, shown, []);
    await dismiss(sql, waiting);
  } else if (waiting.length === 0) {
    if (closing.amount !== undefined) throw new Refused('nothingToPart');
    await markClosed(sql, closing, shown, shown.slice(-1));
  } else {
    if (waiting.some(({ kind }) => kind !== 'returned')) throw new Refused('notSettled');
    if (closing.amount !== undefined && waiting.length > 1) throw new Refused('several');
    const decimals = decimalsOf(subject.transaction.currency) ?? 0;
    if (decimalsWritten(closing.amount ?? '0') > decimals) throw new Refused('moreThanTold');
    const about = new Set(waiting.map(({ reversalId }) => reversalId));
    const adjusted = shown.filter(({ reversal_id: named }) => named !== null && about.has(named));
    await markClosed(sql, closing, shown, adjusted);
    await post(sql, subject, waiting, closing.amount);
  }
  // What a person has decided may count again, or count now.
  if (waiting.length > 0)
    await raiseOverrefund(sql, subject.transaction, { closed: waiting.map(({ reversalId }) => reversalId) });
  return 'closed';
}

type Shown = { readonly id: string; readonly reversal_id: string | null };
type Waiting = LoadedReversals['reversals'];

/** No review was open: only a repetition of the same closing can have adjusted before. */
async function isAdjustedBefore(
  sql: Sql,
  { identifier, adjustment }: ReviewsClosing,
): Promise<ReviewOutcome> {
  if (adjustment === undefined) return 'closed';
  const adjusted = await sql.sql<unknown[]>`
    select id from reviews where identifier = ${identifier} and adjustment is not null`;
  return adjusted.length > 0 ? 'closed' : 'closedBefore';
}

/** A trigger posts the adjustment of a review that is about no reversal. */
async function markClosed(
  sql: Sql,
  { operator, reason }: ReviewsClosing,
  shown: readonly Shown[],
  adjusted: readonly Shown[],
): Promise<void> {
  await sql.sql`
    update reviews set closed_at = clock_timestamp(), closed_by = ${operator}, closing_reason = ${reason},
      adjustment = case when id = any(${adjusted.map(({ id }) => id)}::bigint[]) then 'returned' end
    where id = any(${shown.map(({ id }) => id)}::bigint[])`;
}

async function dismiss(sql: Sql, waiting: Waiting): Promise<void> {
  await sql.sql`
    update reversals set state = 'dismissed', counted = 0
    where reversal_id = any(${waiting.map(({ reversalId }) => reversalId)}::text[])`;
}

/** Oldest first, each in a statement of its own: the share of one depends on those before it. */
async function post(
  sql: Sql,
  { transaction }: LoadedReversals,
  waiting: Waiting,
  amount: string | undefined,
): Promise<void> {
  for (const { reversalId } of waiting) {
    const posted = await sql.sql<unknown[]>`
      with posted as (
        update reversals set state = 'posted', posted_at = clock_timestamp(), counted = coalesce(${amount}::numeric, amount)
        where reversal_id = ${reversalId} and coalesce(${amount}::numeric, amount) <= amount
        returning reversal_id
      )
      select reversal_id from posted`;
    if (posted.length === 0) throw new Refused('moreThanTold');
    await announceReversal(sql, transaction, reversalId);
  }
}

/** The database's refusal of an adjustment. */
function refusalOf(error: unknown): Exclude<ReviewOutcome, 'closed'> | undefined {
  const { driverError } = error as {
    readonly driverError?: { readonly code?: unknown; readonly constraint?: unknown };
  };
  if (driverError?.code === 'GW004') return 'notSettled';
  if (driverError?.code === 'GW009') return 'postedBefore';
  if (driverError?.constraint === 'refund_totals_refunded_check') return 'refundedAgain';
  return onceOnly.has(driverError?.constraint) ? 'postedBefore' : undefined;
}
const onceOnly: ReadonlySet<unknown> = new Set(['reviews_adjusted_key', 'ledger_entries_kind_key']);

import type { KnownReversal, OwnRefund, ReversalSubject } from '#domain/refunds/told-reversal';
import type { ShownReversal } from '#domain/wire/reversal';
import type { Database } from '../database.js';
import type { RowOf } from '../entities/columns.js';
import type { ReversalEntity } from '../entities/reversal.js';
import { readKnown, type KnownRow, type Loaded } from '../transactions/load-known.js';
import { selectTiming } from '../transactions/transaction-row.js';

/** A transaction with everything that its reversals are judged by, locked until the database transaction ends. */
export type LoadedReversals = Loaded & ReversalSubject & { readonly transaction: Loaded['transaction'] };

/**
 * Locks the transaction, so that its reversals are judged one after the other, and reads it. Two statements: the second sees
 * what was committed while the first has waited. Locks in this order: the transaction, the totals of its payment, balances.
 */
export async function lockForReversals(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<LoadedReversals | undefined> {
  await database.sql`select from transactions where identifier = ${identifier} for no key update`;
  const [row] = await database.sql<SubjectRow[]>`
    select transactions.*, ${() => selectTiming}, clock_timestamp() as read_at,
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      (select jsonb_agg(jsonb_build_object('reversalId', reversal_id, 'kind', kind, 'amount', amount::text,
          'counted', counted::text, 'state', state, 'words', (
            select coalesce(jsonb_agg(jsonb_build_object('way', way, 'key', key)), '[]')
            from reversal_words where reversal_words.reversal_id = reversals.reversal_id)) order by id)
       from reversals where reversals.identifier = transactions.identifier) as reversals,
      (select jsonb_agg(jsonb_build_object('amount', refund.amount::text, 'providerId', provider_id))
       from transactions as refund join attempts on attempts.identifier = refund.identifier
       where refund.payment = transactions.identifier and refund.status in ('pending', 'success')
         and attempts.state not in ('preparing', 'not_sent')) as refunds
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  const known = readKnown(row);
  const { type, plan } = known.transaction;
  return {
    ...known,
    reversals: row.reversals ?? [],
    refunds: (row.refunds ?? []).map(({ amount, providerId }) => ({
      amount,
      providerId: providerId ?? undefined,
    })),
    isSpendable: type === 'payout' || plan.refund?.from === 'available',
  };
}

type SubjectRow = KnownRow & {
  readonly reversals: KnownReversal[] | null;
  readonly refunds: { readonly amount: OwnRefund['amount']; readonly providerId: string | null }[] | null;
};

/** A row of `reversals`, as `select reversals.*` or as JSON, in which dates and numbers are texts or numbers. */
export type ReversalRow = Pick<
  RowOf<ReversalEntity>,
  | 'reversal_id'
  | 'kind'
  | 'amount'
  | 'counted'
  | 'state'
  | 'dispute'
  | 'reason'
  | 'respond_by'
  | 'created_at'
  | 'posted_at'
>;

export function showReversal(row: ReversalRow, transaction: ShownReversal['transaction']): ShownReversal {
  return {
    transaction,
    reversalId: row.reversal_id,
    kind: row.kind,
    amount: row.amount,
    counted: row.counted,
    state: row.state,
    dispute: row.dispute ?? undefined,
    reason: row.reason ?? undefined,
    respondBy: row.respond_by ?? undefined,
    createdAt: row.created_at,
    postedAt: row.posted_at ?? undefined,
  };
}

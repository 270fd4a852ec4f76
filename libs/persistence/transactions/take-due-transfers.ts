import type { Plan } from '#domain/transaction/plan';
import type { TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';

/** What the flow that passes transfer details on is started from. */
export type FlowFields = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly plan: Plan;
};

export type DueTransfer = FlowFields & { readonly leasedUntil: Date };

/** What could not be started is due again after so long. */
const leaseSeconds = 30;

/** Takes transfer details that no provider has answered and whose turn has come; `settleTransferSweeps` puts them off. */
export async function takeDueTransfers(database: Database, limit: number): Promise<readonly DueTransfer[]> {
  return database.sql<DueTransfer[]>`
    with taken as (
      update transfer_details set next_sweep_at = now() + ${leaseSeconds} * interval '1 second'
      where identifier = any(array(
        select identifier from transfer_details where settled_at is null and next_sweep_at <= now()
        order by next_sweep_at limit ${limit} for update skip locked))
      returning identifier, next_sweep_at
    )
    select transactions.identifier, type, merchant, reference, method, plan, next_sweep_at as "leasedUntil"
    from taken
      cross join lateral (select * from transactions where transactions.identifier = taken.identifier limit 1) as transactions`;
}

/** Puts those whose flow runs now off to their next, longer step; what was settled meanwhile stays as it is. */
export async function settleTransferSweeps(
  database: Database,
  subjects: readonly DueTransfer[],
  ladderMs: readonly number[],
): Promise<void> {
  if (subjects.length === 0) return;
  await database.sql`
    update transfer_details set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
      (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
    where settled_at is null and identifier = any(${subjects.map(({ identifier }) => identifier)}::uuid[])`;
}

import type { Plan } from '#domain/plan';
import type { TransactionType } from '#domain/transaction';
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

/** Takes transfer details that no provider has answered and whose turn has come, and puts each off to its next step. */
export async function takeDueTransfers(
  database: Database,
  { ladderMs, limit }: { readonly ladderMs: readonly number[]; readonly limit: number },
): Promise<readonly FlowFields[]> {
  return database.sql<FlowFields[]>`
    with due as (
      select identifier from transfer_details where settled_at is null and next_sweep_at <= now()
      order by next_sweep_at limit ${limit} for update skip locked
    ), taken as (
      update transfer_details set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
      where identifier in (select identifier from due)
      returning identifier
    )
    select identifier, type, merchant, reference, method, plan
    from transactions where identifier in (select identifier from taken)`;
}

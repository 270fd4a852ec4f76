import type { OperatorDecision } from '#domain/transaction/change';
import type { Database } from '../database.js';

/** Cause of the review of a payout or refund that waits for a person's approval. */
export const heldCauses = {
  payout: 'account in another name',
  refund: 'refund above the limit of one person',
} as const;

/** Approves a held transaction, which is due to be submitted from then on. Has no effect once it was approved or has ended. */
export async function approveHeld(
  database: Pick<Database, 'sql'>,
  identifier: string,
  { decision, operator, reason, evidence }: OperatorDecision,
): Promise<void> {
  await database.sql`
    with approved as (
      update transactions set submit_due_at = clock_timestamp(),
        revision = revision + 1, progressed_at = clock_timestamp()
      where identifier = ${identifier} and submit_due_at is null and finished_at is null
        and ${() => wasHeld}
      returning identifier
    )
    insert into operator_decisions (identifier, decision, operator, reason, evidence)
    select identifier, ${decision}, ${operator}, ${reason}, ${evidence} from approved`;
}

/** Whether the transaction awaits approval, was approved, or has ended. Undefined if it was never held. */
export async function findHeld(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<'held' | 'approved' | 'ended' | undefined> {
  const [row] = await database.sql<{ now: 'held' | 'approved' | 'ended' }[]>`
    select case when submit_due_at is not null then 'approved' when finished_at is null then 'held' else 'ended' end as now
    from transactions where identifier = ${identifier} and ${() => wasHeld}`;
  return row?.now;
}

const wasHeld = `exists (
  select from reviews where reviews.identifier = transactions.identifier and cause in (${Object.values(
    heldCauses,
  )
    .map((cause) => `'${cause}'`)
    .join(', ')}))`;

import { heldCauses } from '#domain/reviews/review-causes';
import type { OperatorDecision } from '#domain/transaction/change';
import type { Database } from '../database.js';
import { letNextRefund } from '../refunds/let-next-refund.js';

/**
 * Approves a held transaction, which is due to be submitted from then on; a refund that takes turns is due in its turn. Has no
 * effect once it was approved or has ended.
 */
export async function approveHeld(
  database: Database,
  identifier: string,
  { decision, operator, reason, evidence }: OperatorDecision,
): Promise<void> {
  const [approved] = await database.sql<{ readonly payment: string | null }[]>`
    with approved as (
      update transactions set
        submit_due_at = case when ${() => takesTurns} then null else clock_timestamp() end,
        waits_for = case when ${() => takesTurns} then identifier end,
        payable_until = payable_until + case when ${() => takesTurns} then interval '10 years' else interval '0' end,
        revision = revision + 1, progressed_at = clock_timestamp()
      where identifier = ${identifier} and submit_due_at is null and waits_for is null and finished_at is null
        and ${() => wasHeld}
      returning identifier, case when ${() => takesTurns} then payment end as payment
    ), decided as (
      insert into operator_decisions (identifier, decision, operator, reason, evidence)
      select identifier, ${decision}, ${operator}, ${reason}, ${evidence} from approved
    )
    select payment from approved`;
  // If this process dies here, recovery lets the next refund be sent.
  if (approved?.payment) await letNextRefund(database, approved.payment);
}

/** Whether the transaction awaits approval, was approved, or has ended. Undefined if it was never held. */
export async function findHeld(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<'held' | 'approved' | 'ended' | undefined> {
  const [row] = await database.sql<{ now: 'held' | 'approved' | 'ended' }[]>`
    select case when submit_due_at is not null or waits_for is not null then 'approved' when finished_at is null then 'held' else 'ended' end as now
    from transactions where identifier = ${identifier} and ${() => wasHeld}`;
  return row?.now;
}

/** SQL: its provider gets one refund of a payment at a time (contract §15.4). */
const takesTurns = `coalesce((plan->'refund'->>'oneAtATime')::boolean, false)`;

const wasHeld = `exists (
  select from reviews where reviews.identifier = transactions.identifier and cause in (${Object.values(
    heldCauses,
  )
    .map((cause) => `'${cause}'`)
    .join(', ')}))`;

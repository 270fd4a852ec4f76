import type { OperatorDecision } from '#domain/transaction/change';
import type { Database } from '../database.js';

/** Cause of the review of a payout that waits for a person's approval. */
export const heldCause = 'account in another name';

/** A person approves a held payout: from then on it is due to be submitted. Without effect on one that was decided before. */
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

/** Whether a person is asked about the payout, or has been and it was decided since. Undefined: it never was held. */
export async function findHeld(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<'held' | 'decided' | undefined> {
  const [row] = await database.sql<{ is_open: boolean }[]>`
    select submit_due_at is null and finished_at is null as is_open from transactions
    where identifier = ${identifier} and ${() => wasHeld}`;
  if (!row) return undefined;
  return row.is_open ? 'held' : 'decided';
}

const wasHeld = `exists (
  select from reviews where reviews.identifier = transactions.identifier and cause = '${heldCause}')`;

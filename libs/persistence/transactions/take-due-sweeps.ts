import type { Plan } from '#domain/plan';
import type { TransactionType } from '#domain/transaction';
import type { Database } from '../database.js';

export type DueSweep = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: string;
  readonly provider: string | null;
  readonly plan: Plan;
  /** Something waits in the provider inbox that its flow has not looked at. */
  readonly isUnheard: boolean;
  /** Its page was posted or its bank was chosen, and no attempt began. */
  readonly isReadyUnsent: boolean;
  /** A provider has accepted it and was never asked about it since. */
  readonly isLookUpDue: boolean;
  /** Its callback was let go to an endpoint that was paused, and not attempted since. */
  readonly isReleased: boolean;
};

/** An inbox row that no flow has looked at for so long brings even a finished transaction back to the sweep. */
const unheardSeconds = 10;

/**
 * Takes transactions whose turn has come and puts each off to its next, longer step, so that several workers share the
 * work and a flow that cannot be started now is tried again later. `ladderMs` repeats its last wait.
 */
export async function takeDueSweeps(
  database: Database,
  { ladderMs, limit }: { readonly ladderMs: readonly number[]; readonly limit: number },
): Promise<readonly DueSweep[]> {
  return database.sql<DueSweep[]>`
    with unheard as (
      insert into sweeps (identifier, next_sweep_at)
      select distinct identifier, now() from provider_events
      where applied_at is null and identifier is not null
        and received_at < now() - ${unheardSeconds} * interval '1 second'
      on conflict (identifier) do nothing
    ), due as (
      select identifier from sweeps where next_sweep_at <= now()
      order by next_sweep_at limit ${limit} for update skip locked
    ), taken as (
      update sweeps set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
      where identifier in (select identifier from due)
      returning identifier
    )
    select identifier, type, merchant, reference, method, status, provider, plan,
      exists (select from provider_events
        where provider_events.identifier = transactions.identifier and applied_at is null) as "isUnheard",
      -- What is due from its registration on is sent by the flow's very first step.
      finished_at is null and submit_due_at > created_at and not exists (select from attempts
        where attempts.identifier = transactions.identifier) as "isReadyUnsent",
      finished_at is null and exists (select from attempts
        where attempts.identifier = transactions.identifier and state = 'accepted'
          and not exists (select from lookups
            where lookups.identifier = attempts.identifier and lookups.n = attempts.n)) as "isLookUpDue",
      exists (select from events
        where events.identifier = transactions.identifier and is_released) as "isReleased"
    from transactions where identifier in (select identifier from taken)`;
}

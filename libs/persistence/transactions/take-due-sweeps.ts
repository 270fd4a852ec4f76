import type { Plan } from '#domain/transaction/plan';
import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';

export type DueSweep = {
  readonly identifier: string;
  readonly type: TransactionType;
  readonly merchant: string;
  readonly reference: string;
  readonly method: string;
  readonly status: TransactionStatus;
  readonly provider: string | null;
  readonly plan: Plan;
  readonly payableUntil: Date;
  /** Milliseconds until then; negative once it is over. */
  readonly payableForMs: number;
  /** Something waits in the provider inbox that its flow has not looked at. */
  readonly isUnheard: boolean;
  /** Its page was posted or its bank was chosen, and no attempt began. */
  readonly isReadyUnsent: boolean;
  /** A provider has accepted it and was never asked about it since. */
  readonly isLookUpDue: boolean;
  /** Its callback was let go to an endpoint that was paused, and not attempted since. */
  readonly isReleased: boolean;
  /** What it merely waits for: its customer or its merchant, or the provider that has accepted it; null when it does not. */
  readonly waitsIn: 'unready' | 'waiting' | null;
  /** How often its accepted attempt was looked up. */
  readonly lookUps: number;
  /** Until then nobody else takes it; it is due again at that time unless it is settled. */
  readonly leasedUntil: Date;
};

/**
 * Longer than a start takes, also when Temporal answers late. What could not be started, or was taken by a worker that
 * has died, is due again after it.
 */
const leaseSeconds = 30;

/**
 * Takes transactions whose turn has come, and then those whose flow was lost with Temporal's database, so that several
 * workers share the work. None is put off by being taken: `settleSweeps` does that once its flow runs.
 */
export async function takeDueSweeps(database: Database, limit: number): Promise<readonly DueSweep[]> {
  return database.sql<DueSweep[]>`
    with due as (
      select identifier from sweeps where next_sweep_at <= now()
      order by next_sweep_at limit ${limit} for update skip locked
    ), lost as (
      select identifier from sweeps
      where ensured_at < (select lost_at from temporal_namespace)
        and next_sweep_at > now() + ${leaseSeconds} * interval '1 second'
      order by ensured_at limit greatest(0, ${limit} - (select count(*) from due)) for update skip locked
    ), taken as (
      update sweeps set next_sweep_at = now() + ${leaseSeconds} * interval '1 second'
      where identifier = any(array(select identifier from due union all select identifier from lost))
      returning identifier, next_sweep_at
    )
    select transactions.identifier, type, merchant, reference, method, status, transactions.provider, plan,
      payable_until as "payableUntil",
      extract(epoch from payable_until - now())::float8 * 1000 as "payableForMs", is_unheard as "isUnheard",
      -- What is due from its registration on is sent by the flow's very first step.
      finished_at is null and submit_due_at > created_at and attempt is null as "isReadyUnsent",
      finished_at is null and coalesce(is_accepted, false) and look_ups = 0 as "isLookUpDue",
      case
        when finished_at is not null or is_unheard then null
        when submit_due_at is null and (type = 'payout' or status in ('new', 'created')) then 'unready'
        when is_accepted then 'waiting'
      end as "waitsIn",
      exists (select from events
        where events.identifier = taken.identifier and is_released) as "isReleased",
      look_ups as "lookUps", taken.next_sweep_at as "leasedUntil"
    from taken
      cross join lateral (select * from transactions where transactions.identifier = taken.identifier limit 1) as transactions
      cross join lateral (select exists (select from provider_events
        where provider_events.identifier = taken.identifier and applied_at is null) as is_unheard) as heard
      left join lateral (select n as attempt, state = 'accepted' as is_accepted from attempts
        where attempts.identifier = taken.identifier order by n desc limit 1) as latest on true
      cross join lateral (select count(*)::integer as look_ups from lookups
        where lookups.identifier = taken.identifier and lookups.n = attempt) as asked`;
}

/**
 * Puts those whose flow runs now off to their next, longer step. `ladderMs` repeats its last wait. A turn that somebody
 * has brought forward meanwhile is left as it is.
 */
export async function settleSweeps(
  database: Database,
  subjects: readonly Pick<DueSweep, 'identifier' | 'leasedUntil'>[],
  ladderMs: readonly number[],
): Promise<void> {
  if (subjects.length === 0) return;
  await database.sql`
    update sweeps set ensured_at = now(),
      step = case when next_sweep_at = leased_until then step + 1 else step end,
      next_sweep_at = case when next_sweep_at = leased_until
        then now() + interval '1 millisecond' * (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
        else next_sweep_at end
    from unnest(${subjects.map(({ identifier }) => identifier)}::uuid[],
      ${subjects.map(({ leasedUntil }) => leasedUntil)}::timestamptz(3)[]) as settled (ensured, leased_until)
    where identifier = ensured and identifier = any(${subjects.map(({ identifier }) => identifier)}::uuid[])`;
}

/** An inbox row that no flow has looked at for so long brings even a finished transaction back to the sweep. */
const unheardSeconds = 10;

/** Lets the sweep come by what has ended and was told, and was heard of since. `limit` bounds one statement. */
export async function sweepUnheard(database: Database, limit: number): Promise<void> {
  await database.sql`
    insert into sweeps (identifier, next_sweep_at)
    select distinct identifier, now() from provider_events
    where applied_at is null and identifier is not null
      and received_at < now() - ${unheardSeconds} * interval '1 second'
      and not exists (select from sweeps where sweeps.identifier = provider_events.identifier)
    limit ${limit}
    on conflict (identifier) do nothing`;
}

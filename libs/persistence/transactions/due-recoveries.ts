import type { Database } from '../database.js';
import type { WokenTransaction } from './provider-events.js';
import { selectPlan } from './transaction-row.js';

/** A transaction whose workflow must be running, with what that workflow may not know. */
export type DueRecovery = WokenTransaction & {
  readonly payableUntil: Date;
  /** Milliseconds until then; negative once it has passed. */
  readonly payableForMs: number;
  /** The provider inbox holds a report that was not applied. */
  readonly hasUnreadReports: boolean;
  /** Its page was posted or its bank was chosen, and no attempt began since. */
  readonly isSubmittable: boolean;
  /** A provider has accepted it and was not asked about it since. */
  readonly isLookUpDue: boolean;
  /** A callback may be sent to an endpoint that was paused, or is that of a reversal, and was not attempted since. */
  readonly isReleased: boolean;
  /** The phase in which it only waits: for its customer or merchant, or for the provider; null if something is to be done. */
  readonly waitsIn: 'awaitingInput' | 'waiting' | null;
  /** How often its accepted attempt was looked up. */
  readonly lookUps: number;
  /** End of the lease: it is due again then, unless it is settled. */
  readonly leasedUntil: Date;
};

/** Longer than a start takes, even if Temporal is slow. A transaction that was not started is due again after it. */
const leaseSeconds = 30;

/**
 * Takes transactions that are due, and then those whose workflow was lost with Temporal's database, so that several
 * workers share the work. `settleRecoveries` schedules the next turn once the workflow runs.
 */
export async function takeDueRecoveries(database: Database, limit: number): Promise<readonly DueRecovery[]> {
  return database.sql<DueRecovery[]>`
    with due as (
      select identifier from recoveries where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), lost as (
      select identifier from recoveries
      where ensured_at < (select lost_at from temporal_namespace)
        and due_at > now() + ${leaseSeconds} * interval '1 second'
      order by ensured_at limit greatest(0, ${limit} - (select count(*) from due)) for update skip locked
    ), taken as (
      update recoveries set due_at = now() + ${leaseSeconds} * interval '1 second'
      where identifier = any(array(select identifier from due union all select identifier from lost))
      returning identifier, due_at
    )
    select transactions.identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount, currency, status, transactions.provider,
      ${() => selectPlan},
      payable_until as "payableUntil",
      extract(epoch from payable_until - now())::float8 * 1000 as "payableForMs", is_unread as "hasUnreadReports",
      -- What is due from its registration on is sent by the workflow's first step.
      finished_at is null and submit_due_at > created_at and (attempt is null or is_retried) as "isSubmittable",
      finished_at is null and coalesce(is_accepted, false) and look_ups = 0 as "isLookUpDue",
      case
        when finished_at is not null or is_unread then null
        when submit_due_at is null and (type <> 'payment' or status in ('new', 'created') or is_retried) then 'awaitingInput'
        when is_accepted then 'waiting'
      end as "waitsIn",
      exists (select from events
        where events.identifier = taken.identifier
          and (is_released or (reversal_id is not null and state = 'pending' and attempts = 0))) as "isReleased",
      look_ups as "lookUps", taken.due_at as "leasedUntil"
    from taken
      cross join lateral (select * from transactions where transactions.identifier = taken.identifier limit 1) as transactions
      cross join lateral (select exists (select from provider_events
        where provider_events.identifier = taken.identifier and applied_at is null) as is_unread) as heard
      left join lateral (
        select n as attempt, state = 'accepted' as is_accepted, state = 'declined' and coalesce(cause = 'retry', false) as is_retried
        from attempts
        where attempts.identifier = taken.identifier order by n desc limit 1) as latest on true
      cross join lateral (select count(*)::integer as look_ups from lookups
        where lookups.identifier = taken.identifier and lookups.n = attempt) as asked`;
}

/**
 * Schedules the next, longer step of those whose workflow runs now, and returns those that have nothing left to do: they
 * have ended since they were taken. `ladderMs` repeats its last wait. A turn that was brought forward meanwhile is left as
 * it is.
 */
export async function settleRecoveries<Subject extends Pick<DueRecovery, 'identifier' | 'leasedUntil'>>(
  database: Database,
  subjects: readonly Subject[],
  ladderMs: readonly number[],
): Promise<readonly Subject[]> {
  if (subjects.length === 0) return [];
  const settled = await database.sql<Pick<DueRecovery, 'identifier'>[]>`
    with held as materialized (
      -- Every statement that locks several of them uses this order, so that there are no deadlocks.
      select identifier from recoveries
      where identifier = any(${subjects.map(({ identifier }) => identifier)}::uuid[])
      order by identifier for update
    ), settled as (
      update recoveries set ensured_at = now(),
        step = case when due_at = leased_until then step + 1 else step end,
        due_at = case when due_at = leased_until
          then now() + interval '1 millisecond' * (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
          else due_at end
      from unnest(${subjects.map(({ identifier }) => identifier)}::uuid[],
        ${subjects.map(({ leasedUntil }) => leasedUntil)}::timestamptz(3)[]) as ensured (ensured, leased_until)
      where identifier = ensured and identifier = any(array(select identifier from held))
      returning identifier
    )
    select identifier from settled`;
  const scheduled = new Set(settled.map(({ identifier }) => identifier));
  return subjects.filter(({ identifier }) => !scheduled.has(identifier));
}

/** A report that no workflow has applied for this time brings even a final transaction back to recovery. */
const unreadSeconds = 10;

/**
 * Schedules the recovery of final, delivered transactions with unread reports, or with the callback of a reversal that no
 * workflow delivers. `limit` bounds one statement.
 */
export async function scheduleUnread(database: Database, limit: number): Promise<void> {
  await database.sql`
    insert into recoveries (identifier, due_at)
    select distinct identifier, now() from (
      select identifier from provider_events
      where applied_at is null and identifier is not null
        and received_at < now() - ${unreadSeconds} * interval '1 second'
      union all
      select identifier from events
      where state = 'pending' and reversal_id is not null
        and finished_at < now() - ${unreadSeconds} * interval '1 second'
    ) as left_over
    where not exists (select from recoveries where recoveries.identifier = left_over.identifier)
    limit ${limit}
    on conflict (identifier) do nothing`;
}

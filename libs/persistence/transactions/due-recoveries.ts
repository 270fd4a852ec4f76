import type { Database } from '../database.js';
import { actsAt, joinRecorded, waitsIn } from './acts-at.js';
import type { WokenTransaction } from './provider-events.js';
import { selectPlan } from './transaction-row.js';

/** A transaction whose workflow must be running, with what that workflow may not know. */
export type DueRecovery = WokenTransaction & {
  readonly payableUntil: Date;
  /** Milliseconds until it has something to do; negative once that is overdue. */
  readonly actsInMs: number;
  /** Its workflow was lost with Temporal's database, and not ensured since. */
  readonly isLost: boolean;
  /** The provider inbox holds a report that was not applied. */
  readonly hasUnreadReports: boolean;
  /** Its page was posted or its bank was chosen, and no attempt began since. */
  readonly isSubmittable: boolean;
  /** A provider has accepted it and was not asked about it since. */
  readonly isLookUpDue: boolean;
  /** A callback may be sent to an endpoint that was paused, or is that of a reversal, and was not attempted since. */
  readonly isReleased: boolean;
  /** The phase in which it only waits: for its customer or merchant, or for the provider; null if something is to be done. */
  readonly waitsIn: 'awaitingInput' | 'waiting' | 'unknown' | null;
  /** End of the lease: it is due again then, unless it is settled. */
  readonly leasedUntil: Date;
};

/** Longer than a start takes, even if Temporal is slow. A transaction that was not started is due again after it. */
const leaseSeconds = 30;

/** SQL: the transactions of `chosen (identifier)`, leased. */
const leased = `
  taken as (
    update recoveries set due_at = now() + ${leaseSeconds} * interval '1 second'
    where identifier = any(array(select identifier from chosen))
    returning identifier, due_at as leased_until, ensured_at = '-infinity' as is_lost
  )
  select transactions.identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount, currency, status, transactions.provider,
    ${selectPlan},
    payable_until as "payableUntil",
    extract(epoch from ${actsAt} - now())::float8 * 1000 as "actsInMs", is_lost as "isLost",
    unread_since is not null as "hasUnreadReports",
    -- What is due from its registration on is sent by the workflow's first step.
    finished_at is null and submit_due_at > created_at and (attempt is null or is_retried) as "isSubmittable",
    finished_at is null and coalesce(attempt_state = 'accepted', false) and look_ups = 0 as "isLookUpDue",
    ${waitsIn} as "waitsIn", is_released as "isReleased", leased_until as "leasedUntil"
  from taken ${joinRecorded}
  order by "actsInMs"`;

/**
 * Takes transactions that are due, those that are due longest first, so that several workers share the work.
 * `settleRecoveries` schedules the next turn once the workflow runs.
 */
export async function takeDueRecoveries(database: Database, limit: number): Promise<readonly DueRecovery[]> {
  return database.sql<DueRecovery[]>`
    with chosen as (
      select identifier from recoveries where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), ${() => leased}`;
}

/** While something has been due for longer, lost workflows that are not due wait. */
const lateSeconds = 5;

/**
 * Takes transactions whose workflow was lost with Temporal's database before they are due, those that are due next first. None
 * while recovery is late with what is due.
 */
export async function takeLostRecoveries(database: Database, limit: number): Promise<readonly DueRecovery[]> {
  return database.sql<DueRecovery[]>`
    with chosen as (
      select identifier from recoveries
      where ensured_at = '-infinity' and due_at > now() + ${leaseSeconds} * interval '1 second'
        and not exists (select from recoveries where due_at < now() - ${lateSeconds} * interval '1 second')
      order by due_at limit ${limit} for update skip locked
    ), ${() => leased}`;
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
      -- What was lost after it was taken is lost, even if it was started before.
      update recoveries set ensured_at = leased_until - ${leaseSeconds} * interval '1 second',
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

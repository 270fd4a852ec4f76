import type { PlannedSubject, Transaction } from '#domain/transaction/transaction';
import type { LateLookupEntity } from '../entities/attempt.js';
import type { Database } from '../database.js';
import { selectPlan } from './transaction-row.js';

/** Lease: the worker that claims a late look-up must start its workflow within this time. */
const leaseMs = 30_000;
/** A look-up that is not answered within this time is started again. */
const askedAgainMs = 10 * 60_000;

/** A late look-up that is to be started; `step` is its place in the plan. */
export type DueLateLookup = PlannedSubject & { readonly step: number };

/** Leases late look-ups that are due; those that are not started are due again after the lease. */
export async function takeDueLateLookups(
  database: Database,
  { limit }: { readonly limit: number },
): Promise<readonly DueLateLookup[]> {
  return database.sql<DueLateLookup[]>`
    with due as (
      select identifier from late_lookups where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), taken as (
      update late_lookups set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      where identifier in (select identifier from due)
      returning identifier, step
    )
    select identifier, type, merchant, reference, method, amount, currency, ${() => selectPlan}, step
    from transactions join taken using (identifier)`;
}

/**
 * Records that their workflows were started. A look-up that was settled meanwhile is at another step, and stays as it is.
 */
export async function settleStartedLateLookups(
  database: Database,
  started: readonly Pick<DueLateLookup, 'identifier' | 'step'>[],
): Promise<void> {
  if (started.length === 0) return;
  await database.sql`
    update late_lookups set due_at = now() + ${askedAgainMs}::float8 * interval '1 millisecond'
    where (identifier, step) in (
      select * from unnest(
        ${started.map(({ identifier }) => identifier)}::uuid[], ${started.map(({ step }) => step)}::integer[]))`;
}

/** The attempt of a late look-up; undefined if no look-up is left. */
export async function findLateLookup(
  database: Database,
  identifier: string,
): Promise<Pick<LateLookupEntity, 'n' | 'step'> | undefined> {
  const [row] = await database.sql<Pick<LateLookupEntity, 'n' | 'step'>[]>`
    select n, step from late_lookups where identifier = ${identifier}`;
  return row;
}

/**
 * Records that step `step` is answered: the next one is due by the plan, counted from the end of the payment, unless it was
 * the last one or the provider's answer is final. Safe to repeat.
 */
export async function settleLateLookup(
  database: Database,
  { identifier, plan }: Transaction,
  { step, isLastWord }: { readonly step: number; readonly isLastWord: boolean },
): Promise<void> {
  const nextMs = plan.timing.lateLookupsMs?.[step + 1];
  if (nextMs === undefined || isLastWord) {
    await database.sql`delete from late_lookups where identifier = ${identifier}`;
    return;
  }
  await database.sql`
    update late_lookups
    set step = ${step + 1}, due_at = greatest(now(), ended_at + ${nextMs}::float8 * interval '1 millisecond')
    where identifier = ${identifier} and step = ${step}`;
}

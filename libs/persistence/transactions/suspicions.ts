import type { Database } from '../database.js';
import type { WokenTransaction } from './provider-events.js';
import { selectPlan } from './transaction-row.js';

/** An open transaction that an unsigned callback has named. */
export type Suspicion = WokenTransaction & {
  /** Its provider may be asked now. False: its row was locked at that moment, so that a later try may take it. */
  readonly isTaken: boolean;
};

/**
 * Transactions that callbacks without a valid signature have named. Of each that is open and whose wait since the last
 * suspicion is over, across all processes, its provider may be asked once. `ladderMs` are these waits; its last one repeats.
 * Each is found by one index read, and those that are unknown, final or not due are neither returned nor written. It waits
 * for no lock, so that one transaction that is being worked on holds up none of the others.
 */
export function takeSuspicions(
  database: Database,
  identifiers: readonly string[],
  ladderMs: readonly number[],
): Promise<readonly Suspicion[]> {
  return database.sql<Suspicion[]>`
    with named as materialized (
      select identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount, currency, status, provider, traceparent,
        ${() => selectPlan}
      from recoveries join transactions using (identifier)
      where identifier = any(${identifiers}::uuid[]) and suspicion_due_at <= now() and finished_at is null
    ), held as materialized (
      select identifier from recoveries
      where identifier = any(array(select identifier from named)) and suspicion_due_at <= now()
      order by identifier for update skip locked
    ), taken as (
      -- Its own waits are longer than those of other questions.
      update recoveries set suspicions = suspicions + 1, asked_at = '-infinity', suspicion_due_at = now() + interval '1 millisecond' *
        (${ladderMs}::float8[])[least(suspicions + 1, ${ladderMs.length}::integer)]
      where identifier = any(array(select identifier from held))
      returning identifier
    )
    select named.*, taken.identifier is not null as "isTaken"
    from named left join taken on taken.identifier = named.identifier`;
}

/**
 * The same of transactions that have succeeded, whose money may have come or gone since (contract §15.8): a later look-up is
 * brought forward or added. The others are left as they are.
 */
export async function askAboutSuccesses(
  database: Database,
  identifiers: readonly string[],
  ladderMs: readonly number[],
): Promise<void> {
  await database.sql`select ask_about_success(${identifiers}::uuid[], ${ladderMs}::float8[])`;
}

/** The transactions whose attempts have these ids at their provider; an id that is unknown there is left out. */
export async function findByProviderIds(
  database: Database,
  ids: readonly (readonly [provider: string, providerId: string])[],
): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly identifier: string }[]>`
    select distinct identifier from attempts join unnest(
      ${ids.map(([provider]) => provider)}::text[], ${ids.map(([, providerId]) => providerId)}::text[]
    ) as named (provider, provider_id) using (provider, provider_id)`;
  return rows.map(({ identifier }) => identifier);
}

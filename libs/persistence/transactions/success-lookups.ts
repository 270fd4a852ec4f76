import { spreadOf } from '#domain/transaction/ask-again';
import type { PlannedSubject, Transaction } from '#domain/transaction/transaction';
import type { SuccessLookupEntity } from '../entities/success-lookup.js';
import type { Database } from '../database.js';
import { selectPlan } from './transaction-row.js';

/** Lease: a look-up without an answer, because its workflow was not started or is lost, is due again after this time. */
const leaseMs = 10 * 60_000;
/** After this many look-ups without an answer a step is skipped. */
const triesMax = 5;
/** Wait before the second try, doubled before each further one. */
const againAfterMs = 10 * 60_000;

/** MIDs with scheduled look-ups, due or not. Costs one index read per MID. */
export async function findAskedMids(database: Database): Promise<readonly string[]> {
  const rows = await database.sql<Pick<SuccessLookupEntity, 'mid'>[]>`
    with recursive asked as (
      (select mid from success_lookups order by mid limit 1)
      union all
      select (select mid from success_lookups where success_lookups.mid > asked.mid order by mid limit 1)
      from asked where asked.mid is not null
    )
    select mid from asked where mid is not null`;
  return rows.map(({ mid }) => mid);
}

/** Leases look-ups that are due, the oldest of each MID up to its quota. */
export async function takeDueSuccessLookups(
  database: Database,
  quotas: ReadonlyMap<string, number>,
): Promise<readonly PlannedSubject[]> {
  return database.sql<PlannedSubject[]>`
    with due as (
      select taken.identifier
      from unnest(${[...quotas.keys()]}::text[], ${[...quotas.values()]}::integer[]) as quota (of_mid, most)
        cross join lateral (
          select identifier from success_lookups where mid = of_mid and due_at <= now()
          order by due_at limit most for update skip locked) as taken
    ), leased as (
      update success_lookups set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      where identifier in (select identifier from due)
      returning identifier
    )
    select identifier, type, merchant, reference, payment_reference as "paymentReference", method, amount, currency, ${() => selectPlan}
    from transactions join leased using (identifier)`;
}

/** The look-up of a payment that is being made. */
export type AskedSuccess = Pick<SuccessLookupEntity, 'n' | 'step' | 'tries' | 'words'> & {
  readonly endedAgoMs: number;
};

export async function findSuccessLookup(
  database: Database,
  identifier: string,
): Promise<AskedSuccess | undefined> {
  const [row] = await database.sql<AskedSuccess[]>`
    select n, step, tries, words, extract(epoch from now() - ended_at)::float8 * 1000 as "endedAgoMs"
    from success_lookups where identifier = ${identifier}`;
  return row;
}

/**
 * Records whether a look-up was answered. Without an answer it is repeated after growing waits, up to `triesMax`; then the
 * plan's next look-up is due, counted from the end of the payment, if there is one. If a callback has arrived since the
 * look-up, it stays due. Safe to repeat.
 */
export async function settleSuccessLookup(
  database: Database,
  { identifier, plan }: Transaction,
  { step, tries, words, endedAgoMs, isAnswered }: AskedSuccess & { readonly isAnswered: boolean },
): Promise<void> {
  if (!isAnswered && tries + 1 < triesMax) {
    await database.sql`
      update success_lookups
      set tries = ${tries + 1}, due_at = now() + ${againAfterMs * 2 ** tries}::float8 * interval '1 millisecond'
      where identifier = ${identifier} and words = ${words} and tries = ${tries}`;
    return;
  }
  const waits = plan.timing.lateSuccessLookupsMs ?? [];
  const ownMs = waits[step];
  // An additional look-up for a callback: the planned one is still to come.
  const next = ownMs !== undefined && endedAgoMs < ownMs ? step : step + 1;
  const nextMs = waits[next];
  if (nextMs === undefined) {
    await database.sql`delete from success_lookups where identifier = ${identifier} and words = ${words}`;
    return;
  }
  await database.sql`
    update success_lookups
    set step = ${next}, tries = 0, due_at = greatest(now(),
      ended_at + (${nextMs}::float8 + ${spreadOf(nextMs)}::float8 * random()) * interval '1 millisecond')
    where identifier = ${identifier} and words = ${words} and step = ${step} and tries = ${tries}`;
}

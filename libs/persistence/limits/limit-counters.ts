import type { PlannedLimit, ReachedLimit } from '#domain/limits/counted-limits';
import type { Money } from '#domain/values/money';
import type { TransactionType } from '#domain/transaction/status';
import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';

/** A limit in its present period. `reached`: why it has no room for the request. */
export type LimitUsage = {
  readonly limit: PlannedLimit;
  readonly used: { readonly amount: string; readonly count: number };
  readonly reached: ReachedLimit['reached'] | undefined;
  /** When the period ends, ISO 8601 UTC. */
  readonly ends: string;
};

/** How a request would meet its limits. Nothing is reserved: the result may change at any moment. */
export async function findLimitUsage(
  database: Database,
  limits: readonly PlannedLimit[],
  { type, amount, currency }: Money & { readonly type: TransactionType },
): Promise<readonly LimitUsage[]> {
  if (limits.length === 0) return [];
  const rows = await database.sql<Row[]>`
    select position::integer, coalesce(counter.amount, 0)::text as amount, coalesce(counter.count, 0) as count,
      limit_reached(${amount}, coalesce(counter.amount, 0), coalesce(counter.count, 0), amount_max, count_max)
        as reached,
      limit_period_end(planned.per, planned.starts_on) as ends
    from jsonb_array_elements(${JSON.stringify(limits)}::jsonb) with ordinality as listed (limits, position)
      cross join lateral limits_of(jsonb_build_object('limits', jsonb_build_array(limits)), now(),
        limits->>'subject') as planned
      left join limit_counters as counter
        on (counter.per, counter.starts_on, counter.scope, counter.subject, counter.type, counter.currency)
          = (planned.per, planned.starts_on, planned.scope, planned.subject, ${type}, ${currency})
    order by position`;
  return rows.flatMap(({ position, amount: usedAmount, count, reached, ends }) => {
    const limit = limits[position - 1];
    if (!limit) return [];
    const used = { amount: usedAmount, count };
    return [{ limit, used, reached: reached ?? undefined, ends: ends.toISOString() }];
  });
}

type Row = {
  readonly position: number;
  readonly amount: string;
  readonly count: number;
  readonly reached: ReachedLimit['reached'] | null;
  readonly ends: Date;
};

/** Reads the database's error `GW003`: a counted limit has no room. Undefined for every other error. */
export function readReachedLimit(error: unknown): ReachedLimit | undefined {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source && 'detail' in source)) {
    return undefined;
  }
  if (source.code !== limitReached) return undefined;
  // Written by `count_in_limit` (`libs/persistence/migrations/baseline/limits.ts`).
  return JSON.parse(String(source.detail)) as ReachedLimit;
}

const limitReached = 'GW003';

/** Counters of periods that ended more than 31 days ago; younger ones the database keeps. `limit` bounds one statement. */
export async function purgeLimitCounters(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with days as (
      select ctid from limit_counters
      where per = 'day' and starts_on < (now() at time zone 'UTC')::date - 32
      limit ${limit}
    ), months as (
      select ctid from limit_counters
      where per = 'month' and starts_on < (now() at time zone 'UTC')::date - 63
      limit ${limit}
    ), purged as (delete from limit_counters where ctid = any(array(select ctid from days union all select ctid from months)) returning 1)
    select count(*)::integer as count from purged`;
  return row?.count ?? 0;
}

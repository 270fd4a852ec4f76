import type { ReachedLimit } from '#domain/limits/counted-limits';

/** What the database says in its error `GW003`: a counted limit has no room. Undefined for every other error. */
export function readReachedLimit(error: unknown): ReachedLimit | undefined {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source && 'detail' in source)) {
    return undefined;
  }
  if (source.code !== limitReached) return undefined;
  // Written by `count_in_limit` (`libs/persistence/migrations/0010-limits.ts`).
  return JSON.parse(String(source.detail)) as ReachedLimit;
}

const limitReached = 'GW003';

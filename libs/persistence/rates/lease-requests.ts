import type { Database } from '../database.js';

/** How many requests may be let through within the next `remainingMs`, counted from when the lease was asked for. */
export type RequestLease = { readonly granted: number; readonly remainingMs: number };

/**
 * Takes a share of the requests that a key has in this second of Postgres' clock. All shares of one second together are
 * at most `perSecond`, over all processes; fewer than `share` means that nothing is left.
 */
export async function leaseRequests(
  database: Database,
  { keyId, share, perSecond }: { readonly keyId: string; readonly share: number; readonly perSecond: number },
): Promise<RequestLease> {
  // A statement that waited for the row may have a second that is over: the second of the row counts then, unless the
  // clock was set back since.
  const [row] = await database.sql<{ before: number; remaining_ms: number }[]>`
    insert into rate_windows as current (key_id, second, leased)
    values (${keyId}, floor(extract(epoch from clock_timestamp())), ${share})
    on conflict (key_id) do update set
      second = case when current.second - excluded.second between 0 and 60
        then current.second else excluded.second end,
      leased = excluded.leased + case when current.second - excluded.second between 0 and 60
        then current.leased else 0 end
    returning (leased - ${share})::float8 as before,
      (second + 1 - extract(epoch from clock_timestamp()))::float8 * 1000 as remaining_ms`;
  if (!row) throw new Error('a lease is always answered');
  const granted = Math.max(0, Math.min(share, perSecond - row.before));
  return { granted, remainingMs: Math.min(1_000, row.remaining_ms) };
}

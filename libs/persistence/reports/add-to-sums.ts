import type { Database } from '../database.js';
import type { Counted } from '../entities/columns.js';
import { merchantsOf } from '../merchants-of.js';
import { sumParts } from './sums.js';

/**
 * Adds what was posted since to the sums of the provider books, up to `limit` entries of each merchant. True: a merchant has more.
 * Where it fails for a merchant, it goes on with the others, and fails at the end.
 */
export async function addToSums(
  database: Pick<Database, 'sql'>,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  const behind = await database.sql<{ readonly merchant: string }[]>`
    with recursive ${() => merchantsOf('provider_entries')}, mark as (
      select merchants.merchant, coalesce(committed_in, '0') as committed_in, coalesce(entry, 0) as entry
      from merchants left join provider_sum_marks using (merchant) where merchants.merchant is not null
    )
    select mark.merchant from mark left join lateral (
      select id from provider_entries
      where merchant = mark.merchant and (committed_in, id) > (mark.committed_in, mark.entry)
        and committed_in < pg_snapshot_xmin(pg_current_snapshot())
      order by committed_in, id limit 1) as next on true
    where next.id is not null or not (${() => sumParts.isUsable})`;
  let isMore = false;
  const failures: unknown[] = [];
  for (const { merchant } of behind)
    try {
      const [taken] = await database.sql<Counted[]>`
        select sum_provider_entries(${merchant}, ${limit}::integer) as count`;
      isMore ||= (taken?.count ?? 0) >= limit;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return isMore;
}

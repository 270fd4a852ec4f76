import type { Database } from '../database.js';
import type { Counted } from '../entities/columns.js';
import { merchantsOf } from '../merchants-of.js';
import { sumParts } from './sums.js';

/**
 * Adds what was posted since to the sums of the provider books, up to `limit` entries of each merchant. True: a merchant has more.
 */
export async function addToSums(
  database: Pick<Database, 'sql'>,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  const behind = await database.sql<{ readonly merchant: string }[]>`
    with recursive ${() => merchantsOf('provider_entries')}, marked as (
      select merchants.merchant, coalesce(place, '0') as place
      from merchants left join provider_sum_marks using (merchant) where merchants.merchant is not null
    )
    select merchant from marked
    where not (${() => sumParts.isUsable}) or exists (select from provider_entries as entry
      where entry.merchant = marked.merchant and committed_in > place
        and committed_in < pg_snapshot_xmin(pg_current_snapshot()))`;
  let isMore = false;
  for (const { merchant } of behind) {
    const [taken] = await database.sql<Counted[]>`
      select sum_provider_entries(${merchant}, ${limit}::integer) as count`;
    isMore ||= (taken?.count ?? 0) >= limit;
  }
  return isMore;
}

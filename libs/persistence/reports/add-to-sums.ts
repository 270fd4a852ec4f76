import type { Database } from '../database.js';
import type { Counted } from '../entities/columns.js';
import { merchantsOf } from '../merchants-of.js';
import { sumParts } from './sums.js';

const noTransit = '00000000-0000-0000-0000-000000000000';

/**
 * Adds what was posted since to the sums of the provider books, and brings those of what is in transit up to date, up to `limit` rows
 * of each merchant and kind of sum. True: a merchant has more. Where it fails for a merchant, it goes on with the others, and fails at
 * the end.
 */
export async function addToSums(
  database: Pick<Database, 'sql'>,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  const behind = await database.sql<{ readonly merchant: string }[]>`
    with recursive ${() => merchantsOf('provider_entries')}, mark as (
      select merchants.merchant, coalesce(committed_in, '0') as committed_in, coalesce(entry, 0) as entry,
        coalesce(transit_in, '0') as transit_in, coalesce(transit, ${noTransit}) as transit
      from merchants left join provider_sum_marks using (merchant) where merchants.merchant is not null
    )
    select mark.merchant from mark left join lateral (
      select id from provider_entries
      where merchant = mark.merchant and (committed_in, id) > (mark.committed_in, mark.entry)
        and committed_in < pg_snapshot_xmin(pg_current_snapshot())
      order by committed_in, id limit 1) as next on true
      left join lateral (
        select identifier from provider_transit
        where merchant = mark.merchant and (committed_in, identifier) > (mark.transit_in, mark.transit)
          and committed_in < pg_snapshot_xmin(pg_current_snapshot())
        order by committed_in, identifier limit 1) as waiting on true
      left join lateral (select id from transit_departures where merchant = mark.merchant order by id limit 1) as departed on true
    where num_nonnulls(next.id, waiting.identifier, departed.id) > 0 or not (${() => sumParts.isUsable})
      or not (${() => sumParts.isTransitUsable})`;
  let isMore = false;
  const failures: unknown[] = [];
  for (const { merchant } of behind)
    for (const sum of ['sum_provider_entries', 'sum_provider_transit'] as const)
      try {
        const [taken] = await database.sql<Counted[]>`
          select ${() => sum}(${merchant}, ${limit}::integer) as count`;
        isMore ||= (taken?.count ?? 0) >= limit;
      } catch (error) {
        failures.push(error);
      }
  if (failures.length > 0) throw failures[0];
  return isMore;
}

import type { Database } from '../database.js';

/** All merchants that have entries at providers, in their order; the house is the empty one. One look into the index for each. */
export async function listBookedMerchants(database: Pick<Database, 'sql'>): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly merchant: string }[]>`
    with recursive merchants as (
      (select merchant from provider_entries order by merchant limit 1)
      union all
      select (select provider_entries.merchant from provider_entries
        where provider_entries.merchant > merchants.merchant order by provider_entries.merchant limit 1)
      from merchants where merchant is not null
    )
    select merchant from merchants where merchant is not null order by merchant`;
  return rows.map(({ merchant }) => merchant);
}

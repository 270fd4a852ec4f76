import type { Database } from '../database.js';
import { merchantsOf } from '../merchants-of.js';

/** All merchants that have entries at providers, in their order; the house is the empty one. */
export async function listBookedMerchants(database: Pick<Database, 'sql'>): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly merchant: string }[]>`
    with recursive ${() => merchantsOf('provider_entries')}
    select merchant from merchants where merchant is not null order by merchant`;
  return rows.map(({ merchant }) => merchant);
}

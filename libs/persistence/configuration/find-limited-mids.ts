import type { Database } from '../database.js';

/** MIDs that have, or in some earlier version had, a limit on how many transactions they are sent in a second. */
export async function findLimitedMids(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ mid: string }[]>(
    `select distinct mid from configurations, jsonb_each(document->'mids') as configured (mid, settings)
     where settings ? 'requestsPerSecondMax' order by mid`,
  );
  return rows.map(({ mid }) => mid);
}

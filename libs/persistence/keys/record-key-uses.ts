import type { Database } from '../database.js';

/** Says of these keys that they were used now, where that was last said more than a minute ago. */
export async function recordKeyUses(database: Database, ids: readonly string[]): Promise<void> {
  await database.sql`
    update api_keys set last_used_at = clock_timestamp()
    where id = any(${ids}::text[])
      and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`;
}

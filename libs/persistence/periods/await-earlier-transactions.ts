import type { Database } from '../database.js';

const patienceMs = 10_000;
const pauseMs = 100;

/**
 * Waits until every database transaction that is older than this call has ended, and returns the instant of the call: whatever
 * was written before it is committed now, or never will be. Undefined: one of them is still open after ten seconds.
 */
export async function awaitEarlierTransactions(database: Database): Promise<Date | undefined> {
  return database.transaction('READ COMMITTED', async (manager) => {
    const rows = (await manager.query('select clock_timestamp()::timestamptz(3) as at')) as {
      readonly at: Date;
    }[];
    const [own] = (await manager.query('select pg_current_xact_id()::text as id')) as {
      readonly id: string;
    }[];
    const at = rows[0]?.at;
    if (!own || !at) throw new Error('asking for a number answers with one row');
    for (const givenUpAt = Date.now() + patienceMs; Date.now() < givenUpAt;) {
      // Each statement sees which transactions are open now.
      const [oldest] = (await manager.query(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as id',
      )) as { readonly id: string }[];
      if (oldest?.id === own.id) return at;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return undefined;
  });
}

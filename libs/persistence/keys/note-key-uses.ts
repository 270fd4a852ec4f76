import type { Database } from '../database.js';

const writeEveryMs = 1_000;
const perKeyMs = 60_000;

export type KeyUses = { note(id: string): void; stop(): Promise<void> };

/**
 * Keeps when a stored key was last used without a statement per request: uses are noted in memory, and each key is
 * written once a minute at most. What could not be written waits for the next time.
 */
export function noteKeyUses(database: Database): KeyUses {
  const used = new Set<string>();
  const writtenAt = new Map<string, number>();
  let writing = Promise.resolve();

  const write = async (isDue: (id: string, now: number) => boolean): Promise<void> => {
    const now = performance.now();
    const ids = [...used].filter((id) => isDue(id, now));
    if (ids.length === 0) return;
    await recordKeyUses(database, ids);
    for (const id of ids) {
      used.delete(id);
      writtenAt.set(id, now);
    }
  };
  const isDue = (id: string, now: number): boolean => now - (writtenAt.get(id) ?? -perKeyMs) >= perKeyMs;
  const timer = setInterval(() => {
    writing = writing.then(() => write(isDue)).catch(() => undefined);
  }, writeEveryMs);
  return {
    note: (id) => void used.add(id),
    async stop() {
      clearInterval(timer);
      await writing;
      await write(() => true).catch(() => undefined);
    },
  };
}

/** Says of these keys that they were used now, where that was last said more than a minute ago. */
async function recordKeyUses(database: Database, ids: readonly string[]): Promise<void> {
  await database.sql`
    update api_keys set last_used_at = clock_timestamp()
    where id = any(${ids}::text[])
      and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`;
}

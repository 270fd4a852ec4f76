import { repeat } from '#runtime/repeat';
import type { Database } from '../database.js';

const writeEveryMs = 1_000;
const perKeyMs = 60_000;

export type KeyUses = { note(id: string): void; stop(): Promise<void> };

/**
 * Records when a stored key was last used, without a statement per request: uses are noted in memory, and each key is
 * written once a minute at most. A failed write is tried again after a second.
 */
export function noteKeyUses(database: Database): KeyUses {
  const used = new Set<string>();
  const writtenAt = new Map<string, number>();

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
  const writing = repeat('key uses', { everyMs: writeEveryMs, run: () => write(isDue), isDelayed: true });
  return {
    note: (id) => void used.add(id),
    async stop() {
      await writing.stop();
      await write(() => true).catch(() => undefined);
    },
  };
}

/** Sets the last use of these keys to now, unless it is less than a minute old. */
async function recordKeyUses(database: Database, ids: readonly string[]): Promise<void> {
  await database.sql`
    update api_keys set last_used_at = clock_timestamp()
    where id = any(${ids}::text[])
      and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`;
}

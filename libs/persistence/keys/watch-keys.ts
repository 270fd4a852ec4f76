import { createKeySet, type KeySet } from '#domain/keys/key-set';
import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import { watchNewest, type Watch } from '../watch-newest.js';
import { loadKeys } from './load-keys.js';

export type WatchedKeys = Watch & { readonly current: () => KeySet };

/**
 * Loads the stored keys and keeps them fresh; no request waits for Postgres. `tellUnreadable` hears of keys that are sealed with a key this process does not have.
 */
export async function watchKeys(
  database: Database,
  box: SealedBox,
  tellUnreadable: (ids: readonly string[]) => void,
): Promise<WatchedKeys> {
  let revision = 0;
  let current = createKeySet([]);
  const look = async (): Promise<void> => {
    const loaded = await loadKeys(database, box, revision);
    if (!loaded) return;
    revision = loaded.revision;
    current = createKeySet(loaded.keys);
    if (loaded.unreadable.length > 0) tellUnreadable(loaded.unreadable);
  };
  await look();
  const watch = watchNewest(look);
  return { current: () => current, stop: () => watch.stop() };
}

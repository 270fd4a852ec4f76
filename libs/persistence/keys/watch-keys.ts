import { createKeySet, type KeySet, type StoredKey } from '#domain/keys/stored-keys';
import type { ApiKeyEntity, ApiKeyRevisionEntity } from '../entities/api-key.js';
import type { RowOf } from '../entities/columns.js';
import type { Database } from '../database.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';
import { watchNewest, type Watch } from '../watch-newest.js';
import { openKey } from './sealed-key.js';

export type WatchedKeys = Watch & { readonly current: () => KeySet };

/**
 * Loads the stored keys and keeps them fresh; no request waits for Postgres. `onUnreadable` gets the ids of keys that are
 * sealed with a key this process does not have.
 */
export async function watchKeys(
  database: Database,
  cipher: EnvelopeCipher,
  onUnreadable: (ids: readonly string[]) => void,
): Promise<WatchedKeys> {
  let revision = 0;
  let current = createKeySet([]);
  const look = async (): Promise<void> => {
    const loaded = await loadKeys(database, cipher, revision);
    if (!loaded) return;
    revision = loaded.revision;
    current = createKeySet(loaded.keys);
    if (loaded.unreadable.length > 0) onUnreadable(loaded.unreadable);
  };
  await look();
  const watch = watchNewest(look);
  return { current: () => current, stop: () => watch.stop() };
}

/** All keys that are not revoked yet, at one revision. `unreadable`: ids of those that our key ring does not open. */
export type LoadedKeys = {
  readonly revision: number;
  readonly keys: readonly StoredKey[];
  readonly unreadable: readonly string[];
};

/** The keys as they are, unless that is the revision known already. One statement, so nothing in between is missed. */
export async function loadKeys(
  database: Database,
  cipher: EnvelopeCipher,
  knownRevision: number,
): Promise<LoadedKeys | undefined> {
  const rows = await database.sql<(KeyRow | KeylessRow)[]>`
    select revision, id, project, purpose, secret_box, not_before, revoked_at
    from api_key_revision left join api_keys on revoked_at is null or revoked_at > clock_timestamp()
    where revision <> ${knownRevision}`;
  const [first] = rows;
  if (!first) return undefined;
  const read = rows.filter(isKey).map((row) => ({ id: row.id, key: readKey(row, cipher) }));
  return {
    revision: first.revision,
    keys: read.flatMap(({ key }) => key ?? []),
    unreadable: read.filter(({ key }) => key === undefined).map(({ id }) => id),
  };
}

/** One key that cannot be opened must not keep the others, or a revocation, from being seen. */
function readKey(row: KeyRow, cipher: EnvelopeCipher): StoredKey | undefined {
  try {
    return {
      id: row.id,
      project: row.project,
      purpose: row.purpose,
      secret: openKey(cipher, row),
      notBefore: row.not_before.getTime(),
      ...(row.revoked_at && { revokedAt: row.revoked_at.getTime() }),
    };
  } catch {
    return undefined;
  }
}

type KeylessRow = Pick<ApiKeyRevisionEntity, 'revision'> & { readonly id: null };
type KeyRow = Pick<ApiKeyRevisionEntity, 'revision'> &
  Pick<RowOf<ApiKeyEntity>, 'id' | 'project' | 'purpose' | 'secret_box' | 'not_before' | 'revoked_at'>;

function isKey(row: KeyRow | KeylessRow): row is KeyRow {
  return row.id !== null;
}

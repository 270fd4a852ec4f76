import type { ApiKeyEntity } from '../entities/api-key.js';
import type { RowOf } from '../entities/columns.js';
import type { Database } from '../database.js';
import { sealedWith, type EnvelopeCipher } from '../secrets/envelope-cipher.js';

const purpose = 'api key';

/** Bound to the key's id and project: a ciphertext that was moved to another key does not open. */
export function sealKey(cipher: EnvelopeCipher, key: KeyOwner & { readonly secret: string }): Buffer {
  return cipher.seal(key.secret, purpose, ownerOf(key));
}

/** Throws when the ciphertext was altered or moved, or is sealed with a key that the ring does not hold. */
export function openKey(cipher: EnvelopeCipher, key: SealedKey): string {
  return cipher.open(key.secret_box, purpose, ownerOf(key));
}

type KeyOwner = Pick<ApiKeyEntity, 'id' | 'project'>;
type SealedKey = Pick<RowOf<ApiKeyEntity>, 'id' | 'project' | 'secret_box'>;

function ownerOf({ id, project }: KeyOwner): string {
  return `${project}/${id}`;
}

/**
 * Re-seals stored keys that are sealed with an older key of the ring, so that the older key is no longer needed; returns
 * their number. Includes revoked keys: nothing may remain that only an old key opens. `unreadable` are the ids of those that
 * the ring does not open.
 */
export async function resealKeys(
  database: Pick<Database, 'sql'>,
  cipher: EnvelopeCipher,
): Promise<{ readonly resealed: number; readonly unreadable: readonly string[] }> {
  const rows = await database.sql<SealedKey[]>`
    select id, project, secret_box from api_keys order by id`;
  const unreadable: string[] = [];
  let resealed = 0;
  for (const row of rows.filter(({ secret_box: sealed }) => sealedWith(sealed) !== cipher.keyId)) {
    const secret = openOrNothing(cipher, row);
    if (secret === undefined) {
      unreadable.push(row.id);
      continue;
    }
    await database.sql`
      update api_keys set secret_box = ${sealKey(cipher, { ...row, secret })}
      where id = ${row.id} and secret_box = ${row.secret_box}`;
    resealed += 1;
  }
  return { resealed, unreadable };
}

function openOrNothing(cipher: EnvelopeCipher, row: SealedKey): string | undefined {
  try {
    return openKey(cipher, row);
  } catch {
    return undefined;
  }
}

import type { KeyPurpose } from '#domain/keys/stored-keys';
import type { ListedKey } from '#persistence/keys/manage-keys';
import { Refusal } from '../command/failures.js';

/**
 * The key of a project to rotate: the named one, else the only one that is not revoked. Throws a refusal that says why no
 * key can be rotated, or which keys there are.
 */
export function chooseKey(
  keys: readonly ListedKey[],
  { purpose, keyId }: { readonly purpose: KeyPurpose; readonly keyId: string | undefined },
): string {
  const ofPurpose = keys.filter((key) => key.purpose === purpose);
  const stored = ofPurpose.filter(({ origin, revokedAt }) => origin === 'stored' && !revokedAt);
  const written = ofPurpose.filter(({ origin }) => origin === 'file').map(({ id }) => id);
  if (keyId === undefined) {
    const [only, another] = stored;
    if (only && !another) return only.id;
    if (another) throw new Refusal(`Name one with --key: ${stored.map(({ id }) => id).join(', ')}`);
    if (written.length > 0) throw new Refusal(inFile(written));
    throw new Refusal(`The project has no ${purpose} key to rotate: create one.`);
  }
  if (stored.some(({ id }) => id === keyId)) return keyId;
  if (written.includes(keyId)) throw new Refusal(inFile([keyId]));
  throw new Refusal(`The project has no ${purpose} key ${keyId} that can be rotated.`);
}

function inFile(ids: readonly string[]): string {
  return (
    `${ids.join(', ')} is in the configuration file: create a new key, and remove the old one from the file ` +
    'once the merchant uses the new one.'
  );
}

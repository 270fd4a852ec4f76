import type { KeyPurpose } from '#domain/keys/stored-keys';
import type { ListedKey } from '#persistence/keys/manage-keys';

/**
 * The key of a project that is to be rotated: the one named, else the only one that has no end yet. Throws a sentence
 * that says why there is none, or which there are.
 */
export function chooseKey(
  keys: readonly ListedKey[],
  { purpose, keyId }: { readonly purpose: KeyPurpose; readonly keyId: string | undefined },
): string {
  const ofPurpose = keys.filter((key) => key.purpose === purpose);
  const stored = ofPurpose.filter(({ origin, revokedAt }) => origin === 'stored' && revokedAt === undefined);
  const written = ofPurpose.filter(({ origin }) => origin === 'file').map(({ id }) => id);
  if (keyId === undefined) {
    const [only, another] = stored;
    if (only && !another) return only.id;
    if (another) throw new Error(`Name one with --key: ${stored.map(({ id }) => id).join(', ')}`);
    if (written.length > 0) throw new Error(inFile(written));
    throw new Error(`The project has no ${purpose} key to rotate: create one.`);
  }
  if (stored.some(({ id }) => id === keyId)) return keyId;
  if (written.includes(keyId)) throw new Error(inFile([keyId]));
  throw new Error(`The project has no ${purpose} key ${keyId} without an end.`);
}

function inFile(ids: readonly string[]): string {
  return (
    `${ids.join(', ')} stands in the configuration file: create a new key, and take the old one out of the file ` +
    'when the merchant uses the new one.'
  );
}

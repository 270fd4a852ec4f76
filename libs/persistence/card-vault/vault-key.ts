import { aes256Gcm, hpkeOpen, hpkeSeal, type HpkeContext } from '../secrets/hpke.js';
import { bind } from '../secrets/bind.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';

/** What a card is sealed to: anybody may know it, and nobody opens anything with it. */
export type VaultKey = { readonly id: string; readonly publicKey: Buffer };

/** The same with its private half, sealed with the vault's key ring. */
export type SealedVaultKey = VaultKey & { readonly box: Buffer };

/** What lies in the vault, one of the boxes of a card. `owner` and `purpose` are bound to it. */
export function sealToVault(key: VaultKey, plaintext: string, purpose: string, owner: string): Buffer {
  return hpkeSeal(key.publicKey, contextOf(key, purpose, owner), Buffer.from(plaintext));
}

/** Throws when the box was altered or moved, or when the vault's key ring does not open its key. */
export function openFromVault(
  vaultCipher: EnvelopeCipher,
  key: SealedVaultKey,
  box: Buffer,
  purpose: string,
  owner: string,
): string {
  const privateKey = openPrivateKey(vaultCipher, key);
  try {
    const keys = { publicKey: key.publicKey, privateKey };
    return hpkeOpen(keys, contextOf(key, purpose, owner), box).toString();
  } finally {
    privateKey.fill(0);
  }
}

export function sealPrivateKey(vaultCipher: EnvelopeCipher, id: string, privateKey: Buffer): Buffer {
  return vaultCipher.seal(privateKey.toString('base64'), keyPurpose, id);
}

export function openPrivateKey(
  vaultCipher: EnvelopeCipher,
  { id, box }: Pick<SealedVaultKey, 'id' | 'box'>,
): Buffer {
  return Buffer.from(vaultCipher.open(box, keyPurpose, id), 'base64');
}

const keyPurpose = 'vault key';
const info = Buffer.from('gateway.card-vault.1');

function contextOf({ id }: VaultKey, purpose: string, owner: string): HpkeContext {
  return { aead: aes256Gcm, info, aad: bind(purpose, owner, id) };
}

import { aes256Gcm, hpkeOpen, hpkeSeal, type HpkeContext } from '../secrets/hpke.js';
import { bind } from '../secrets/bind.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';

/** The public key that cards are sealed to. */
export type VaultKey = { readonly id: string; readonly publicKey: Buffer };

/** With the private key, sealed with the vault's key ring. */
export type SealedVaultKey = VaultKey & { readonly ciphertext: Buffer };

/** Seals one value of a card to the vault's key. `owner` and `purpose` are bound to the ciphertext. */
export function sealToVault(key: VaultKey, plaintext: string, purpose: string, owner: string): Buffer {
  return hpkeSeal(key.publicKey, contextOf(key, purpose, owner), Buffer.from(plaintext));
}

/** Throws when the ciphertext was altered or moved, or when the vault's key ring does not open its key. */
export function openFromVault(
  vaultCipher: EnvelopeCipher,
  key: SealedVaultKey,
  ciphertext: Buffer,
  purpose: string,
  owner: string,
): string {
  const privateKey = openPrivateKey(vaultCipher, key);
  try {
    const keys = { publicKey: key.publicKey, privateKey };
    return hpkeOpen(keys, contextOf(key, purpose, owner), ciphertext).toString();
  } finally {
    privateKey.fill(0);
  }
}

export function sealPrivateKey(vaultCipher: EnvelopeCipher, id: string, privateKey: Buffer): Buffer {
  return vaultCipher.seal(privateKey.toString('base64'), keyPurpose, id);
}

export function openPrivateKey(
  vaultCipher: EnvelopeCipher,
  { id, ciphertext }: Pick<SealedVaultKey, 'id' | 'ciphertext'>,
): Buffer {
  return Buffer.from(vaultCipher.open(ciphertext, keyPurpose, id), 'base64');
}

const keyPurpose = 'vault key';
const info = Buffer.from('gateway.card-vault.1');

function contextOf({ id }: VaultKey, purpose: string, owner: string): HpkeContext {
  return { aead: aes256Gcm, info, aad: bind(purpose, owner, id) };
}

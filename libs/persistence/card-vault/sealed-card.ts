import { cardDigitsOf } from '#domain/values/card';
import type { RequestCard } from '#domain/transaction/request';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';
import type { VaultedCard } from '../transactions/register-transaction.js';
import { openFromVault, sealToVault, type SealedVaultKey, type VaultKey } from './vault-key.js';

/** Contract §14: never longer, whatever happens. */
const cardLifetimeMs = 15 * 60_000;

/**
 * One vault row: the card and its CVV, each sealed separately to the vault's key, and the traces that may stay. A process
 * without the fingerprint's key leaves it to the worker.
 */
export function sealCard(
  key: VaultKey,
  identifier: string,
  card: RequestCard,
  fingerprint?: Buffer,
): VaultedCard {
  const { cvv, ...rest } = card;
  return {
    keyId: key.id,
    cardCiphertext: sealToVault(key, JSON.stringify(rest), 'card', identifier),
    cvvCiphertext: sealToVault(key, cvv, 'cvv', identifier),
    keptMs: cardLifetimeMs,
    ...cardDigitsOf(card.pan),
    fingerprint,
  };
}

/** A stored card. Without a key id it was sealed by an earlier release with the key ring of personal data. */
export type StoredCard = {
  readonly cardCiphertext: Buffer;
  readonly cvvCiphertext: Buffer;
  readonly key: SealedVaultKey | undefined;
};

/** Opens cards; only the worker has it. */
export type VaultCiphers = { readonly vaultCipher: EnvelopeCipher; readonly envelopeCipher: EnvelopeCipher };

export function openCard(ciphers: VaultCiphers, identifier: string, stored: StoredCard): RequestCard {
  const open = (ciphertext: Buffer, purpose: string) =>
    stored.key
      ? openFromVault(ciphers.vaultCipher, stored.key, ciphertext, purpose, identifier)
      : ciphers.envelopeCipher.open(ciphertext, purpose, identifier);
  const rest = JSON.parse(open(stored.cardCiphertext, 'card')) as Omit<RequestCard, 'cvv'>;
  return { ...rest, cvv: open(stored.cvvCiphertext, 'cvv') };
}

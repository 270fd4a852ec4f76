import { cardDigitsOf } from '#domain/card';
import type { RequestCard } from '#domain/transactions/transaction-request';
import type { KeyedHashes } from '../secrets/keyed-hashes.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import type { VaultedCard } from '../transactions/register-transaction.js';

/** Contract §14: never longer, whatever happens. */
const cardLifetimeMs = 15 * 60_000;

/** One vault row: the card and its CVV under separate data keys, and the traces that may stay. */
export function sealCard(
  sealedBox: SealedBox,
  keyedHashes: KeyedHashes,
  identifier: string,
  card: RequestCard,
): VaultedCard {
  const { cvv, ...rest } = card;
  return {
    cardBox: sealedBox.seal(JSON.stringify(rest), 'card', identifier),
    cvvBox: sealedBox.seal(cvv, 'cvv', identifier),
    keptMs: cardLifetimeMs,
    ...cardDigitsOf(card.pan),
    fingerprint: keyedHashes.card(card.pan),
  };
}

export function openCard(
  sealedBox: SealedBox,
  identifier: string,
  { cardBox, cvvBox }: { readonly cardBox: Buffer; readonly cvvBox: Buffer },
): RequestCard {
  const rest = JSON.parse(sealedBox.open(cardBox, 'card', identifier)) as Omit<RequestCard, 'cvv'>;
  return { ...rest, cvv: sealedBox.open(cvvBox, 'cvv', identifier) };
}

import { plainDocument } from '../methods/plain-document.js';
import type { BlockKind } from './block.js';
import { networkOf } from './network-of.js';

/** Something of a customer or a card that may be blocked: in clear text it lives in memory only, and is hashed to be kept. */
export type RiskValue = { readonly kind: BlockKind; readonly value: string };

/**
 * The one spelling of a value that is hashed: two that mean the same person are written alike. Phones have more to be
 * known of than this (`libs/countries`); here they are digits.
 */
export function plainValue(kind: BlockKind, text: string): string {
  switch (kind) {
    case 'identifier':
    case 'bin':
      return text;
    case 'email':
      return text.trim().normalize('NFC').toLowerCase();
    case 'phone':
      return text.replaceAll(/\D/g, '').replace(/^00/, '');
    case 'document':
      return plainDocument(text);
    case 'address':
      return networkOf(text) ?? text;
    case 'card':
      return text.replaceAll(/\s/g, '');
  }
}

/** A card's number and everything it may begin with that is blocked as a BIN. */
export function cardValues(pan: string): readonly RiskValue[] {
  return [{ kind: 'card', value: plainValue('card', pan) }, ...binValues(pan)];
}

export function binValues(pan: string): readonly RiskValue[] {
  return [6, 7, 8].map((length) => ({ kind: 'bin', value: pan.slice(0, length) }));
}

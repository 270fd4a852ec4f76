import { plainDocument } from '../methods/plain-document.js';
import type { BlockKind } from './block.js';

/** Something of a customer or a card that may be blocked: in clear text it lives in memory only, and is hashed to be kept. */
export type RiskValue = { readonly kind: BlockKind; readonly value: string };

/**
 * The one spelling of a value that is hashed: two that mean the same person are written alike. Phones have more to be
 * known of than this (`libs/countries`); here they are digits.
 */
export function plainValue(kind: BlockKind, text: string): string {
  switch (kind) {
    case 'bin':
      return text;
    case 'identifier':
    case 'email':
      return plainText(text);
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

/**
 * The form of a value before spellings were normalized. A block that was hashed in this form still matches a value spelt
 * in exactly that way; undefined if both forms are equal.
 */
export function formerValue(kind: BlockKind, text: string): string | undefined {
  const former = kind === 'email' ? text.trim().normalize('NFC').toLowerCase() : text;
  const isOther = (kind === 'identifier' || kind === 'email') && former !== plainText(text);
  return isOther ? former : undefined;
}

/** One spelling of texts that look alike: compatible characters, invisible ones, blanks and cases make no difference. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFKC');
}

/** A card's number and everything it may begin with that is blocked as a BIN. */
export function cardValues(pan: string): readonly RiskValue[] {
  return [{ kind: 'card', value: plainValue('card', pan) }, ...binValues(pan)];
}

function binValues(pan: string): readonly RiskValue[] {
  return [6, 7, 8].map((length) => ({ kind: 'bin', value: pan.slice(0, length) }));
}

/**
 * The part of an address that stands for one connection: a whole IPv4 address, the first 64 bits of an IPv6 one, since
 * its holder may choose the others. Undefined for what is no address.
 */
export function networkOf(address: string): string | undefined {
  const text = address.trim().toLowerCase().replace(/%.*$/, '');
  const mapped = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (mapped !== undefined) return mapped.split('.').map(Number).join('.');
  const groups = groupsOf(text);
  if (groups === undefined) return undefined;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros; the last two may be written as IPv4. */
function groupsOf(text: string): readonly string[] | undefined {
  const hexadecimal = text.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, ...bytes: string[]) =>
      [bytes.slice(0, 2), bytes.slice(2, 4)].map((pair) => pair.map(byteOf).join('')).join(':'),
  );
  const [head = '', tail, more] = hexadecimal.split('::');
  if (more !== undefined) return undefined;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

function byteOf(decimal: string): string {
  return Number(decimal).toString(16).padStart(2, '0');
}

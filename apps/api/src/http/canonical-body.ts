import { LosslessNumber } from 'lossless-json';
import { isParsedObject } from './parse-body.js';
import type { ParsedObject, ParsedValue } from './parse-body.js';

/**
 * The text by which two request bodies are "the same content" (contract §4): keys sorted, numbers as written,
 * `card.cvv` left out, `card.pan` replaced by what `hashPan` makes of it. Still holds personal data: to be hashed
 * with a key, never stored or logged.
 */
export function canonicalBody(body: ParsedObject, hashPan: (pan: string) => string): string {
  const card = body['card'];
  if (!isParsedObject(card)) return canonicalText(body);
  return canonicalText({ ...body, card: withoutCardSecrets(card, hashPan) });
}

function withoutCardSecrets(card: ParsedObject, hashPan: (pan: string) => string): ParsedObject {
  const { cvv: _cvv, pan, ...rest } = card;
  if (pan === undefined) return rest;
  return { ...rest, pan: hashPan(typeof pan === 'string' ? pan : canonicalText(pan)) };
}

function canonicalText(value: ParsedValue): string {
  if (value instanceof LosslessNumber) return value.value;
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isParsedObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join(',')}}`;
}

function isList(value: ParsedValue): value is readonly ParsedValue[] {
  return Array.isArray(value);
}

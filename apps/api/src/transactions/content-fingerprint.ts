import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LosslessNumber } from 'lossless-json';
import type { CardFingerprint, CardFingerprints } from '#persistence/secrets/card-fingerprints';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { isParsedObject, type ParsedObject, type ParsedValue } from '../http/parse-body.js';
import { CARD_FINGERPRINTS, KEYED_HASHES } from '../resources/resources.js';

/** The keyed fingerprint of a request's content, by which a retry is told from another request (contract §4). */
export type ContentFingerprint = {
  /** What is stored with the transaction. */
  readonly stored: Buffer;
  /** Whether a stored one is of the same content; also one from before a key of card fingerprints was changed. */
  readonly isSame: (stored: Buffer) => boolean;
};

@Injectable()
export class ContentFingerprints {
  constructor(
    @Inject(KEYED_HASHES) private readonly keyedHashes: KeyedHashes,
    @Inject(CARD_FINGERPRINTS) private readonly cardFingerprints: CardFingerprints,
  ) {}

  of(project: string, body: ParsedObject): ContentFingerprint {
    const contentBy = (hashPan: CardFingerprint) =>
      this.keyedHashes.content(
        project,
        canonicalBody(body, (pan) => hashPan(pan).toString('base64')),
      );
    return {
      stored: contentBy(this.cardFingerprints.kept),
      isSame: (stored) =>
        this.cardFingerprints.each.some((hashPan) => timingSafeEqual(stored, contentBy(hashPan))),
    };
  }
}

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

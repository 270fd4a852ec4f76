import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LosslessNumber } from 'lossless-json';
import { type CardFingerprint, CardFingerprints } from '#persistence/secrets/card-fingerprints';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { isParsedObject, type ParsedObject, type ParsedValue } from '../http/parse-body.js';

/** Keyed hash of a request's content, which tells a retry from a different request (contract §4). */
export type RequestFingerprint = {
  /** Stored with the transaction. */
  readonly stored: Buffer;
  /** Whether a stored one is of the same content, even if the key of card fingerprints was rotated since. */
  readonly isSame: (stored: Buffer) => boolean;
};

@Injectable()
export class RequestFingerprints {
  constructor(
    private readonly keyedHashes: KeyedHashes,
    private readonly cardFingerprints: CardFingerprints,
  ) {}

  of(project: string, body: ParsedObject): RequestFingerprint {
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
 * The text that two bodies of "the same content" share (contract §4): keys sorted, numbers as written, `card.cvv` left
 * out, `card.pan` replaced by its hash. It still holds personal data: hash it with a key, never store or log it.
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

import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LosslessNumber } from 'lossless-json';
import { isJsonObject, JsonNumber, type JsonValue } from '#domain/values/json';
import { writeByValue } from '#domain/values/number-value';
import { type CardFingerprint, CardFingerprints } from '#persistence/secrets/card-fingerprints';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { pruneBody } from '../../http/check-body.js';
import { isParsedObject, type ParsedObject, type ParsedValue } from '../../http/parse-body.js';

/** Keyed hash of a request's content, which distinguishes a retry from a different request (contract §4). */
export type RequestFingerprint = {
  /** Stored with the transaction. */
  readonly stored: Buffer;
  /**
   * Whether a stored fingerprint is of the same content, also if it was made before a rotation of the card key or of
   * GATEWAY_SECRET, or by an older release.
   */
  readonly isSame: (stored: Buffer) => boolean;
};

type HashPan = (pan: string) => string;

@Injectable()
export class RequestFingerprints {
  constructor(
    private readonly keyedHashes: KeyedHashes,
    private readonly cardFingerprints: CardFingerprints,
  ) {}

  of(project: string, body: ParsedObject): RequestFingerprint {
    const hashesBy = (write: (body: ParsedObject, hashPan: HashPan) => string, hashPan: CardFingerprint) =>
      this.keyedHashes.content(
        project,
        write(body, (pan) => hashPan(pan).toString('base64')),
      );
    const [own] = hashesBy(canonicalBody, this.cardFingerprints.kept);
    return {
      stored: own,
      isSame: (stored) =>
        [canonicalBody, writtenBody].some((write) =>
          this.cardFingerprints.each.some((hashPan) =>
            hashesBy(write, hashPan).some((hash) => timingSafeEqual(stored, hash)),
          ),
        ),
    };
  }
}

/**
 * The text that two bodies of "the same content" share (contract §4): keys sorted, numbers and `amount` by their value, what
 * counts as missing left out with objects that hold nothing else, `card.cvv` left out, `card.pan` replaced by its hash. It
 * still holds personal data: hash it with a key, never store or log it.
 */
export function canonicalBody(parsed: ParsedObject, hashPan: HashPan): string {
  const { card, amount, ...rest } = pruneBody(parsed);
  return (
    writeValue({
      ...rest,
      ...(amount !== undefined && { amount: amountByValue(amount) }),
      ...(card !== undefined && {
        card: isJsonObject(card) ? withoutSecrets(card, hashPan, writeValue) : card,
      }),
    }) ?? '{}'
  );
}

const plainAmount = /^\d+(\.\d+)?$/;

/** `10.1` and `"10.1"` are the same money. */
function amountByValue(amount: JsonValue): JsonValue {
  return typeof amount === 'string' && plainAmount.test(amount) ? new JsonNumber(amount) : amount;
}

/** Undefined for an object without content. */
function writeValue(value: JsonValue): string | undefined {
  if (value instanceof JsonNumber) return writeByValue(value.text);
  if (isJsonList(value)) return `[${value.map((item) => writeValue(item) ?? '{}').join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = sortedEntries(value).flatMap(([key, member]) => {
    const text = writeValue(member);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

/** The text of older releases, which compared every value as it was sent; recognises their transactions. */
export function writtenBody(body: ParsedObject, hashPan: HashPan): string {
  const card = body['card'];
  if (!isParsedObject(card)) return asWritten(body);
  return asWritten({ ...body, card: withoutSecrets(card, hashPan, asWritten) });
}

function asWritten(value: ParsedValue): string {
  if (value instanceof LosslessNumber) return value.value;
  if (isParsedList(value)) return `[${value.map(asWritten).join(',')}]`;
  if (!isParsedObject(value)) return JSON.stringify(value);
  return `{${sortedEntries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${asWritten(member)}`)
    .join(',')}}`;
}

function withoutSecrets<Value>(
  card: Readonly<Record<string, Value>>,
  hashPan: HashPan,
  write: (pan: Value) => string | undefined,
): Record<string, Value | string> {
  const { cvv: _cvv, pan, ...rest } = card;
  if (pan === undefined) return rest;
  return { ...rest, pan: hashPan(typeof pan === 'string' ? pan : (write(pan) ?? '')) };
}

function sortedEntries<Value>(object: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isParsedList(value: ParsedValue): value is readonly ParsedValue[] {
  return Array.isArray(value);
}

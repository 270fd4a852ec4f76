import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type SignedMessageParts = {
  readonly method: string;
  /** Path and query exactly as on the request line. */
  readonly target: string;
  readonly fields: HeaderFields;
};

/**
 * The text that is signed (draft-cavage-http-signatures-12 §2.3): one line for each covered name, no newline at the
 * end. Every covered header must be in `fields`.
 */
export function signingString(covered: readonly string[], message: SignedMessageParts): string {
  return covered.map((name) => `${name}: ${componentValue(name, message)}`).join('\n');
}

/** HMAC-SHA256 over UTF-8 text, 32 bytes. */
export function hmacSha256(secret: Buffer, text: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function componentValue(name: string, message: SignedMessageParts): string {
  if (name === '(request-target)') return `${message.method.toLowerCase()} ${message.target}`;
  const values = message.fields.get(name);
  if (values === undefined) throw new Error(`The covered header ${name} is not part of the message`);
  return values.join(', ');
}

/** Every value of every header, by lower-case name, in the order of the message. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>;

/**
 * Reads Node's `rawHeaders` (name, value, name, value, …). Never `headers`: that one joins two `Date` lines into one
 * and keeps only the first of two `Authorization` lines.
 */
export function headerFields(rawHeaders: readonly string[]): HeaderFields {
  const fields = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = (rawHeaders[index + 1] ?? '').replace(surroundingWhitespace, '');
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

/** The only value of a header, or undefined when it is absent or sent more than once. */
export function singleField(fields: HeaderFields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  return values.length === 1 ? values[0] : undefined;
}

/** A header as people write it: `webhook-id` stays, `authorization` becomes `Authorization`. */
export function headerTitle(name: string): string {
  if (name.startsWith('webhook-')) return name;
  return name.replace(/(^|-)[a-z]/g, (initial) => initial.toUpperCase());
}

const surroundingWhitespace = /^[ \t]+|[ \t]+$/g;

/** Value of the `Digest` header over the raw bytes of a body; an absent body is the empty one (contract §2). */
export function digestOf(body: Buffer | string): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

/** Whether a `Digest` header is exactly one SHA-256 entry and the one of these bytes. */
export function isDigestOf(header: string, body: Buffer): boolean {
  if (!singleSha256.test(header)) return false;
  const claimed = Buffer.from(header.slice('SHA-256='.length), 'base64');
  return timingSafeEqual(claimed, createHash('sha256').update(body).digest());
}

const singleSha256 = /^sha-256=[A-Za-z0-9+/]{43}=$/i;

/** IMF-fixdate of an instant, cut to the second, such as `Sun, 05 Jan 2014 21:31:40 GMT`. */
export function formatHttpDate(instant: Date): string {
  return instant.toUTCString();
}

/**
 * Reads an IMF-fixdate, `+0000` in place of `GMT` tolerated; anything else is undefined. The text must be what the
 * instant it names is written as, because `Date.parse` alone takes `2014` and rolls 31 February over.
 */
export function parseHttpDate(text: string): Date | undefined {
  const canonical = text.replace(/\+0000$/, 'GMT');
  const instant = new Date(canonical);
  if (Number.isNaN(instant.getTime())) return undefined;
  if (instant.toUTCString() !== canonical) return undefined;
  return instant;
}

/** Distance of two instants in seconds, whichever is earlier. */
export function skewSecondsBetween(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime()) / millisecondsPerSecond;
}

const millisecondsPerSecond = 1000;

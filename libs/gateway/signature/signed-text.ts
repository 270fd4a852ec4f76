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

/** HMAC-SHA256 over bytes, 32 bytes. */
export function hmacSha256(secret: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', secret).update(bytes).digest();
}

/**
 * The bytes of a signing string. Header values are bytes (contract §2), which Node gives as one character each; a text
 * with other characters did not come from Node and is UTF-8.
 */
export function signedBytes(text: string): Buffer {
  return /[^\0-\xff]/.test(text) ? Buffer.from(text) : Buffer.from(text, 'latin1');
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
  let name: string | undefined;
  for (const text of rawHeaders) {
    if (name === undefined) {
      name = text.toLowerCase();
      continue;
    }
    const value = text.replace(surroundingWhitespace, '');
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
    name = undefined;
  }
  return fields;
}

/** The only value of a header, or undefined when it is absent or sent more than once. */
export function singleField(fields: HeaderFields, name: string): string | undefined {
  const values = fields.get(name);
  return values?.length === 1 ? values[0] : undefined;
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
 * Reads each of the three forms of an HTTP date (RFC 9110 §5.6.7); a zone of `+0000` or `-0000` in place of `GMT` is
 * tolerated in the first. Anything else is undefined, as is a date that does not exist or falls on another weekday.
 * `now` decides the century of a year of two digits.
 */
export function parseHttpDate(text: string, now = new Date()): Date | undefined {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  // Stryker disable next-line StringLiteral: no text in place of a missing part makes a date
  const { weekday = '', day = '', month = '', year = '', time = '' } = parts ?? {};
  const written = (fullYear: string) => `${day.replace(' ', '0')} ${month} ${fullYear} ${time} GMT`;
  const fullYear = year.length === 4 ? year : fullYearOf(year, written, now);
  const canonical = `${weekday.slice(0, 3)}, ${written(fullYear)}`;
  const instant = new Date(canonical);
  // `Date` alone rolls 31 February over.
  return !Number.isNaN(instant.getTime()) && instant.toUTCString() === canonical ? instant : undefined;
}

/** More than 50 years ahead is the latest past year with the same two digits (RFC 9110 §5.6.7). */
function fullYearOf(twoDigits: string, written: (year: string) => string, now: Date): string {
  const century = Math.floor(now.getUTCFullYear() / 100);
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + 50);
  const year = `${century}${twoDigits}`;
  return new Date(written(year)) > latest ? `${century - 1}${twoDigits}` : year;
}

const [name, timeOfDay] = ['[A-Z][a-z]{2}', String.raw`(?<time>\d\d:\d\d:\d\d)`];
const dateForms = [
  String.raw`(?<weekday>${name}), (?<day>\d\d) (?<month>${name}) (?<year>\d{4}) ${timeOfDay} (?:GMT|[+-]0000)`,
  String.raw`(?<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day), (?<day>\d\d)-(?<month>${name})-(?<year>\d\d) ${timeOfDay} GMT`,
  String.raw`(?<weekday>${name}) (?<month>${name}) (?<day>[ \d]\d) ${timeOfDay} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** How far and which way a time is off, in words, or undefined where it is near enough. */
export function findSkew(
  time: Date,
  { now, skewSeconds }: { readonly now: Date; readonly skewSeconds: number },
): string | undefined {
  const secondsAhead = (time.getTime() - now.getTime()) / millisecondsPerSecond;
  if (Math.abs(secondsAhead) <= skewSeconds) return undefined;
  const distance = `${Math.ceil(Math.abs(secondsAhead))} seconds ${secondsAhead > 0 ? 'ahead of' : 'behind'}`;
  return `is ${distance} this server's clock; at most ${skewSeconds} seconds are accepted`;
}

const millisecondsPerSecond = 1000;

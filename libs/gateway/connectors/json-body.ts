import { parseUrl } from '#domain/values/parse-url';

/** Parses JSON, also after a byte order mark (RFC 8259 8.1); `undefined` if it is not JSON. */
export function parseJson(written: string): unknown {
  try {
    return JSON.parse(written.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer than any name, word or sentence of a provider that we rely on. */
const textMax = 1_024;
/** Longest code that a customer types, dials or reads to a cashier. */
const shownMax = 255;
/** Longest code that a customer scans: the capacity of a QR code. */
const scannedMax = 4_296;
/** Contract §5, as for the URLs of merchants. */
const urlMax = 2_048;

/** A text that is not blank, of 1,024 characters at most. */
export function text(value: unknown): string | undefined {
  return bounded(value, textMax);
}

/** A text that is shown to a customer: 255 characters at most. */
export function shownText(value: unknown): string | undefined {
  return bounded(value, shownMax);
}

/** The content of a code to scan: 4,296 characters at most, which is what a QR code holds. */
export function scannedText(value: unknown): string | undefined {
  return bounded(value, scannedMax);
}

const codeForm = /^[\w.:-]{1,64}$/;

/** An id or a code of a provider, never a sentence, which could hold personal data. */
export function code(value: unknown): string | undefined {
  return typeof value === 'string' && codeForm.test(value) ? value : undefined;
}

/** A time in a form that `Date` knows, as ISO 8601 in UTC. */
export function instant(value: unknown): string | undefined {
  const time = Date.parse(text(value) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/**
 * An address that customers and merchants may be sent to: http or https, without user name and password, of
 * 2,048 visible characters at most. Everything else is refused (`javascript:`, `data:`, `https://bank@elsewhere`).
 */
export function webUrl(value: unknown): string | undefined {
  const written = bounded(value, urlMax);
  if (written === undefined || !/^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(written)) return undefined;
  const url = parseUrl(written);
  return url !== undefined && url.username === '' && url.password === '' ? written : undefined;
}

function bounded(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
}

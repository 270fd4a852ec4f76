import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The provider's own signature, in both directions: header `x-sandbox-signature: t=<unix seconds>,s=<hex>`, where `s`
 * is HMAC-SHA-256 of time, subject and body, one per line. A request's subject is its method and path, a
 * notification's the word `NOTIFICATION`. The account is named by `x-sandbox-account`.
 */
export const accountHeader = 'x-sandbox-account';
export const signatureHeader = 'x-sandbox-signature';

const toleranceSeconds = 300;

/** Header value for a message signed now. */
export function signMessage(secret: string, subject: string, body: Buffer): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},s=${digest(secret, String(seconds), subject, body).toString('hex')}`;
}

/** Whether the header value is a fresh and right signature of the message. */
export function isSignedBy(
  secret: string,
  subject: string,
  body: Buffer,
  header: string | undefined,
): boolean {
  const parts = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header ?? '');
  const [, seconds, signature] = parts ?? [];
  if (seconds === undefined || signature === undefined) return false;
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  return timingSafeEqual(digest(secret, seconds, subject, body), Buffer.from(signature, 'hex'));
}

function digest(secret: string, seconds: string, subject: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}\n${subject}\n`).update(body).digest();
}

import { createHash, timingSafeEqual } from 'node:crypto';

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

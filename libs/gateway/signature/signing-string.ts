import { createHmac } from 'node:crypto';
import type { HeaderFields } from './header-fields.js';

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

import { timingSafeEqual } from 'node:crypto';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';

/** Whether a form was given out by us, for this payment and to this browser (no cross-site request forgery). */
export function isProven(
  keyedHashes: Pick<KeyedHashes, 'form'>,
  identifier: string,
  posted: { readonly browser: string | undefined; readonly proof: string | null },
): boolean {
  if (posted.browser === undefined || posted.proof === null) return false;
  const expected = Buffer.from(keyedHashes.form(identifier, posted.browser));
  const given = Buffer.from(posted.proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

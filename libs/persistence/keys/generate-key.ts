import { randomBytes, randomInt } from 'node:crypto';
import type { KeyPurpose } from '#domain/keys/stored-key';

/** Where a key belongs, for people who hold several: told in its id, and nothing is decided by it. */
export type KeyEnvironment = 'live' | 'test';

const prefixes = { request: 'mk', callback: 'ck' } as const;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 24;
const secretBytes = 32;

/** A new id, such as `mk_live_…`, and a new secret (contract §2 and §8); neither can be guessed. */
export function generateKey(
  purpose: KeyPurpose,
  environment: KeyEnvironment,
): { readonly id: string; readonly secret: string } {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  );
  const secret = randomBytes(secretBytes).toString('base64');
  return {
    id: `${prefixes[purpose]}_${environment}_${random}`,
    secret: purpose === 'callback' ? `whsec_${secret}` : secret,
  };
}

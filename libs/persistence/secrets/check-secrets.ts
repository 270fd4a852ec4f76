import { isWeakKey } from '#domain/keys/stored-keys';
import { parseKeyRing } from './envelope-cipher.js';
import { parseRootSecrets, rootSecretsForm } from './root-secrets.js';

/** Contract §2 and §8: keys of the golden vectors, which are public and therefore no secrets. Hexadecimal. */
const published: ReadonlySet<string> = new Set([
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
  Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64').toString('hex'),
]);

const notRandom = 'is not random: its bytes repeat or follow one another';

/** Why bytes are not a secret, in a sentence that repeats nothing of them; undefined if they are one. */
export function keyProblem(bytes: Buffer): string | undefined {
  if (published.has(bytes.toString('hex'))) return 'is a published development key';
  // Nearly all of 32 random bytes differ.
  if (isWeakKey(bytes) || new Set(bytes).size < bytes.length / 2) return notRandom;
  return isText(bytes) ? 'is not random: its bytes are a text' : undefined;
}

/** The same for a secret of any length that is used as text. */
export function textProblem(secret: string): string | undefined {
  return isWeakKey(Buffer.from(secret)) ? notRandom : undefined;
}

/** Not one of a thousand million random keys of 24 bytes is a text. */
function isText(bytes: Buffer): boolean {
  try {
    return !/\p{Cc}/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** For GATEWAY_SECRET: every secret is checked, retired ones too. */
export function rootSecretProblem(text: string): string | undefined {
  try {
    const { active, retired } = parseRootSecrets(text);
    return [...active, ...retired].map(keyProblem).find((problem) => problem !== undefined);
  } catch {
    return rootSecretsForm;
  }
}

/** For GATEWAY_ENCRYPTION_KEYS and the other rings: every key is checked, also one that only opens. */
export function keyRingProblem(text: string): string | undefined {
  try {
    const problems = parseKeyRing(text).flatMap(({ id, key }) => {
      const problem = keyProblem(key);
      return problem === undefined ? [] : [`${id} ${problem}`];
    });
    return problems.length === 0 ? undefined : `has a weak key: ${problems.join(', ')}`;
  } catch {
    return 'must be "id:base64[,id:base64]" with keys of 32 bytes';
  }
}

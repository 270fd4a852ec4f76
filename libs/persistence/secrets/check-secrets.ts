import { isWeakKey } from '#domain/keys/stored-keys';
import { parseKeyRing } from './envelope-cipher.js';

/** Contract §2 and §8: published with the golden vectors, so worth nothing as secrets. Hexadecimal. */
const published: ReadonlySet<string> = new Set([
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
  Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64').toString('hex'),
]);

/** What makes bytes no secret, in words that repeat nothing of them; undefined where nothing does. */
export function keyProblem(bytes: Buffer): string | undefined {
  if (published.has(bytes.toString('hex'))) return 'is a published development key';
  return isWeakKey(bytes) ? 'is not random: its bytes repeat or follow one another' : undefined;
}

/** Of GATEWAY_SECRET. */
export function rootSecretProblem(text: string): string | undefined {
  return keyProblem(Buffer.from(text, 'base64'));
}

/** Of GATEWAY_ENCRYPTION_KEYS: every key counts, also one that only opens. */
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

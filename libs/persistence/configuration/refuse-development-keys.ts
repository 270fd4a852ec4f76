import type { Configuration } from '#domain/configuration';

/** Contract §2 and §8: published with the golden vectors, so worth nothing as secrets. Hexadecimal. */
const published: ReadonlySet<string> = new Set([
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
  Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64').toString('hex'),
]);

/** The ids of the published development keys that a configuration holds. */
export function findDevelopmentKeys(configuration: Configuration): readonly string[] {
  const ids = Object.values(configuration.projects)
    .flatMap(({ keys, callbackKeys }) => [...keys, ...callbackKeys])
    .filter(({ secret }) => published.has(secretBytes(secret)))
    .map(({ id }) => id);
  return [...new Set(ids)];
}

/** Throws, naming the keys by their ids, when a configuration for production holds a published development key. */
export function refuseDevelopmentKeys(configuration: Configuration): void {
  const ids = findDevelopmentKeys(configuration);
  if (ids.length === 0) return;
  throw new Error(`These keys are for development only and refused in production: ${ids.join(', ')}`);
}

function secretBytes(secret: string): string {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('hex');
}

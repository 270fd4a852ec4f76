/** The secrets that GATEWAY_SECRET holds, each 32 random bytes. */
export type RootSecrets = {
  /**
   * The first makes links, forms and hashes. Links and forms of each are accepted, and customers are counted under each: so
   * two releases of the setting can run beside each other while the secret is replaced.
   */
  readonly active: readonly [Buffer, ...Buffer[]];
  /** What was hashed with them is recognised. Their links and forms are refused. */
  readonly retired: readonly Buffer[];
};

const secretBytes = 32;
const retiredPrefix = 'retired:';

/**
 * Reads `base64[,base64…][,retired:base64…]`. Throws for a part that is not 32 bytes, and where no part is active; the
 * message repeats nothing of them.
 */
export function parseRootSecrets(text: string): RootSecrets {
  const parts = text.split(',').map((part) => part.trim());
  const secretsOf = (texts: readonly string[]) =>
    texts.map((part) => {
      const secret = Buffer.from(part, 'base64');
      if (secret.length !== secretBytes) throw new Error(`GATEWAY_SECRET ${rootSecretsForm}`);
      return secret;
    });
  const [first, ...others] = secretsOf(parts.filter((part) => !part.startsWith(retiredPrefix)));
  if (!first) throw new Error(`GATEWAY_SECRET ${rootSecretsForm}`);
  const retired = secretsOf(
    parts.filter((part) => part.startsWith(retiredPrefix)).map((part) => part.slice(retiredPrefix.length)),
  );
  // Under an active secret that is written twice, each customer would be counted twice.
  const isRepeated = (secret: Buffer, index: number, all: readonly Buffer[]) =>
    all.findIndex((other) => other.equals(secret)) !== index;
  if ([first, ...others, ...retired].some(isRepeated)) throw new Error(`GATEWAY_SECRET ${rootSecretsForm}`);
  return { active: [first, ...others], retired };
}

/** What the setting must be, for messages. */
export const rootSecretsForm =
  'must be "base64[,base64][,retired:base64]" with different secrets of 32 bytes';

import { createPublicKey, randomUUID, sign, type KeyObject } from 'node:crypto';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signer of API keys that a Temporal server with its default claim mapper knows: JWT, ES256, `permissions`. */
export function createTokenSigner(privateKey: KeyObject) {
  const keyId = randomUUID();
  return {
    /** What the server verifies with: a JSON Web Key Set. */
    publicKeys: () => ({
      keys: [
        { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' },
      ],
    }),
    /** `permissions`: `<namespace>:<read|write|admin>`, of the whole server with the namespace `temporal-system`. */
    token(subject: string, permissions: readonly string[], expires: Date): string {
      const text = [
        base64url({ alg: 'ES256', typ: 'JWT', kid: keyId }),
        base64url({ sub: subject, permissions, exp: Math.floor(expires.getTime() / 1_000) }),
      ].join('.');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

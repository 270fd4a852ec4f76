/** What a key signs: requests of the merchant, or our callbacks to him. No key does both (contract §8). */
export const keyPurposes = ['request', 'callback'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** A key that is kept in Postgres, beside those of the configuration file. Instants in milliseconds since 1970. */
export type StoredKey = {
  readonly id: string;
  readonly project: string;
  readonly purpose: KeyPurpose;
  /** Base64 of 32 bytes; of a callback key with `whsec_` before it. */
  readonly secret: string;
  /** From then on it is valid. */
  readonly notBefore: number;
  /** From then on it is not valid any more; absent while nobody has said so. */
  readonly revokedAt?: number;
};

export function isValidKey({ notBefore, revokedAt }: Omit<StoredKey, 'secret'>, now: number): boolean {
  return notBefore <= now && (revokedAt === undefined || now < revokedAt);
}

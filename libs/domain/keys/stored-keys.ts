import type { CallbackKey, Configuration } from '../configuration/configuration.js';

/** What a key signs: requests of the merchant, or our callbacks to him. No key does both (contract §8). */
const keyPurposes = ['request', 'callback'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** A key that is kept in Postgres, beside those of the configuration file. Instants in milliseconds since 1970. */
export type StoredKey = {
  readonly id: string;
  readonly project: string;
  readonly purpose: KeyPurpose;
  /** Base64 of 32 bytes; of a callback key with `whsec_` before it. */
  readonly secret: string;
  /** When the key becomes valid. */
  readonly notBefore: number;
  /** When the key was or will be revoked; absent if it was never revoked. */
  readonly revokedAt?: number;
};

function isValidKey({ notBefore, revokedAt }: Omit<StoredKey, 'secret'>, now: number): boolean {
  return notBefore <= now && (revokedAt === undefined || now < revokedAt);
}

/** Stored keys as they are looked for. Instants in milliseconds since 1970. */
export type KeySet = {
  /** The request key of this id, if it is valid at this instant. */
  requestKey(id: string, now: number): StoredKey | undefined;
  /** All valid callback keys of a project, the newest first. */
  callbackKeys(project: string, now: number): readonly StoredKey[];
};

export function createKeySet(keys: readonly StoredKey[]): KeySet {
  const requestKeys = new Map(
    keys.filter(({ purpose }) => purpose === 'request').map((key) => [key.id, key] as const),
  );
  const callbackKeys = keys
    .filter(({ purpose }) => purpose === 'callback')
    .toSorted((one, other) => other.notBefore - one.notBefore);
  return {
    requestKey(id, now) {
      const key = requestKeys.get(id);
      return key && isValidKey(key, now) ? key : undefined;
    },
    callbackKeys: (project, now) =>
      callbackKeys.filter((key) => key.project === project && isValidKey(key, now)),
  };
}

/**
 * What signs a callback of the project at this instant: the newest stored key, which is the active one, then the other
 * stored keys and those of the configuration file, which sign the webhook only (contract §8).
 */
export function signingKeysOf(
  configuration: Configuration,
  stored: KeySet,
  project: string,
  now: number,
): readonly CallbackKey[] {
  return [
    ...stored.callbackKeys(project, now).map(({ id, secret }) => ({ id, secret })),
    ...(configuration.projects[project]?.callbackKeys ?? []),
  ];
}

/** Random bytes of the length of a key have many more different ones. */
const differentMin = 8;

/** Whether bytes are surely not random: few different ones, or each as far from the one before as the next is from it. */
export function isWeakKey(bytes: Uint8Array): boolean {
  if (new Set(bytes).size < differentMin) return true;
  const steps = Array.from(bytes.subarray(1), (byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256);
  return new Set(steps).size === 1;
}

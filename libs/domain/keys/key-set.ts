import type { CallbackKey, Configuration } from '../configuration.js';
import { isValidKey, type StoredKey } from './stored-key.js';

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

import type { Configuration } from '#domain/configuration';
import type { KeySet } from '#domain/keys/stored-keys';

/** A request key with the project it belongs to. */
export type IndexedKey = { readonly secret: string; readonly project: string };

export type KeyIndex = { find(keyId: string): IndexedKey | undefined };

/**
 * Finds keys by id: stored ones that are valid now, and those of the configuration file, indexed anew when another
 * version of it is in force. A stored key of a project that has left the configuration is unknown, as one in the file is.
 */
export function createKeyIndex(configuration: () => Configuration, stored: () => KeySet): KeyIndex {
  let indexed: Configuration | undefined;
  let keys = new Map<string, IndexedKey>();
  return {
    find(keyId) {
      const current = configuration();
      if (current !== indexed) {
        keys = new Map(
          Object.entries(current.projects).flatMap(([project, { keys: own }]) =>
            own.map(({ id, secret }) => [id, { secret, project }] as const),
          ),
        );
        indexed = current;
      }
      const written = keys.get(keyId);
      if (written) return written;
      const key = stored().requestKey(keyId, Date.now());
      if (!key || !Object.hasOwn(current.projects, key.project)) return undefined;
      return key;
    },
  };
}

import type { Configuration } from '#domain/configuration';

/** A request key with the project it belongs to. */
export type IndexedKey = { readonly secret: string; readonly project: string };

export type KeyIndex = { find(keyId: string): IndexedKey | undefined };

/** Finds keys by id, rebuilt when another version of the configuration is in force. */
export function createKeyIndex(configuration: () => Configuration): KeyIndex {
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
      return keys.get(keyId);
    },
  };
}

import type { Configuration } from '#domain/configuration/configuration';
import type { KeyPurpose } from '#domain/keys/stored-keys';
import type { ListedKey } from '#persistence/keys/manage-keys';

/**
 * Checks the keys of a configuration against those in Postgres: an id that is stored there must not be in the file too,
 * where it could not be revoked; and a project without a key is worth a note.
 */
export function checkKeys(
  { projects }: Configuration,
  listed: readonly ListedKey[],
  now: Date,
): { readonly mistakes: readonly string[]; readonly notes: readonly string[] } {
  const stored = listed.filter(({ origin }) => origin === 'stored');
  const storedIds = new Set(stored.map(({ id }) => id));
  const written = Object.entries(projects).flatMap(([project, { keys, callbackKeys }]) => [
    ...keys.map(({ id }) => ({ id, project, purpose: 'request' as const, list: 'keys' })),
    ...callbackKeys.map(({ id }) => ({ id, project, purpose: 'callback' as const, list: 'callback_keys' })),
  ]);
  const usable = [...written, ...stored.filter(({ revokedAt }) => !revokedAt || revokedAt > now)];
  const lacks = (project: string, purpose: KeyPurpose): boolean =>
    !usable.some((key) => key.project === project && key.purpose === purpose);
  return {
    mistakes: written
      .filter(({ id }) => storedIds.has(id))
      .map(
        ({ id, project, list }) =>
          `projects.${project}.${list}.${id}: this key is already stored in Postgres`,
      ),
    notes: Object.keys(projects).flatMap((project) => [
      ...(lacks(project, 'request') ? [noteOf(project, 'request', '')] : []),
      ...(lacks(project, 'callback') ? [noteOf(project, 'callback', ' --callback')] : []),
    ]),
  };
}

function noteOf(project: string, purpose: KeyPurpose, option: string): string {
  return `Project ${project} has no ${purpose} key: gateway keys create --project ${project}${option}`;
}

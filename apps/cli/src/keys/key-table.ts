import type { ListedKey } from '#persistence/keys/manage-keys';
import { alignColumns } from '../command/align-columns.js';

const head = ['project', 'key', 'signs', 'state', 'created', 'last used'] as const;

/** Keys as a table for a terminal; without secrets. */
export function keyTable(keys: readonly ListedKey[], now: Date): string {
  if (keys.length === 0) return 'There are no keys.';
  return alignColumns([head, ...keys.map((key) => cellsOf(key, now))]);
}

function cellsOf(key: ListedKey, now: Date): readonly string[] {
  const { project, id, purpose, createdAt, createdBy, lastUsedAt } = key;
  const created = createdAt ? `${minuteOf(createdAt)} by ${createdBy ?? '–'}` : 'configuration file';
  return [
    project,
    id,
    purpose === 'request' ? 'requests' : 'callbacks',
    stateOf(key, now),
    created,
    lastUsedAt ? minuteOf(lastUsedAt) : '–',
  ];
}

function stateOf({ notBefore, revokedAt, revokedBy }: ListedKey, now: Date): string {
  if (revokedAt && revokedAt <= now) return `ended ${minuteOf(revokedAt)} by ${revokedBy ?? '–'}`;
  if (notBefore && notBefore > now) return `valid from ${minuteOf(notBefore)}`;
  return revokedAt ? `valid until ${minuteOf(revokedAt)}` : 'valid';
}

/** UTC. */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import type { CreatedKey, KeyToCreate } from './create-key.js';
import { generateKey } from './generate-key.js';
import { sealKey } from './sealed-key.js';

export type KeyToRotate = KeyToCreate & {
  /** The key that is to be replaced. */
  readonly oldId: string;
  /** So long the old key is valid together with the new one. */
  readonly overlapMs: number;
};

export type RotatedKey = CreatedKey & { readonly oldValidUntil: Date };

/**
 * A new key, and the end of an old one, both or neither. Nothing happens to a key of another project or purpose, nor to
 * one that has an end already: of two rotations at the same time one finds nothing to rotate.
 */
export async function rotateKey(
  database: Database,
  box: SealedBox,
  it: KeyToRotate,
): Promise<RotatedKey | 'nothingToRotate'> {
  const { id, secret } = generateKey(it.purpose, it.environment);
  const [row] = await database.sql<{ not_before: Date; revoked_at: Date }[]>`
    with start as materialized (
      select clock_timestamp() + ${it.notBeforeMs} * interval '1 millisecond' as at
    ), retired as (
      update api_keys set revoked_at = start.at + ${it.overlapMs} * interval '1 millisecond',
        revoked_by = ${it.createdBy}
      from start
      where id = ${it.oldId} and project = ${it.project} and purpose = ${it.purpose} and revoked_at is null
      returning revoked_at
    ), created as (
      insert into api_keys (id, project, purpose, secret_box, created_by, not_before)
      select ${id}, ${it.project}, ${it.purpose}, ${sealKey(box, { id, secret, project: it.project })},
        ${it.createdBy}, start.at
      from start, retired
      returning not_before
    )
    select not_before, revoked_at from created, retired`;
  return row ? { id, secret, notBefore: row.not_before, oldValidUntil: row.revoked_at } : 'nothingToRotate';
}

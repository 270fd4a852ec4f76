import type { Database } from '../database.js';

/** Ends a key now, also one that is on its way out; false where there is no such key of the project to end. */
export async function revokeKey(
  database: Database,
  it: { readonly id: string; readonly project: string; readonly revokedBy: string },
): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    with revoked as (
      update api_keys set revoked_at = clock_timestamp(), revoked_by = ${it.revokedBy}
      where id = ${it.id} and project = ${it.project}
        and (revoked_at is null or revoked_at > clock_timestamp())
      returning id
    )
    select id from revoked`;
  return rows.length === 1;
}

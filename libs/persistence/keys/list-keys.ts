import type { KeyPurpose } from '#domain/keys/stored-key';
import type { Database } from '../database.js';

/** What may be shown of a key. `origin` file: it stands in the newest configuration, and the rest is not known. */
export type ListedKey = {
  readonly id: string;
  readonly project: string;
  readonly purpose: KeyPurpose;
  readonly origin: 'file' | 'stored';
  readonly createdBy?: string;
  readonly createdAt?: Date;
  readonly notBefore?: Date;
  readonly revokedAt?: Date;
  readonly revokedBy?: string;
  readonly lastUsedAt?: Date;
};

/** The keys of one project, or of all: those of the configuration file, then the stored ones, the oldest first. */
export async function listKeys(
  database: Database,
  project: string | undefined,
): Promise<readonly ListedKey[]> {
  const rows = await database.sql<Row[]>`
    with newest as (select document from configurations order by version desc limit 1),
    in_file as (
      select named.key as project, purposes.purpose, written->>'id' as id, ordinality
      from newest, jsonb_each(document->'projects') as named,
        (values ('request', 'keys'), ('callback', 'callbackKeys')) as purposes (purpose, list),
        jsonb_array_elements(named.value->list) with ordinality as listed (written, ordinality)
    )
    select project, purpose, id, 'file' as origin, null as created_by, null::timestamptz as created_at,
      null::timestamptz as not_before, null::timestamptz as revoked_at, null as revoked_by,
      null::timestamptz as last_used_at
    from in_file where ${project}::text is null or project = ${project}
    union all
    select project, purpose, id, 'stored', created_by, created_at, not_before, revoked_at, revoked_by, last_used_at
    from api_keys where ${project}::text is null or project = ${project}
    order by project, purpose desc, origin, created_at, id`;
  return rows.map((row) => ({
    id: row.id,
    project: row.project,
    purpose: row.purpose,
    origin: row.origin,
    ...(row.created_by && { createdBy: row.created_by }),
    ...(row.created_at && { createdAt: row.created_at }),
    ...(row.not_before && { notBefore: row.not_before }),
    ...(row.revoked_at && { revokedAt: row.revoked_at }),
    ...(row.revoked_by && { revokedBy: row.revoked_by }),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
  }));
}

type Row = {
  readonly id: string;
  readonly project: string;
  readonly purpose: KeyPurpose;
  readonly origin: 'file' | 'stored';
  readonly created_by: string | null;
  readonly created_at: Date | null;
  readonly not_before: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly last_used_at: Date | null;
};

import type { Database } from '../database.js';

/** Who applied a version, and when. */
export type ConfigurationVersion = {
  readonly version: number;
  readonly appliedBy: string;
  readonly appliedAt: Date;
};

/** The newest versions, the newest first. */
export async function listVersions(
  database: Pick<Database, 'sql'>,
  limit: number,
): Promise<readonly ConfigurationVersion[]> {
  const rows = await database.sql<{ version: number; applied_by: string; applied_at: Date }[]>`
    select version, applied_by, applied_at from configurations order by version desc limit ${limit}`;
  return rows.map((row) => ({
    version: row.version,
    appliedBy: row.applied_by,
    appliedAt: row.applied_at,
  }));
}

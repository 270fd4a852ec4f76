import type { Configuration } from '#domain/configuration/configuration';
import { readDocument, type StoredDocument } from '../configuration/stored-document.js';
import type { Database } from '../database.js';
import type { StaffTable } from './staff-table.js';

/** The newest versions first; `$1` is the one to go on before, or null, `$2` how many at most. */
export const versionsTable: StaffTable = {
  title: 'Versions of the configuration',
  columns: { Version: 'version', Applied: 'applied_at', Who: 'applied_by' },
  from: 'shown_configurations where version < coalesce($1::integer, 2147483647) order by version desc limit $2',
};

/** A version as staff read it: without keys, credentials and the blocklist. */
export type ShownVersion = {
  readonly version: number;
  readonly appliedBy: string;
  readonly appliedAt: Date;
  readonly configuration: Configuration;
};

/** The version, or the newest one before it where `isEarlier` says so; undefined: there is none. */
export async function loadVersion(
  database: Pick<Database, 'sql'>,
  version: number,
  isEarlier = false,
): Promise<ShownVersion | undefined> {
  const [row] = await database.sql<Row[]>`
    select version, applied_by, applied_at, document from shown_configurations
    where version <= ${isEarlier ? version - 1 : version} and (version = ${version} or ${isEarlier})
    order by version desc limit 1`;
  return (
    row && {
      version: row.version,
      appliedBy: row.applied_by,
      appliedAt: row.applied_at,
      configuration: readDocument({ ...row.document, blocklist: { customers: [], cards: [] } }),
    }
  );
}

type Row = {
  readonly version: number;
  readonly applied_by: string;
  readonly applied_at: Date;
  readonly document: Omit<StoredDocument, 'blocklist'>;
};

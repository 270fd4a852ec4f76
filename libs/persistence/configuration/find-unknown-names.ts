import type { Database } from '../database.js';

/** Those of the names that the newest applied configuration has no merchant, or no project, of. */
export async function findUnknownNames(
  database: Database,
  section: 'merchants' | 'projects',
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as asked (name)
    where not exists (
      select from (select document from configurations order by version desc limit 1) as newest
      where document->${section}::text ? name)`;
  return rows.map(({ name }) => name);
}

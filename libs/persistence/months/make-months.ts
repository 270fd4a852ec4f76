import type { Counted } from '../entities/columns.js';
import type { Database } from '../database.js';

/** Makes the months that are missing up to the third one from now, and returns how many it has made. */
export async function makeMonths(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<Counted[]>('select make_months() as count');
  return row?.count ?? 0;
}

/** The start of the rows of a table in months. */
export type KeptSince = { readonly tableName: string; readonly since: Date };

/** For each table whose earlier months were dropped. */
export function listKeptSince(database: Pick<Database, 'query'>): Promise<readonly KeptSince[]> {
  return database.query<KeptSince[]>(`
    select table_name as "tableName", until as since from month_parts
    where part = table_name || '_before' order by table_name`);
}

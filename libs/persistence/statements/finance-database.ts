import { createDatabase, type Database, type DatabaseOptions } from '../database.js';

/**
 * The role that writes statements is not usable here, and everything else works: it is optional (contract §16). The message is a
 * sentence for operators.
 */
export class StatementsClosed extends Error {}

/** Postgres: the role is missing or has another password. */
const loginErrors = ['28P01', '28000'];
/** Postgres: no migration has given the role its rights yet. */
const insufficientPrivilege = '42501';
const noRights = 'the role of FINANCE_DATABASE_URL has no rights yet: run gateway schema migrate';

/**
 * Opens the pool of the role that writes statements. Throws {@link StatementsClosed} without an address (`url` is empty), where that
 * role cannot log in, and before the migration has given it its rights; other errors are those of a server out of reach.
 */
export async function openFinanceDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url === '') throw closed('FINANCE_DATABASE_URL is not set');
  const database = createDatabase(options);
  try {
    await database.initialize();
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (code === insufficientPrivilege) throw closed(noRights);
    if (code === undefined || !loginErrors.includes(code)) throw error;
    throw closed(`the role of FINANCE_DATABASE_URL cannot log in (${message})`);
  }
  try {
    if (await mayWrite(database)) return database;
    throw closed(noRights);
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function mayWrite(database: Database): Promise<boolean> {
  const [row] = await database.query<{ mayWrite: boolean }[]>(
    `select has_table_privilege(to_regclass('statement_files'), 'insert') is true as "mayWrite"`,
  );
  return row?.mayWrite === true;
}

function closed(why: string): StatementsClosed {
  return new StatementsClosed(
    `Statements cannot be written: ${why} (docs/operations.md, "The role that writes statements").`,
  );
}

import { QueryFailedError, type QueryRunner } from 'typeorm';
import { createDatabase, type Database, type DatabaseOptions } from './database.js';

export type SchemaComparison = {
  /** Migrations that this build needs, and that were not applied. */
  readonly missing: readonly string[];
  /** Those of a later release. */
  readonly unknown: readonly string[];
};

/** Of a table that is not there yet, and of one that an older release let nobody read. */
const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

/**
 * Opens the pool of a process. Throws where the schema is older than this build needs; a newer one is taken and told,
 * because a release is rolled back on the schema of the next one (docs/migrations.md).
 */
export async function openDatabase(
  options: DatabaseOptions,
  onNewer: (unknown: readonly string[]) => void,
): Promise<Database> {
  const database = createDatabase(options);
  await database.initialize();
  const { missing, unknown } = await compareSchema(database);
  if (missing.length > 0) {
    await database.destroy();
    throw new Error(
      `The schema is older than this build, which needs ${missing.join(', ')}: run gateway schema migrate first.`,
    );
  }
  if (unknown.length > 0) onNewer(unknown);
  return database;
}

/** Holds what was applied to the schema against the migrations of this build. */
export async function compareSchema(database: Database, runner?: QueryRunner): Promise<SchemaComparison> {
  const known = database.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const applied = await database
    .query<{ name: string }[]>('select name from migrations order by id', [], runner)
    .catch((error: unknown) => {
      if (isUnreadable(error)) return [];
      throw error;
    });
  const names = applied.map(({ name }) => name);
  return {
    missing: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  };
}

function isUnreadable(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { readonly code?: unknown };
  return code === undefinedTable || code === insufficientPrivilege;
}

import { QueryFailedError, type QueryRunner } from 'typeorm';
import { createDatabase, type Database, type DatabaseOptions } from './database.js';
import { namesBefore } from './migrations/before-baseline.js';

export type SchemaComparison = {
  /** Migrations that this build needs, and that were not applied. */
  readonly missing: readonly string[];
  /** Migrations of a later release. */
  readonly unknown: readonly string[];
  /** Migrations before 1.0 that are missing although others were applied: the baseline does not fit. */
  readonly missingBefore: readonly string[];
};

/** Errors of Postgres if the table does not exist yet, or if an older release granted it to no role. */
const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

/**
 * Opens the pool of a process. Throws if the schema is older than this build; a newer schema is accepted and reported
 * to `onNewer`, because a release is rolled back on the schema of the next one (docs/migrations.md).
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

/** Compares the migrations that were applied to the schema with those of this build. */
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
    unknown: names.filter((name) => !known.includes(name) && !namesBefore.includes(name)),
    missingBefore: namesBefore.some((name) => names.includes(name))
      ? namesBefore.filter((name) => !names.includes(name))
      : [],
  };
}

function isUnreadable(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { readonly code?: unknown };
  return code === undefinedTable || code === insufficientPrivilege;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDatabase } from '#persistence/database';
import { baseline, migrate, type Migrated, type MigrateOptions } from '#persistence/migrate';
import { roleNames } from '#persistence/roles/role-grants';

export type Planted = new () => MigrationInterface;

/** Those of this build, in their order. */
export const ownMigrations: readonly Planted[] = listOwn();

/** The number at the end of its name. */
export const numberOf = ({ name }: { readonly name: string }) => Number(/\d+$/.exec(name)?.[0]);

/** What the command reads: a password for the role of every process. */
export const plantedPasswords: Readonly<Record<string, string>> = Object.fromEntries(
  roleNames.map((role) => [`${role.toUpperCase()}_DATABASE_PASSWORD`, 'planted']),
);

/** Migrates a database as `gateway schema migrate` does, with these migrations of a later release behind those of this build. */
export function migrateWith(
  url: string,
  planted: readonly Planted[] = [],
  options: MigrateOptions = {},
): Promise<Migrated> {
  return migrateBy(url, [...ownMigrations, ...planted], options);
}

/** The baseline alone: the migrations after it then meet the rows that a test has filled in. */
export function migrateToBaseline(url: string): Promise<Migrated> {
  return migrateBy(
    url,
    ownMigrations.filter((migration) => numberOf(migration) <= baseline),
  );
}

async function migrateBy(
  url: string,
  migrations: readonly Planted[],
  options?: MigrateOptions,
): Promise<Migrated> {
  const database = createDatabase({ url, applicationName: 'gateway migrate', poolSize: 2 });
  database.setOptions({ migrations: [...migrations] });
  await database.initialize();
  try {
    return await migrate(database, options);
  } finally {
    await database.destroy();
  }
}

/** A migration that runs these statements; `name` ends with a number, as all do. */
export function plant(
  name: string,
  up: (runner: QueryRunner) => Promise<unknown>,
  { transaction = true }: { readonly transaction?: boolean } = {},
): Planted {
  return class implements MigrationInterface {
    name = name;
    transaction = transaction;
    up = up;
    down = () => Promise.resolve();
  };
}

function listOwn(): readonly Planted[] {
  const { migrations } = createDatabase({
    url: 'postgres://127.0.0.1:1/none',
    applicationName: 'test',
    poolSize: 1,
  }).options;
  if (!Array.isArray(migrations)) throw new Error('migrations are a list');
  return migrations as Planted[];
}

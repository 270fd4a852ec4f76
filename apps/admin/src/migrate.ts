import { createDatabase } from '#persistence/database';
import { applyRoles } from '#persistence/roles/apply-roles';
import { readEnvironment } from '#runtime/read-environment';

/**
 * Migrates the schema to the version of this build, as the owner of the tables, and grants each process its role. A role is
 * created if its password is given; otherwise it must exist. Safe to repeat, and to run concurrently.
 */
const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  passwords: {
    api: read.text('API_DATABASE_PASSWORD', '') || undefined,
    worker: read.text('WORKER_DATABASE_PASSWORD', '') || undefined,
    checkout: read.text('CHECKOUT_DATABASE_PASSWORD', '') || undefined,
    admin: read.text('ADMIN_DATABASE_PASSWORD', '') || undefined,
    staff: read.text('STAFF_DATABASE_PASSWORD', '') || undefined,
  },
}));
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway migrate',
  poolSize: 1,
});

/** An arbitrary number, the same for every run: a second run waits for the first. */
const migrationLock = 7_204_551;

await database.initialize();
try {
  await database.sql`select pg_advisory_lock(${migrationLock})`;
  const applied = await database.runMigrations({ transaction: 'each' });
  const names = applied.map((migration) => migration.name).join(', ');
  console.log(names === '' ? 'The schema is up to date.' : `Applied ${names}.`);
  await applyRoles(database, settings.passwords);
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 1;
} finally {
  await database.destroy();
}

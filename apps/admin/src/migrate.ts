import { createDatabase } from '#persistence/database';
import { migrate } from '#persistence/migrate';
import { applyRoles } from '#persistence/roles/apply-roles';
import { readEnvironment } from '#runtime/read-environment';

/**
 * Migrates the schema to the version of this build, as the owner of the tables, and grants each process its role. A role is
 * created if its password is given; otherwise it must exist. Safe to repeat, to run concurrently, and to be killed.
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
/** One holds the others out while it migrates, one gives the rights. */
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway migrate',
  poolSize: 2,
});

await database.initialize();
try {
  const { applied, newer } = await migrate(database, {
    afterwards: () => applyRoles(database, settings.passwords),
  });
  if (newer.length > 0) {
    console.log(
      `The schema is newer than this build and was left unchanged. It also has ${newer.join(', ')}.`,
    );
  } else {
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 1;
} finally {
  await database.destroy();
}

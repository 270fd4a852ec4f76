import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#process/read-environment';

/** Brings the schema to the version of this build. Safe to repeat, and to run from several places at once. */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway migrate',
  poolSize: 1,
});

/** Any number, the same for every migration run: the second one waits for the first. */
const migrationLock = 7_204_551;

await database.initialize();
try {
  await database.sql`select pg_advisory_lock(${migrationLock})`;
  const applied = await database.runMigrations({ transaction: 'each' });
  const names = applied.map((migration) => migration.name).join(', ');
  console.log(names === '' ? 'The schema is up to date.' : `Applied ${names}.`);
} finally {
  await database.destroy();
}

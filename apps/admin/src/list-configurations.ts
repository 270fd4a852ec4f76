import { listVersions } from '#persistence/configuration/configurations';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';
import { describeVersion } from './configuration/describe-changes.js';

/** `config:history`: the newest versions of the configuration, with who applied them and when. */
const shownMax = 50;

const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway config',
  poolSize: 1,
});
await database.initialize();
try {
  const versions = await listVersions(database, shownMax);
  console.log(versions.map(describeVersion).join('\n') || 'No version has been applied yet.');
} finally {
  await database.destroy();
}

import { resolve } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { dataDirectoryFrom, root } from '../paths.mjs';
import { isInUse, lockDataDirectory } from '../stack/data-lock.mjs';
import { choosePorts, requireFreePorts } from '../stack/ports.mjs';
import {
  runningDatabaseUrl,
  startPostgres,
  stopPostgresLeftBehind,
  useGivenPostgres,
} from '../stack/postgres.mjs';
import { applyConfiguration, migrateDatabase } from '../stack/preparation.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/**
 * Applies the configuration file to the database: that of DATABASE_URL, that of the running stack, else the stack's own
 * database, started for as long as it takes.
 * @type {import('../run-command.mjs').Command}
 */
export async function apply({ report, environment }, files) {
  await bootstrap(report, environment);
  const dataDirectory = dataDirectoryFrom(environment);
  const given = environment.GATEWAY_CONFIG || 'config/gateway.yaml';
  const variables = {
    ...environment,
    ...gatewaySecrets(dataDirectory, environment),
    GATEWAY_CONFIG: resolve(root, given),
  };
  const run = async (/** @type {string} */ url) => {
    const withUrl = { ...variables, DATABASE_URL: url };
    await migrateDatabase(withUrl);
    const from = environment.INIT_CWD ?? process.cwd();
    const said = await applyConfiguration(
      withUrl,
      files.map((file) => resolve(from, file)),
    );
    if (said.trim() !== '') report.note(said.trim());
    report.note('✔ Configuration applied');
  };

  const url = environment.DATABASE_URL || runningUrl(dataDirectory);
  if (url) {
    await run((await useGivenPostgres(url)).url);
    return 0;
  }
  const lock = lockDataDirectory(dataDirectory);
  await stopPostgresLeftBehind(dataDirectory, report);
  const { postgres: port } = choosePorts(environment);
  await requireFreePorts(choosePorts(environment), ['postgres']);
  const postgres = await report.step('Starting Postgres', (progress) =>
    startPostgres({ dataDirectory, port, progress }),
  );
  try {
    await run(postgres.url);
  } finally {
    await postgres.stop();
    lock.release();
  }
  return 0;
}

/** @param {string} dataDirectory */
function runningUrl(dataDirectory) {
  return isInUse(dataDirectory) ? runningDatabaseUrl(dataDirectory) : undefined;
}

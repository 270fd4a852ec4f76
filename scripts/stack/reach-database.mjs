import { dataDirectoryFrom } from '../paths.mjs';
import { isInUse, lockDataDirectory } from './data-lock.mjs';
import { databaseRoles, withoutPasswords } from './database-roles.mjs';
import { choosePorts, requireFreePorts } from './ports.mjs';
import { runningDatabaseUrl, startPostgres, stopPostgresLeftBehind, useGivenPostgres } from './postgres.mjs';
import { migrateDatabase } from './preparation.mjs';

/**
 * Works with the books: those of DATABASE_URL, those of the running stack, else the stack's own, whose database is
 * started for as long as it takes.
 * @template T
 * @param {Pick<import('../run-command.mjs').Context, 'report' | 'environment'>} context
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reachDatabase({ report, environment }, work) {
  const dataDirectory = dataDirectoryFrom(environment);
  const url = environment.DATABASE_URL || runningUrl(dataDirectory);
  if (url) return work((await useGivenPostgres(url)).url);
  const lock = lockDataDirectory(dataDirectory);
  await stopPostgresLeftBehind(dataDirectory, report);
  const { postgres: port } = choosePorts(environment);
  await requireFreePorts(choosePorts(environment), ['postgres']);
  const postgres = await report.step('Starting Postgres', (progress) =>
    startPostgres({ dataDirectory, port, progress }),
  );
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    lock.release();
  }
}

/** @param {string} dataDirectory */
function runningUrl(dataDirectory) {
  return isInUse(dataDirectory) ? runningDatabaseUrl(dataDirectory) : undefined;
}

/**
 * Works with the books as the administrator, whose role the last migration has made.
 * @template T
 * @param {Pick<import('../run-command.mjs').Context, 'report' | 'environment'>} context
 * @param {(variables: NodeJS.ProcessEnv) => Promise<T>} work gets the environment with the administrator's DATABASE_URL
 * @param {{ migrates?: boolean }} [options] whether the tables are brought up to date first, as their owner
 * @returns {Promise<T>}
 */
export function reachAsAdmin({ report, environment }, work, { migrates = false } = {}) {
  return reachDatabase({ report, environment }, async (url) => {
    const { passwords, urls } = databaseRoles(dataDirectoryFrom(environment), environment, url);
    const variables = withoutPasswords(environment);
    if (migrates && url !== urls.admin)
      await migrateDatabase({ ...variables, ...passwords, DATABASE_URL: url });
    return work({ ...variables, DATABASE_URL: urls.admin });
  });
}

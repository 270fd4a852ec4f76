import { dataDirectoryFrom } from '../paths.mjs';
import { isInUse, lockDataDirectory } from './data-lock.mjs';
import { choosePorts, requireFreePorts } from './ports.mjs';
import { runningDatabaseUrl, startPostgres, stopPostgresLeftBehind, useGivenPostgres } from './postgres.mjs';

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

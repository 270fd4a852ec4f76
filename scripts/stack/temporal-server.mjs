import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { postgresFolder, startPostgres } from './postgres.mjs';
import { prepareTemporal } from './preparation.mjs';
import { dynamicSettings, launchTemporal } from './temporal-process.mjs';
import {
  dynamicConfiguration,
  serverConfiguration,
  serverVersion,
  temporalDatabases,
  temporalServerPorts,
} from './temporal-server-configuration.mjs';

/** The server makes it for itself, before it answers anybody. */
const ownNamespace = 'temporal-system';
const schemas = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const content = /** @type {const} */ ({ user: 'temporal', databases: temporalDatabases });

/**
 * Where a server of our own keeps its configuration and its Postgres.
 * @param {string} dataDirectory
 */
export function temporalFolder(dataDirectory) {
  return join(dataDirectory, 'temporal');
}

/**
 * @typedef {object} ServerOptions
 * @property {import('./temporal-server-programs.mjs').TemporalPrograms} programs
 * @property {string} dataDirectory
 * @property {{ temporal: number, postgres: number }} ports
 * @property {string} namespace
 * @property {NodeJS.ProcessEnv} environment of the programs that make tables, namespace and search attributes
 * @property {import('../report.mjs').Progress} progress
 * @property {import('./apps.mjs').TellExit} [onUnexpectedExit]
 */

/**
 * Starts a Temporal server as it runs in production, with a Postgres of its own beside the gateway's, so that each can be
 * lost without the other. It has no UI. A kill takes its Postgres along, as when their machine dies.
 * @param {ServerOptions} options
 * @returns {Promise<import('./temporal.mjs').Temporal>}
 */
export async function startTemporalServer(options) {
  const { ports, namespace, progress } = options;
  const logFile = join(options.dataDirectory, 'logs/temporal.log');
  const place = { ...options, folder: temporalFolder(options.dataDirectory), logFile };
  const address = `127.0.0.1:${ports.temporal}`;
  let { postgres, child } = await startBoth(place);
  const title = `Temporal ${serverVersion} on ${postgres.title}`;
  progress.done(`${title}, on port ${ports.temporal}`);

  const killServer = async () => {
    child.signal('SIGKILL');
    await child.exited;
  };
  return {
    title,
    address,
    namespace,
    isOurs: true,
    async kill() {
      await Promise.all([killServer(), postgres.kill()]);
    },
    async restart() {
      await killServer();
      await postgres.restart();
      child = await launch(place, postgres, ports.temporal, namespace);
    },
    async forget() {
      await killServer();
      await postgres.stop();
      rmSync(postgresFolder(place.folder), { recursive: true, force: true });
      ({ postgres, child } = await startBoth(place));
    },
    pause: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
    async stop() {
      await child.stop();
      await postgres.stop();
    },
    logFile,
  };
}

/** @typedef {ServerOptions & { folder: string, logFile: string }} Place */

/**
 * Its Postgres, and the server on it, with its namespace. What is there already stays.
 * @param {Place} place
 */
async function startBoth(place) {
  const { folder, ports, namespace, progress, onUnexpectedExit } = place;
  const postgres = await startPostgres({
    dataDirectory: folder,
    port: temporalServerPorts(ports).postgres,
    content,
    progress,
    onUnexpectedExit: (_, exit, logFile) => onUnexpectedExit?.("Temporal's Postgres", exit, logFile),
  });
  try {
    for (const database of temporalDatabases) await bringUpToDate(place, postgres, database);
    await makeNamespace(place, postgres);
    return { postgres, child: await launch(place, postgres, ports.temporal, namespace) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * @param {Place} place
 * @param {import('./postgres.mjs').Postgres} postgres
 * @param {keyof typeof schemas} database
 */
async function bringUpToDate({ programs, environment }, postgres, database) {
  const { hostname, port, username, password } = new URL(postgres.url);
  const variables = {
    ...environment,
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: hostname,
    SQL_PORT: port,
    SQL_USER: username,
    SQL_PASSWORD: password,
    SQL_DATABASE: database,
  };
  for (const step of [
    ['setup-schema', '--version', '0.0'],
    ['update-schema', '--schema-name', schemas[database]],
  ]) {
    const { code, output } = await runToEnd(programs.sqlTool, step, { environment: variables });
    if (code !== 0) {
      throw new Failure(
        `Temporal's database ${database} could not be made.`,
        output.trim().split('\n').slice(-3),
      );
    }
  }
}

/**
 * Makes the namespace where no client looks: one that found the server without it would take that for the end.
 * @param {Place} place
 * @param {import('./postgres.mjs').Postgres} postgres
 */
async function makeNamespace(place, postgres) {
  const { setup } = temporalServerPorts(place.ports);
  const child = await launch(place, postgres, setup, ownNamespace);
  try {
    const own = { TEMPORAL_ADDRESS: `127.0.0.1:${setup}`, TEMPORAL_NAMESPACE: place.namespace };
    await prepareTemporal({ ...place.environment, ...own }, 'Temporal could not be prepared.');
  } finally {
    child.signal('SIGKILL');
    await child.exited;
  }
}

/**
 * @param {Place} place
 * @param {import('./postgres.mjs').Postgres} postgres
 * @param {number} frontendPort
 * @param {string} namespace for which it must answer
 */
async function launch(
  { programs, folder, ports, logFile, onUnexpectedExit },
  postgres,
  frontendPort,
  namespace,
) {
  const configFile = join(folder, 'server.yaml');
  const dynamicFile = join(folder, 'dynamic-config.yaml');
  const configuration = serverConfiguration({
    frontendPort,
    ports: temporalServerPorts(ports),
    databaseUrl: postgres.url,
    dynamicFile,
  });
  mkdirSync(folder, { recursive: true });
  // It holds the password.
  writeFileSync(configFile, configuration, { mode: 0o600 });
  writeFileSync(dynamicFile, dynamicConfiguration(dynamicSettings));
  return launchTemporal({
    file: programs.server,
    serverArguments: ['--config-file', configFile, '--allow-no-auth', 'start'],
    address: `127.0.0.1:${frontendPort}`,
    namespace,
    logFile,
    onUnexpectedExit,
  });
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd, type Child } from '../children.js';
import { Failure } from '../failure.mjs';
import { postgresFolder, startPostgres, type Postgres } from './postgres.js';
import { prepareTemporal } from './preparation.js';
import { ownServer, type Temporal } from './server.js';
import { dynamicSettings, launchTemporal } from './temporal-process.js';
import {
  dynamicConfiguration,
  fewHistoryShards,
  serverConfiguration,
  serverVersion,
  temporalDatabases,
  temporalServerPorts,
  type TemporalSetting,
} from './temporal-server-configuration.js';
import type { TemporalPrograms } from './temporal-server-programs.js';
import type { TemporalOptions } from './temporal.js';

/** The server makes it for itself, before it answers anybody. */
const ownNamespace = 'temporal-system';
const schemas = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const content = { user: 'temporal', databases: temporalDatabases };

/** Where a server of our own keeps its configuration and its Postgres. */
export function temporalFolder(dataDirectory: string): string {
  return join(dataDirectory, 'temporal');
}

type ServerOptions = TemporalOptions & {
  readonly programs: TemporalPrograms;
  readonly setting: TemporalSetting;
  /** Of the programs that make tables, namespace and search attributes. */
  readonly environment: NodeJS.ProcessEnv;
};

/**
 * Starts a Temporal server as it runs in production, with a Postgres of its own beside the gateway's, so that each can be
 * lost without the other. It has no UI. A kill takes its Postgres along, as when their machine dies.
 */
export async function startTemporalServer(options: ServerOptions): Promise<Temporal> {
  const { ports, namespace, progress } = options;
  const logFile = join(options.dataDirectory, 'logs/temporal.log');
  const place = { ...options, folder: temporalFolder(options.dataDirectory), logFile };
  let { postgres, children } = await startBoth(place);
  const title = `Temporal ${serverVersion} on ${postgres.title}${inWords(options.setting)}`;
  progress.done(`${title}, on port ${ports.temporal}`);

  const server = ownServer(() => children);
  return {
    ...server,
    title,
    address: `127.0.0.1:${ports.temporal}`,
    namespace,
    async kill() {
      await Promise.all([server.kill(), postgres.kill()]);
    },
    async restart() {
      await server.kill();
      await postgres.restart();
      children = await launchAll(place, postgres);
    },
    async forget() {
      await server.kill();
      await postgres.stop();
      rmSync(postgresFolder(place.folder), { recursive: true, force: true });
      ({ postgres, children } = await startBoth(place));
    },
    async stop() {
      await server.stop();
      await postgres.stop();
    },
    logFile,
  };
}

type Place = ServerOptions & { readonly folder: string; readonly logFile: string };

/** Its Postgres, and the server on it, with its namespace. What is there already stays. */
async function startBoth(place: Place): Promise<{ postgres: Postgres; children: readonly Child[] }> {
  const { folder, ports, setting, progress, onUnexpectedExit } = place;
  const postgres = await startPostgres({
    dataDirectory: folder,
    port: temporalServerPorts(ports).postgres,
    content,
    settings: { synchronous_commit: setting.synchronousCommit ?? 'on' },
    progress,
    onUnexpectedExit: (_, exit, logFile) => onUnexpectedExit?.("Temporal's Postgres", exit, logFile),
  });
  try {
    for (const database of temporalDatabases) await bringUpToDate(place, postgres, database);
    await makeNamespace(place, postgres);
    return { postgres, children: await launchAll(place, postgres) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function bringUpToDate(
  { programs, environment }: Place,
  postgres: Postgres,
  database: keyof typeof schemas,
): Promise<void> {
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
    if (code === 0) continue;
    const said = output.trim().split('\n').slice(-3);
    throw new Failure(`Temporal's database ${database} could not be created.`, said);
  }
}

/** Makes the namespace where no client looks: one that found the server without it would take that for the end. */
async function makeNamespace(place: Place, postgres: Postgres): Promise<void> {
  const { setup } = temporalServerPorts(place.ports);
  const child = await launch(place, postgres, setup, ownNamespace);
  try {
    const own = { TEMPORAL_ADDRESS: `127.0.0.1:${setup}`, TEMPORAL_NAMESPACE: place.namespace };
    await prepareTemporal({ ...place.environment, ...own }, 'Temporal could not be prepared.');
  } finally {
    await ownServer(() => [child]).kill();
  }
}

/** One process, or two that share the shards. */
async function launchAll(place: Place, postgres: Postgres): Promise<readonly Child[]> {
  const { ports, namespace, setting } = place;
  const first = await launch(place, postgres, ports.temporal, namespace);
  if (setting.processes !== 2) return [first];
  try {
    return [first, await launch(place, postgres, ports.temporal, namespace, true)];
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/** `namespace`: for which it must answer. */
function launch(
  { programs, folder, ports, setting, logFile, onUnexpectedExit }: Place,
  postgres: Postgres,
  frontendPort: number,
  namespace: string,
  isSecond = false,
): Promise<Child> {
  const configFile = join(folder, isSecond ? 'second-server.yaml' : 'server.yaml');
  const dynamicFile = join(folder, 'dynamic-config.yaml');
  const configuration = serverConfiguration({
    frontendPort,
    ports: temporalServerPorts(ports),
    databaseUrl: postgres.url,
    dynamicFile,
    historyShards: setting.historyShards ?? fewHistoryShards,
    isSecond,
  });
  mkdirSync(folder, { recursive: true });
  // It holds the password.
  writeFileSync(configFile, configuration, { mode: 0o600 });
  writeFileSync(dynamicFile, dynamicConfiguration(dynamicSettings));
  const services = isSecond ? ['--service', 'history', '--service', 'matching'] : [];
  return launchTemporal({
    file: programs.server,
    serverArguments: ['--config-file', configFile, '--allow-no-auth', 'start', ...services],
    address: `127.0.0.1:${frontendPort}`,
    namespace,
    logFile,
    onUnexpectedExit,
  });
}

function inWords({ historyShards, processes, synchronousCommit }: TemporalSetting): string {
  return [
    ...(historyShards === undefined ? [] : [`, ${historyShards} shards`]),
    ...(processes === 2 ? [', in two processes'] : []),
    ...(synchronousCommit === 'off' ? [', synchronous_commit off'] : []),
  ].join('');
}

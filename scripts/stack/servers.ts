import type { Report } from '../report.js';
import type { TellExit } from './apps.js';
import { withoutKeysOfTemporal } from './environment.js';
import { requireFreePort, requireFreePorts, type PortName, type Ports } from './ports.js';
import { startPostgres, stopPostgresLeftBehind, useGivenPostgres, type Postgres } from './postgres.js';
import { findTemporalCli } from './temporal-cli.js';
import type { Temporal } from './server.js';
import { temporalServerPorts, type TemporalSetting } from './temporal-server-configuration.js';
import { findTemporalServer } from './temporal-server-programs.js';
import { startTemporalServer, temporalFolder } from './temporal-server.js';
import { startTemporal, useGivenTemporal } from './temporal.js';

/**
 * Where our own Temporal keeps its state: a development server in memory, or in a file of the data directory, so that it
 * can be killed and come back with it; or a server as in production with a Postgres of its own, which takes a while
 * longer to start.
 */
export type TemporalState = 'memory' | 'sqlite' | 'postgres';

type ServerOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly dataDirectory: string;
  readonly ports: Ports;
  /** Those of the apps, which must be free, too. */
  readonly appPorts: readonly PortName[];
  readonly temporalState: TemporalState;
  readonly temporalSetting: TemporalSetting;
  readonly report: Report;
  /** Gets each server as soon as it runs, so that it can be stopped. */
  readonly servers: { stop(): Promise<unknown> }[];
  readonly onUnexpectedExit: TellExit;
};

/** Postgres and Temporal side by side: those given by DATABASE_URL and TEMPORAL_ADDRESS, else our own. */
export async function startServers(
  options: ServerOptions,
): Promise<{ readonly postgres: Postgres; readonly temporal: Temporal }> {
  const { environment, dataDirectory, ports, appPorts, temporalState, report, servers } = options;
  const ownTemporal = environment.TEMPORAL_ADDRESS ? undefined : temporalState;
  if (!environment.DATABASE_URL) await stopPostgresLeftBehind(dataDirectory, report);
  if (ownTemporal === 'postgres') await stopPostgresLeftBehind(temporalFolder(dataDirectory), report);
  // Ports are checked before anything slow begins.
  await requireFreePorts(ports, [
    ...appPorts,
    ...(ownTemporal === undefined ? [] : (['temporal'] as const)),
    ...(ownTemporal === undefined || ownTemporal === 'postgres' ? [] : (['temporalUi'] as const)),
    ...(environment.DATABASE_URL ? [] : (['postgres'] as const)),
  ]);
  if (ownTemporal === 'postgres') await requireFreeServerPorts(ports);
  const postgres = choosePostgres(options);
  const temporal = chooseTemporal(options);
  await allOrFirstFailure([
    postgres.then((server) => servers.push(server)),
    temporal.then((server) => servers.push(server)),
  ]);
  return { postgres: await postgres, temporal: await temporal };
}

/** Waits for all, even when one fails: what the others started must be known before it can be stopped. */
export async function allOrFirstFailure(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

async function requireFreeServerPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(temporalServerPorts(ports))) {
    const variable = name === 'postgres' ? 'POSTGRES_PORT' : 'TEMPORAL_PORT';
    await requireFreePort(port, { title: `Temporal: ${name}`, variable });
  }
}

function choosePostgres(options: ServerOptions): Promise<Postgres> {
  const { environment, dataDirectory, ports, report, onUnexpectedExit } = options;
  const given = environment.DATABASE_URL;
  return report.step('Starting Postgres', async (progress) => {
    if (!given) return startPostgres({ dataDirectory, port: ports.postgres, progress, onUnexpectedExit });
    progress.done('Postgres from DATABASE_URL answers');
    return useGivenPostgres(given);
  });
}

async function chooseTemporal(options: ServerOptions): Promise<Temporal> {
  const { environment, dataDirectory, ports, temporalState, report, onUnexpectedExit } = options;
  const given = environment.TEMPORAL_ADDRESS;
  const namespace = environment.TEMPORAL_NAMESPACE || 'default';
  if (given) {
    return report.step('Reaching Temporal', async (progress) => {
      progress.done(`Temporal at ${given} answers`);
      return useGivenTemporal(given, namespace, environment);
    });
  }
  const own = { dataDirectory, ports, namespace, onUnexpectedExit };
  if (temporalState === 'postgres') {
    const programs = await findTemporalServer(environment, report);
    const ofOurs = withoutKeysOfTemporal(environment);
    return report.step('Starting Temporal and its Postgres', (progress) =>
      startTemporalServer({
        ...own,
        setting: options.temporalSetting,
        programs,
        environment: ofOurs,
        progress,
      }),
    );
  }
  const cli = await findTemporalCli(environment, report);
  return report.step('Starting Temporal', (progress) =>
    startTemporal({ ...own, cli, isKept: temporalState === 'sqlite', progress }),
  );
}

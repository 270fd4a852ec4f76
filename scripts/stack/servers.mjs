import { allOrFirstFailure } from './all-settled.mjs';
import { withoutKeysOfTemporal } from './environment.mjs';
import { requireFreePort, requireFreePorts } from './ports.mjs';
import { startPostgres, stopPostgresLeftBehind, useGivenPostgres } from './postgres.mjs';
import { findTemporalCli } from './temporal-cli.mjs';
import { temporalServerPorts } from './temporal-server-configuration.mjs';
import { findTemporalServer } from './temporal-server-programs.mjs';
import { startTemporalServer, temporalFolder } from './temporal-server.mjs';
import { startTemporal, useGivenTemporal } from './temporal.mjs';

/** @typedef {Extract<import('./apps.mjs').AppName, import('./ports.mjs').PortName>} FirstAppName */

/**
 * @typedef {object} ServerOptions
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} dataDirectory
 * @property {import('./ports.mjs').Ports} ports
 * @property {readonly FirstAppName[]} apps whose ports must be free, too
 * @property {import('./start-stack.d.mts').TemporalState} temporalState where our Temporal keeps its state
 * @property {import('../report.mjs').Report} report
 * @property {{ stop: () => Promise<unknown> }[]} servers gets each server as soon as it runs, so that it can be stopped
 * @property {import('./apps.mjs').TellExit} onUnexpectedExit
 */

/**
 * Postgres and Temporal side by side: those given by DATABASE_URL and TEMPORAL_ADDRESS, else our own.
 * @param {ServerOptions} options
 */
export async function startServers(options) {
  const { environment, dataDirectory, ports, apps, temporalState, report, servers } = options;
  const ownTemporal = environment.TEMPORAL_ADDRESS ? undefined : temporalState;
  if (!environment.DATABASE_URL) await stopPostgresLeftBehind(dataDirectory, report);
  if (ownTemporal === 'postgres') await stopPostgresLeftBehind(temporalFolder(dataDirectory), report);
  // Ports are checked before anything slow begins.
  await requireFreePorts(ports, [
    ...apps,
    ...(apps.includes('api') ? /** @type {const} */ (['metrics']) : []),
    ...(ownTemporal === undefined ? [] : /** @type {const} */ (['temporal'])),
    ...(ownTemporal === undefined || ownTemporal === 'postgres' ? [] : /** @type {const} */ (['temporalUi'])),
    ...(environment.DATABASE_URL ? [] : /** @type {const} */ (['postgres'])),
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

/** @param {import('./ports.mjs').Ports} ports */
async function requireFreeServerPorts(ports) {
  for (const [name, port] of Object.entries(temporalServerPorts(ports))) {
    const variable = name === 'postgres' ? 'POSTGRES_PORT' : 'TEMPORAL_PORT';
    await requireFreePort(port, { title: `Temporal: ${name}`, variable });
  }
}

/** @param {ServerOptions} options */
function choosePostgres({ environment, dataDirectory, ports, report, onUnexpectedExit }) {
  const given = environment.DATABASE_URL;
  return report.step('Starting Postgres', async (progress) => {
    if (!given) return startPostgres({ dataDirectory, port: ports.postgres, progress, onUnexpectedExit });
    progress.done('Postgres from DATABASE_URL answers');
    return useGivenPostgres(given);
  });
}

/** @param {ServerOptions} options */
async function chooseTemporal(options) {
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
      startTemporalServer({ ...own, programs, environment: ofOurs, progress }),
    );
  }
  const cli = await findTemporalCli(environment, report);
  return report.step('Starting Temporal', (progress) =>
    startTemporal({ ...own, cli, isKept: temporalState === 'sqlite', progress }),
  );
}

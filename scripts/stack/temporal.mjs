import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';
import { prepareTemporal } from './preparation.mjs';
import { dynamicSettings, launchTemporal } from './temporal-process.mjs';

const contracts = 'dist/libs/contracts/search-attributes.js';

/**
 * @typedef {object} Temporal
 * @property {string} title which server it is and where it keeps its state, for who reads a report
 * @property {string} address host:port
 * @property {string} namespace
 * @property {boolean} isOurs false when TEMPORAL_ADDRESS names it; then it can be neither killed nor restarted
 * @property {() => Promise<void>} kill SIGKILL; unless its state is kept, all is forgotten
 * @property {() => Promise<void>} restart on the same ports; an empty server, unless its state is kept
 * @property {() => Promise<void>} forget kills it, deletes what it kept, and starts it again, empty
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => Promise<void>} stop
 * @property {string | undefined} logFile
 */

/**
 * The server that TEMPORAL_ADDRESS names, with a namespace and the search attributes, made where they are not there.
 * @param {string} address
 * @param {string} namespace
 * @param {NodeJS.ProcessEnv} environment with its certificates and its key
 * @returns {Promise<Temporal>}
 */
export async function useGivenTemporal(address, namespace, environment) {
  await prepareTemporal(
    environment,
    'Temporal (TEMPORAL_ADDRESS) cannot be used; unset it to get a server of our own.',
  );
  return {
    title: `Temporal at ${address}`,
    address,
    namespace,
    isOurs: false,
    kill: refuse,
    restart: refuse,
    forget: refuse,
    pause: refuseNow,
    resume: refuseNow,
    stop: async () => {},
    logFile: undefined,
  };
}

async function refuse() {
  refuseNow();
}

function refuseNow() {
  throw new Failure('TEMPORAL_ADDRESS names this server: it is not ours to stop.');
}

/**
 * Starts a development server of our own with its UI, in memory or kept in a file of the data folder.
 * @param {object} options
 * @param {import('./temporal-cli.mjs').TemporalCli} options.cli
 * @param {string} options.dataDirectory
 * @param {{ temporal: number, temporalUi: number }} options.ports
 * @param {string} options.namespace
 * @param {boolean} [options.isKept] survives a kill: slower, for runs that kill the server itself
 * @param {import('../report.mjs').Progress} options.progress
 * @param {import('./apps.mjs').TellExit} [options.onUnexpectedExit]
 * @returns {Promise<Temporal>}
 */
export async function startTemporal(options) {
  const { cli, dataDirectory, ports, namespace, isKept = false, progress, onUnexpectedExit } = options;
  const logFile = join(dataDirectory, 'logs/temporal.log');
  const address = `127.0.0.1:${ports.temporal}`;
  const keptIn = join(dataDirectory, 'temporal.sqlite');
  const serverArguments = [
    ...startArguments(cli.file, ports, namespace, await searchAttributes()),
    ...(isKept ? [`--db-filename=${keptIn}`] : []),
  ];
  const launch = () =>
    launchTemporal({ file: cli.file, serverArguments, address, namespace, logFile, onUnexpectedExit });
  let child = await launch();
  progress.done(`Temporal on port ${ports.temporal}, its UI on ${ports.temporalUi} (${cli.title})`);

  const kill = async () => {
    child.signal('SIGKILL');
    await child.exited;
  };
  return {
    title: `${cli.title}, ${isKept ? 'in a file (SQLite)' : 'in memory'}`,
    address,
    namespace,
    isOurs: true,
    kill,
    async restart() {
      await kill();
      child = await launch();
    },
    async forget() {
      await kill();
      for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${keptIn}${part}`, { force: true });
      child = await launch();
    },
    pause: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
    async stop() {
      await child.stop();
    },
    logFile,
  };
}

/**
 * @param {string} file
 * @param {{ temporal: number, temporalUi: number }} ports
 * @param {string} namespace
 * @param {readonly string[]} attributes name=type
 */
function startArguments(file, ports, namespace, attributes) {
  const help = spawnSync(file, ['server', 'start-dev', '--help'], { encoding: 'utf8' }).stdout ?? '';
  return [
    'server',
    'start-dev',
    '--ip=127.0.0.1',
    '--log-level=warn',
    `--port=${ports.temporal}`,
    `--ui-port=${ports.temporalUi}`,
    ...(help.includes('--ui-disable-news-fetch') ? ['--ui-disable-news-fetch'] : []),
    ...(namespace === 'default' ? [] : ['--namespace', namespace]),
    ...dynamicSettings.flatMap((setting) => ['--dynamic-config-value', setting]),
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
}

/**
 * What operations staff can search transactions by: the list of the compiled sources, so that there is one.
 * @returns {Promise<readonly string[]>} name=type
 */
async function searchAttributes() {
  const file = inRepository(contracts);
  if (!existsSync(file)) throw new Failure(`${contracts} does not exist.`, ['Run "npm run build".']);
  const { searchAttributes: keys } = await import(pathToFileURL(file).href);
  return Object.values(keys).map(({ name, type }) => `${name}=${type === 'BOOL' ? 'Bool' : 'Keyword'}`);
}

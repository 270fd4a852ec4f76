import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startOnLeash } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { shown } from '../paths.mjs';
import { findPostgres } from './postgres-binaries.mjs';
import { clusterPassword, ensureCluster, existingCluster, gatewayContent } from './postgres-cluster.mjs';
import { readPostmaster, stopOrphan } from './postmaster.mjs';

const readySeconds = 60;
const shutdownSeconds = 15;
const pollMilliseconds = 25;
const reachSeconds = 5;

/**
 * @typedef {object} Postgres
 * @property {string} title which Postgres it is, for who reads a report
 * @property {string} url
 * @property {number | undefined} pid all its processes descend from this one; undefined when it is not ours
 * @property {boolean} isOurs false when DATABASE_URL names it; then it can be neither killed nor restarted
 * @property {() => Promise<void>} kill SIGKILL, as a crash of the machine would
 * @property {() => Promise<void>} restart starts it again, after a kill or else after an orderly stop
 * @property {() => void} pause stops the postmaster (SIGSTOP): nobody new gets in, who is in goes on
 * @property {() => void} resume
 * @property {() => Promise<void>} stop
 * @property {string | undefined} logFile
 */

/**
 * Where this data folder keeps its cluster.
 * @param {string} dataDirectory
 */
export function postgresFolder(dataDirectory) {
  return join(dataDirectory, 'postgres');
}

/**
 * The server that DATABASE_URL names, as a Postgres that is not ours.
 * @param {string} url
 * @returns {Promise<Postgres>}
 */
export async function useGivenPostgres(url) {
  const { hostname, port } = parseUrl(url);
  if (!(await answers(hostname, Number(port || 5432)))) {
    throw new Failure(`DATABASE_URL: nothing answers on ${hostname}:${port || 5432}.`, [
      'Start that server, or unset DATABASE_URL to get one of our own.',
    ]);
  }
  return {
    title: 'Postgres from DATABASE_URL',
    url,
    pid: undefined,
    isOurs: false,
    kill: refuse,
    restart: refuse,
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
  throw new Failure('DATABASE_URL names this server: it is not ours to stop.');
}

/**
 * Ends a server that was left behind in the data folder, and says so.
 * @param {string} dataDirectory
 * @param {import('../report.mjs').Report} report
 */
export async function stopPostgresLeftBehind(dataDirectory, report) {
  const pid = await stopOrphan(join(postgresFolder(dataDirectory), 'cluster'));
  if (pid !== undefined) report.note(`✔ Stopped a Postgres that an earlier run left behind (pid ${pid})`);
}

/**
 * Starts a server of our own on the data folder.
 * @param {object} options
 * @param {string} options.dataDirectory
 * @param {number} options.port
 * @param {import('./postgres-cluster.mjs').ClusterContent} [options.content]
 * @param {import('../report.mjs').Progress} options.progress
 * @param {import('./apps.mjs').TellExit} [options.onUnexpectedExit]
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(options) {
  const { dataDirectory, port, content = gatewayContent, progress, onUnexpectedExit } = options;
  const folder = postgresFolder(dataDirectory);
  const binaries = findPostgres(existingCluster(folder));
  mkdirSync(join(dataDirectory, 'logs'), { recursive: true });
  const { cluster, password, isNew } = ensureCluster(folder, binaries, content);
  const logFile = join(dataDirectory, 'logs/postgres.log');
  const start = () =>
    launch(binaries, cluster, port, logFile, (exit) => onUnexpectedExit?.('Postgres', exit, logFile));
  let child = await start();
  progress.done(`${binaries.title} on port ${port}${isNew ? ', with a new database' : ''}`);

  return {
    title: binaries.title,
    url: databaseUrl(password, port, content),
    get pid() {
      return child.pid;
    },
    isOurs: true,
    async kill() {
      child.signal('SIGKILL');
      await child.exited;
    },
    async restart() {
      await child.stop();
      await stopOrphan(cluster);
      child = await start();
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
 * The address of the server that another run of ours keeps up on the data folder, or undefined.
 * @param {string} dataDirectory
 */
export function runningDatabaseUrl(dataDirectory) {
  const folder = postgresFolder(dataDirectory);
  const postmaster = readPostmaster(join(folder, 'cluster'));
  return postmaster?.isReady ? databaseUrl(clusterPassword(folder), postmaster.port) : undefined;
}

/**
 * @param {string} password
 * @param {number} port
 * @param {import('./postgres-cluster.mjs').ClusterContent} [content] its first database is meant
 */
function databaseUrl(password, port, { user, databases } = gatewayContent) {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${databases[0]}`;
}

/** @param {string} url */
function parseUrl(url) {
  if (URL.canParse(url)) return new URL(url);
  throw new Failure('DATABASE_URL is not an address.', [
    'It reads postgres://user:password@host:5432/database',
  ]);
}

/**
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {string} cluster
 * @param {number} port
 * @param {string} logFile
 * @param {(exit: import('../children.mjs').Exit) => void} onUnexpectedExit
 */
async function launch(binaries, cluster, port, logFile, onUnexpectedExit) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...rest] = [...binaries.prefix, binaries.postgres, '-D', cluster, ...options];
  const output = openSync(logFile, 'a');
  const child = startOnLeash(command, rest, {
    environment: { ...process.env, LC_ALL: 'C' },
    output,
    // SIGINT is the fast shutdown: it rolls back what is open and ends in order.
    stopSignal: 'SIGINT',
    graceSeconds: shutdownSeconds,
    onUnexpectedExit,
  });
  closeSync(output);
  await waitUntilReady(child, cluster, logFile);
  return child;
}

/**
 * @param {import('../children.mjs').Child} child
 * @param {string} cluster
 * @param {string} logFile
 */
async function waitUntilReady(child, cluster, logFile) {
  const until = Date.now() + readySeconds * 1_000;
  while (Date.now() < until) {
    if (readPostmaster(cluster)?.isReady) return;
    if (child.exit() !== undefined) break;
    await sleep(pollMilliseconds);
  }
  await child.stop();
  const said = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|error/.test(line));
  throw new Failure('Postgres did not start.', [
    said.at(-1) ?? 'It said nothing.',
    `Read ${shown(logFile)}.`,
  ]);
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: reachSeconds * 1_000 });
    const end = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { awaitReady, startOnLeash } from '../children.js';
import { Failure } from '../failure.mjs';
import { shown } from '../paths.js';
import type { Progress, Report } from '../report.js';
import type { TellExit } from './apps.js';
import { findPostgres } from './postgres-binaries.js';
import {
  clusterPassword,
  ensureCluster,
  existingCluster,
  gatewayContent,
  type ClusterContent,
} from './postgres-cluster.js';
import { readPostmaster, stopOrphan } from './postmaster.js';
import { givenServer, ownServer, type Server } from './server.js';

const start = { seconds: 60, pollMilliseconds: 25 };
/**
 * After a crash the processes of connections outlive the server until their statement waits for something, and as long as
 * one of them is left Postgres refuses to start on their files.
 */
const isInUse = /pre-existing shared memory block .* is still in use/;
const inUsePollMilliseconds = 250;
const shutdownSeconds = 15;
const reachSeconds = 5;

export type Postgres = Server & {
  readonly url: string;
  /** All its processes descend from this one; undefined when it is not ours. */
  readonly pid: number | undefined;
};

/** Where this data folder keeps its cluster. */
export function postgresFolder(dataDirectory: string): string {
  return join(dataDirectory, 'postgres');
}

/** The server that DATABASE_URL names, as a Postgres that is not ours. */
export async function useGivenPostgres(url: string): Promise<Postgres> {
  if (!URL.canParse(url)) {
    throw new Failure('DATABASE_URL is not a Postgres URL.', [
      'It must look like postgres://user:password@host:5432/database',
    ]);
  }
  const { hostname, port } = new URL(url);
  if (!(await answers(hostname, Number(port || 5432)))) {
    throw new Failure(`DATABASE_URL: nothing answers on ${hostname}:${port || 5432}.`, [
      'Start that server, or unset DATABASE_URL to have one started for you.',
    ]);
  }
  return { ...givenServer('DATABASE_URL', 'Postgres from DATABASE_URL'), url, pid: undefined };
}

/** Ends a server that was left behind in the data folder, and says so. */
export async function stopPostgresLeftBehind(dataDirectory: string, report: Report): Promise<void> {
  const pid = await stopOrphan(join(postgresFolder(dataDirectory), 'cluster'));
  if (pid !== undefined) report.note(`✔ Stopped a Postgres that an earlier run left behind (pid ${pid})`);
}

export type PostgresOptions = {
  readonly dataDirectory: string;
  readonly port: number;
  readonly content?: ClusterContent;
  /** Of the server, beside ours. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly progress: Progress;
  readonly onUnexpectedExit?: TellExit | undefined;
};

/** Starts a server of our own on the data folder. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDirectory, port, content = gatewayContent, progress, onUnexpectedExit } = options;
  const folder = postgresFolder(dataDirectory);
  const binaries = findPostgres(existingCluster(folder));
  const { cluster, password, isNew } = ensureCluster(folder, binaries, content);
  const logFile = join(dataDirectory, 'logs/postgres.log');
  const command = [
    ...binaries.prefix,
    binaries.postgres,
    '-D',
    cluster,
    ...settingsFor(port, options.settings),
  ];
  const launch = async () => {
    const until = Date.now() + start.seconds * 1_000;
    for (;;) {
      const said = readFrom(logFile);
      let isReady = false;
      const launched = startOnLeash(command[0] ?? '', command.slice(1), {
        environment: { ...process.env, LC_ALL: 'C' },
        logFile,
        // SIGINT is the fast shutdown: it rolls back what is open and ends in order.
        stopSignal: 'SIGINT',
        graceSeconds: shutdownSeconds,
        onUnexpectedExit: (exit) => isReady && onUnexpectedExit?.('Postgres', exit, logFile),
      });
      const outcome = await awaitReady(launched, () => readPostmaster(cluster)?.isReady === true, start);
      isReady = outcome === 'ready';
      if (isReady) return launched;
      if (!isInUse.test(said()) || Date.now() > until) throw notStarted(said(), logFile);
      await sleep(inUsePollMilliseconds);
    }
  };
  let child = await launch();
  progress.done(`${binaries.title} on port ${port}${isNew ? ', with a new database' : ''}`);

  return {
    ...ownServer(() => [child]),
    title: binaries.title,
    url: databaseUrl(password, port, content),
    get pid() {
      return child.pid;
    },
    async restart() {
      await child.stop();
      await stopOrphan(cluster);
      child = await launch();
    },
    logFile,
  };
}

/** The address of the server that another of our runs has on the data folder; undefined if none is ready. */
export function runningDatabaseUrl(dataDirectory: string): string | undefined {
  const folder = postgresFolder(dataDirectory);
  const postmaster = readPostmaster(join(folder, 'cluster'));
  return postmaster?.isReady ? databaseUrl(clusterPassword(folder), postmaster.port) : undefined;
}

/** Of the content's first database. */
function databaseUrl(password: string, port: number, { user, databases } = gatewayContent): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${databases[0]}`;
}

function settingsFor(port: number, further: Readonly<Record<string, string>> = {}): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...further,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns what is written to the file from now on. */
function readFrom(file: string): () => string {
  const from = existsSync(file) ? statSync(file).size : 0;
  return () => readFileSync(file).subarray(from).toString();
}

function notStarted(said: string, logFile: string): Failure {
  const errors = said.split('\n').filter((line) => /FATAL|PANIC|ERROR|error/.test(line));
  return new Failure('Postgres did not start.', [
    errors.at(-1) ?? 'It printed nothing.',
    `Read ${shown(logFile)}.`,
  ]);
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: reachSeconds * 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

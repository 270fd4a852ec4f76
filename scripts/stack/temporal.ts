import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { searchAttributes } from '#contracts/search-attributes';
import type { Progress } from '../report.js';
import type { TellExit } from './apps.js';
import { prepareTemporal } from './preparation.js';
import { givenServer, ownServer, type Temporal } from './server.js';
import type { TemporalCli } from './temporal-cli.js';
import { dynamicSettings, launchTemporal } from './temporal-process.js';

/**
 * The server that TEMPORAL_ADDRESS names, with a namespace and the search attributes, made where they are not there.
 * `environment`: with its certificates and its key.
 */
export async function useGivenTemporal(
  address: string,
  namespace: string,
  environment: NodeJS.ProcessEnv,
): Promise<Temporal> {
  await prepareTemporal(
    environment,
    'Temporal (TEMPORAL_ADDRESS) cannot be used; unset it to have one started for you.',
  );
  const server = givenServer('TEMPORAL_ADDRESS', `Temporal at ${address}`);
  return { ...server, address, namespace, forget: server.kill };
}

export type TemporalOptions = {
  readonly dataDirectory: string;
  readonly ports: { readonly temporal: number; readonly temporalUi: number; readonly postgres: number };
  readonly namespace: string;
  readonly progress: Progress;
  readonly onUnexpectedExit?: TellExit;
};

/**
 * SQLite writes ahead and leaves it to the system when that reaches the disk. What was confirmed survives a kill of the
 * server, though not a crash of the machine; with a flush for each transaction a slow disk allows a dozen starts a second.
 */
const keptThroughKill = ['journal_mode=WAL', 'synchronous=NORMAL'].map(
  (pragma) => `--sqlite-pragma=${pragma}`,
);

/**
 * Starts a development server of our own with its UI. `isKept`: in a file of the data folder instead of in memory, so
 * that it survives a kill, for runs that kill the server itself.
 */
export async function startTemporal(
  options: TemporalOptions & { readonly cli: TemporalCli; readonly isKept: boolean },
): Promise<Temporal> {
  const { cli, dataDirectory, ports, namespace, isKept, progress, onUnexpectedExit } = options;
  const logFile = join(dataDirectory, 'logs/temporal.log');
  const address = `127.0.0.1:${ports.temporal}`;
  const keptIn = join(dataDirectory, 'temporal.sqlite');
  const serverArguments = [
    ...startArguments(cli.file, ports, namespace),
    ...(isKept ? [`--db-filename=${keptIn}`, ...keptThroughKill] : []),
  ];
  const launch = () =>
    launchTemporal({ file: cli.file, serverArguments, address, namespace, logFile, onUnexpectedExit });
  let child = await launch();
  progress.done(`Temporal on port ${ports.temporal}, its UI on ${ports.temporalUi} (${cli.title})`);

  const server = ownServer(() => [child]);
  return {
    ...server,
    title: `${cli.title}, ${isKept ? 'in a file (SQLite)' : 'in memory'}`,
    address,
    namespace,
    async restart() {
      await server.kill();
      child = await launch();
    },
    async forget() {
      await server.kill();
      for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${keptIn}${part}`, { force: true });
      child = await launch();
    },
    logFile,
  };
}

/** The help of each command file, read once by each process. */
const helpOf = new Map<string, string>();

function startArguments(
  file: string,
  ports: { readonly temporal: number; readonly temporalUi: number },
  namespace: string,
): readonly string[] {
  const help =
    helpOf.get(file) ?? spawnSync(file, ['server', 'start-dev', '--help'], { encoding: 'utf8' }).stdout ?? '';
  helpOf.set(file, help);
  const attributes = Object.values(searchAttributes).map(
    ({ name, type }) => `${name}=${type === 'BOOL' ? 'Bool' : 'Keyword'}`,
  );
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

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, stringify } from 'yaml';

import { awaitReady, startOnLeash, type Exit } from '../children.js';
import { Failure } from '../failure.mjs';
import { inRepository, shown } from '../paths.js';
import { portTable, type PortName, type Ports } from './ports.js';
import type { PrometheusPrograms } from './prometheus-programs.js';

const ready = { seconds: 60, pollMilliseconds: 200 };
const requestMilliseconds = 2_000;
const retention = '2d';

type PrometheusFile = {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
};
type AlertmanagerFile = { readonly receivers: readonly { readonly name: string }[] };

export type ObserverOptions = {
  /** Where configuration, figures and logs are kept. */
  readonly folder: string;
  readonly ports: Ports;
  readonly environment: NodeJS.ProcessEnv;
  readonly onUnexpectedExit: (name: string, exit: Exit, logFile: string) => void;
};

/** Starts a Prometheus that looks at the stack of these ports. `withAlertmanager`: its alerts go to ours. */
export async function startPrometheus(
  { prometheus }: PrometheusPrograms,
  options: ObserverOptions & { readonly withAlertmanager: boolean },
): Promise<void> {
  const { folder, ports, withAlertmanager } = options;
  const file = readYaml('observe/prometheus.yaml') as PrometheusFile;
  const configuration = localPrometheus(file, ports, withAlertmanager);
  await startObserver(
    'prometheus',
    [
      prometheus,
      `--config.file=${writeYaml(folder, 'prometheus.yaml', configuration)}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--storage.tsdb.retention.time=${retention}`,
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
    ],
    options,
  );
}

/** Starts an Alertmanager that groups and silences alerts, and notifies no receiver. */
export async function startAlertmanager(alertmanager: string, options: ObserverOptions): Promise<void> {
  const { folder, ports } = options;
  const configuration = localAlertmanager(readYaml('observe/alertmanager.yaml') as AlertmanagerFile);
  await startObserver(
    'alertmanager',
    [
      alertmanager,
      `--config.file=${writeYaml(folder, 'alertmanager.yaml', configuration)}`,
      `--storage.path=${join(folder, 'alertmanager')}`,
      `--web.listen-address=127.0.0.1:${ports.alertmanager}`,
      // A single instance.
      '--cluster.listen-address=',
    ],
    options,
  );
}

/** What `observe/prometheus.yaml` says, for the stack at these ports, with the rules where they are. */
export function localPrometheus(file: PrometheusFile, ports: Ports, withAlertmanager: boolean): object {
  const names = Object.keys(portTable) as PortName[];
  const moved = new Map(names.map((name) => [`localhost:${portTable[name].port}`, ports[name]]));
  const alertmanager = { static_configs: [{ targets: [`localhost:${ports.alertmanager}`] }] };
  return {
    ...file,
    rule_files: file.rule_files.map((path) => inRepository('observe', path)),
    scrape_configs: file.scrape_configs.map((job) => ({
      ...job,
      static_configs: job.static_configs.map(({ targets }) => ({
        targets: targets.map((target) => `localhost:${moved.get(target)}`),
      })),
    })),
    ...(withAlertmanager ? { alerting: { alertmanagers: [alertmanager] } } : {}),
  };
}

/** The routes of `observe/alertmanager.yaml` with receivers that send nothing: whom to wake is unknown here. */
export function localAlertmanager<T extends AlertmanagerFile>(file: T): T {
  return { ...file, receivers: file.receivers.map(({ name }) => ({ name })) };
}

/** Starts one program under a leash, and returns when it says that it is ready. */
async function startObserver(
  name: 'prometheus' | 'alertmanager',
  [program, ...words]: readonly [string, ...string[]],
  { folder, ports, environment, onUnexpectedExit }: ObserverOptions,
): Promise<void> {
  const logFile = join(folder, `${name}.log`);
  let isReady = false;
  const child = startOnLeash(program, words, {
    environment,
    logFile,
    onUnexpectedExit: (exit) => isReady && onUnexpectedExit(name, exit, logFile),
  });
  const url = `http://127.0.0.1:${ports[name]}/-/ready`;
  isReady = (await awaitReady(child, () => answersOk(url), ready)) === 'ready';
  if (!isReady) throw new Failure(`${portTable[name].title} did not start.`, [`Read ${shown(logFile)}.`]);
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestMilliseconds) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function readYaml(path: string): unknown {
  return parse(readFileSync(inRepository(path), 'utf8'));
}

/** Returns the path. */
function writeYaml(folder: string, name: string, content: object): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, stringify(content));
  return path;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

/** One series of an answer: what it was at each second of the range. */
type Series = {
  readonly values: readonly string[];
  readonly last: string | undefined;
};

export type Prometheus = {
  readonly url: string;
  /** All that an expression was since Prometheus was started, second by second. */
  ask(query: string): Promise<readonly Series[]>;
  stop(): Promise<void>;
};

/** Where `observe/prometheus.yaml` looks, by the name of what is there in a stack. */
const targets = {
  metrics: 'localhost:3004',
  checkoutMetrics: 'localhost:3005',
  workerMetrics: 'localhost:3006',
  sdkMetrics: 'localhost:3007',
} as const;
const names = Object.keys(targets) as (keyof typeof targets)[];

/** Addresses of the figures of a stack. */
export type MetricsUrls = Readonly<Record<keyof typeof targets, string>>;

/** A Prometheus with the files of `observe`, at the ports of a stack, which it looks at every second; returns once it has. */
export async function runPrometheus(program: string, urls: MetricsUrls): Promise<Prometheus> {
  const startedAt = Date.now() / 1_000;
  const directory = await mkdtemp(join(tmpdir(), 'gateway-prometheus-'));
  await writeConfiguration(directory, urls);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(directory, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async (query: string): Promise<readonly Series[]> => {
    const range = { query, start: String(startedAt), end: String(Date.now() / 1_000), step: '1s' };
    const response = await fetch(`${url}/api/v1/query_range?${new URLSearchParams(range).toString()}`);
    const { data, error } = (await response.json()) as {
      data?: { result: { values: [number, string][] }[] };
      error?: string;
    };
    if (!data) throw new Error(`${query}: ${error}`);
    return data.result.map(({ values }) => {
      const texts = values.map(([, value]) => value);
      return { values: texts, last: texts.at(-1) };
    });
  };
  await until(
    async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.status,
    (status) => status === 200,
  );
  // It may be ready seconds before it first looks at anybody: what was counted by then would never have grown.
  await until(
    () => ask('count(up == 1)'),
    ([processes]) => processes?.last === String(names.length),
  );
  return {
    url,
    ask,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function writeConfiguration(directory: string, urls: MetricsUrls): Promise<void> {
  await cp('observe/alerts', join(directory, 'alerts'), { recursive: true });
  for (const name of (await readdir('observe/alerts')).filter((file) => file.endsWith('.yaml'))) {
    const rules = await readFile(join('observe/alerts', name), 'utf8');
    await writeFile(join(directory, 'alerts', name), rules.replaceAll(/interval: \w+/g, 'interval: 1s'));
  }
  let configuration = await readFile('observe/prometheus.yaml', 'utf8');
  configuration = configuration.replaceAll(/(scrape|evaluation)_interval: \w+/g, '$1_interval: 1s');
  for (const name of names) configuration = configuration.replace(targets[name], new URL(urls[name]).host);
  await writeFile(join(directory, 'prometheus.yaml'), configuration);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

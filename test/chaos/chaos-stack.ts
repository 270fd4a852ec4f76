import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Report, Stack, StackOptions } from '../../scripts/stack/start-stack.mjs';
import type { Ports } from '../../scripts/stack/ports.mjs';
import { chooseWithinMs } from './plan-traffic.js';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.js';
import { createRandom } from '../support/seeded-random.js';

/** The scripts' own functions, handed in because compiled code lies elsewhere than they do. */
export type StackTools = {
  readonly startStack: (options: StackOptions) => Promise<Stack>;
  readonly choosePorts: (environment: Readonly<Record<string, string | undefined>>, offset: number) => Ports;
  /** The repository, or a copy of it. */
  readonly root: string;
  readonly report: Report;
};

export const links = [
  'api to Postgres',
  'worker to Postgres',
  'api to Temporal',
  'worker to Temporal',
  'worker to sandbox',
  'sandbox to api',
] as const;
export type Link = (typeof links)[number];

export type ChaosStack = {
  readonly stack: Stack;
  readonly directory: string;
  readonly proxies: Readonly<Record<Link, FaultyProxy>>;
  /** With `keepsFiles` the data directory stays, for whoever looks into what happened. */
  stop(options: { readonly keepsFiles: boolean }): Promise<void>;
};

/** The development configuration with waits of seconds. The settle time is longer than any delay on the way. */
const quickTiming: Readonly<Record<string, unknown>> = {
  response_deadline: '4s',
  provider_call: '2s',
  lookup_call: '2s',
  lookup: ['1s', '1s', '2s'],
  submit_max_age: { payment: '2m', payout: '24h' },
  window: { hosted_page: '40s', mbway: '5m' },
  bank_code_challenge: `${chooseWithinMs}ms`,
  bank_list_age: '2s',
  unknown_review: '20s',
  callback_attempt: '3s',
  callback_retries: ['200ms', '500ms', ...Array.from({ length: 60 }, () => '1s')],
  sweep: ['1s', '2s'],
};
const settle = '9s';

/** Everything is counted, and the closed route has little room, so that payments pass it by or leave it again. */
const wide = { per_day: { amount: 1_000_000_000, count: 1_000_000 }, per_month: { count: 1_000_000 } };
const countedLimits: readonly (readonly [path: readonly string[], limits: object])[] = [
  [['projects', 'demo', 'limits'], wide],
  [['merchants', 'demo', 'customer_limits'], wide],
  [['merchants', 'cascade', 'customer_limits'], wide],
  [['mids', 'main', 'counted_limits'], wide],
  [['mids', 'closed', 'counted_limits'], { per_day: { count: 2 } }],
];
const silenceMs = 5_000;

/** A whole system of its own whose parts reach each other through proxies of this process. */
export async function startChaosStack(
  tools: StackTools,
  options: { readonly seed: number; readonly portOffset: number; readonly crashPoints: string },
): Promise<ChaosStack> {
  const ports = tools.choosePorts({}, options.portOffset);
  const proxies = await startProxies(ports, options.seed);
  const directory = await mkdtemp(join(tmpdir(), 'gateway-chaos-'));
  const configFile = join(directory, 'gateway.yaml');
  await writeFile(configFile, await quickConfiguration(tools.root, proxies));
  const stack = await tools.startStack({
    portOffset: options.portOffset,
    dataDirectory: directory,
    configFile,
    keepsTemporal: true,
    report: tools.report,
    environment: {
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      PORT_OFFSET: undefined,
      SANDBOX_SILENCE_MS: String(silenceMs),
      LOG_LEVEL: 'info',
    },
  });
  const through = (name: 'api' | 'worker' | 'checkout', database: Link, temporal: Link) => ({
    DATABASE_URL: withPort(stack.databaseUrls[name], proxies[database].port),
    TEMPORAL_ADDRESS: `127.0.0.1:${proxies[temporal].port}`,
    CRASH_POINTS: options.crashPoints,
    CRASH_SEED: String(options.seed),
  });
  const { api, worker, checkout } = stack.apps;
  await Promise.all([
    api.restart(through('api', 'api to Postgres', 'api to Temporal')),
    checkout.restart(through('checkout', 'api to Postgres', 'api to Temporal')),
    worker.restart({
      ...through('worker', 'worker to Postgres', 'worker to Temporal'),
      API_URL: `http://localhost:${proxies['sandbox to api'].port}`,
    }),
  ]);
  return {
    stack,
    directory,
    proxies,
    async stop({ keepsFiles }) {
      await stack.stop();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      if (!keepsFiles) await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startProxies(ports: Ports, seed: number): Promise<Readonly<Record<Link, FaultyProxy>>> {
  const start = (link: Link, port: number) => startFaultyProxy(port, createRandom(seed, link));
  return {
    'api to Postgres': await start('api to Postgres', ports.postgres),
    'worker to Postgres': await start('worker to Postgres', ports.postgres),
    'api to Temporal': await start('api to Temporal', ports.temporal),
    'worker to Temporal': await start('worker to Temporal', ports.temporal),
    'worker to sandbox': await start('worker to sandbox', ports.sandbox),
    'sandbox to api': await start('sandbox to api', ports.api),
  };
}

async function quickConfiguration(
  root: string,
  proxies: Readonly<Record<Link, FaultyProxy>>,
): Promise<string> {
  const sandbox = `http://localhost:${proxies['worker to sandbox'].port}`;
  const configuration = parseDocument(await readFile(join(root, 'config/gateway.yaml'), 'utf8'));
  for (const [name, value] of Object.entries(quickTiming)) configuration.setIn(['timing', name], value);
  for (const [path, limits] of countedLimits) configuration.setIn(path, limits);
  configuration.setIn(['provider_defaults', 'settle'], settle);
  configuration.setIn(['provider_defaults', 'base_url'], sandbox);
  configuration.setIn(['project_defaults', 'default_urls', 'callback_url'], `${sandbox}/merchant/callbacks`);
  return String(configuration);
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

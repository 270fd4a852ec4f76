import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report, Stack, StackOptions, TemporalState } from '../../scripts/stack/start-stack.js';
import type { Ports, StackPorts } from '../../scripts/stack/ports.js';
import { quickConfiguration } from './chaos-configuration.js';
import type { ChaosProvider } from './chaos-options.js';
import { mountDisk, type Disk } from './disk.js';
import { appNames } from './parts.js';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.js';
import { startAtStripe, type AtStripe } from './at-stripe.js';
import { createRandom } from '../fakes/seeded-random.js';

/** The scripts' own functions, handed in because compiled code lies elsewhere than they do. */
export type StackTools = {
  readonly startStack: (options: StackOptions) => Promise<Stack>;
  readonly choosePorts: (environment: Readonly<Record<string, string | undefined>>, offset: number) => Ports;
  readonly withFurtherPorts: (ports: Ports) => StackPorts;
  /** The repository, or a copy of it. */
  readonly root: string;
  readonly report: Report;
  /** Why there can be no disk of its own for Postgres; absent when mounts of this process are its own. */
  readonly noDisk: string | undefined;
};

/** Both apis share their ways; each worker has its own, so that one may be cut off while the other carries on. */
export const links = [
  'api to Postgres',
  'worker to Postgres',
  'worker2 to Postgres',
  'api to Temporal',
  'worker to Temporal',
  'worker2 to Temporal',
  'worker to sandbox',
  'sandbox to api',
  'sandbox to api2',
] as const;
export type Link = (typeof links)[number];

export type ChaosStack = {
  readonly stack: Stack;
  readonly directory: string;
  readonly proxies: Readonly<Record<Link, FaultyProxy>>;
  /** On the way to a provider and a merchant that others than the run's own traffic use. */
  readonly hung: FaultyProxy;
  /** From now on processes die and freeze at the points of the run. */
  arm(): Promise<void>;
  /** The disk of Postgres, where the machine allows one of its own. */
  readonly disk: Disk | undefined;
  /** Where Stripe World moves the money. */
  readonly stripe: AtStripe | undefined;
  /** Where merchants find the apis. */
  readonly apiUrls: readonly string[];
  /** With `keepsFiles` the data directory stays for an investigation. */
  stop(options: { readonly keepsFiles: boolean }): Promise<void>;
};

const silenceMs = 5_000;
const diskMegabytes = 768;

/** A whole system of its own whose parts reach each other through proxies of this process. */
export async function startChaosStack(
  tools: StackTools,
  options: {
    readonly seed: number;
    readonly portOffset: number;
    readonly crashPoints: string;
    readonly freezePoints: string;
    /** Whether processes meet those points from the start, instead of from `arm` on. */
    readonly isArmed: boolean;
    /** Not in memory: it is killed. */
    readonly temporal: Exclude<TemporalState, 'memory'>;
    readonly provider: ChaosProvider;
    /** Further variables of every process. */
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<ChaosStack> {
  const ports = tools.withFurtherPorts(tools.choosePorts({}, options.portOffset));
  const stripe = options.provider === 'stripe' ? await startAtStripe(options.seed, ports.sandbox) : undefined;
  const proxies = await startProxies(ports, options.seed, stripe?.port);
  const hung = await startFaultyProxy(ports.sandbox, createRandom(options.seed, 'hung'));
  const directory = await mkdtemp(join(tmpdir(), 'gateway-chaos-'));
  const disk = tools.noDisk === undefined ? await mountForPostgres(directory) : undefined;
  const configFile = join(directory, 'gateway.yaml');
  const addresses = {
    sandbox: urlOf(proxies['worker to sandbox'].port),
    calmSandbox: urlOf(ports.sandbox),
    hungSandbox: urlOf(hung.port),
  };
  await writeFile(configFile, await quickConfiguration(tools.root, addresses, options.provider));
  const stack = await tools.startStack({
    portOffset: options.portOffset,
    dataDirectory: directory,
    configFile,
    temporalState: options.temporal,
    apps: appNames,
    build: tools.root,
    report: tools.report,
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      PORT_OFFSET: undefined,
      SANDBOX_SILENCE_MS: String(silenceMs),
      LOG_LEVEL: 'info',
      ...options.environment,
    },
  });
  const deadly = { CRASH_POINTS: options.crashPoints };
  // Only one stands still at such places, so that the other carries on.
  const deadlyAndFreezing = { ...deadly, FREEZE_POINTS: options.freezePoints };
  const through = (role: 'api' | 'worker' | 'checkout', database: Link, temporal: Link) => ({
    DATABASE_URL: withPort(stack.databaseUrls[role], proxies[database].port),
    TEMPORAL_ADDRESS: `127.0.0.1:${proxies[temporal].port}`,
    ...(options.isArmed ? deadly : {}),
    CRASH_SEED: String(options.seed),
  });
  const { api, api2, worker, worker2, checkout, sandbox } = stack.apps;
  const asWorker = (name: 'worker' | 'worker2', callbacks: Link) => ({
    ...through('worker', `${name} to Postgres`, `${name} to Temporal`),
    FINANCE_DATABASE_URL: withPort(stack.databaseUrls.finance, proxies[`${name} to Postgres`].port),
    API_URL: urlOf(proxies[callbacks].port),
  });
  await Promise.all([
    api.restart(through('api', 'api to Postgres', 'api to Temporal')),
    api2.restart(through('api', 'api to Postgres', 'api to Temporal')),
    checkout.restart(through('checkout', 'api to Postgres', 'api to Temporal')),
    worker.restart({
      ...asWorker('worker', 'sandbox to api'),
      ...(options.isArmed ? deadlyAndFreezing : {}),
    }),
    worker2.restart(asWorker('worker2', 'sandbox to api2')),
    // Where a provider has its webhook as a setting of its own.
    sandbox.restart({ API_URL: urlOf(proxies['sandbox to api'].port) }),
  ]);
  stripe?.tell(
    (['sandbox to api', 'sandbox to api2'] as const).map(
      (link) => `${urlOf(proxies[link].port)}/provider-callbacks/stripe`,
    ),
  );
  return {
    stack,
    directory,
    proxies,
    hung,
    disk,
    stripe,
    async arm() {
      const others = [api, api2, worker2, checkout].map((app) => app.restart(deadly));
      await Promise.all([worker.restart(deadlyAndFreezing), ...others]);
    },
    apiUrls: [urlOf(stack.ports.api), urlOf(stack.ports.api2)],
    async stop({ keepsFiles }) {
      await stripe?.stop();
      await stack.stop();
      await Promise.all([hung, ...Object.values(proxies)].map((proxy) => proxy.close()));
      await disk?.remove({ keepsFiles });
      if (!keepsFiles) await rm(directory, { recursive: true, force: true });
    },
  };
}

async function mountForPostgres(directory: string): Promise<Disk> {
  const folder = join(directory, 'postgres');
  await mkdir(folder);
  return mountDisk(folder, diskMegabytes);
}

async function startProxies(
  ports: StackPorts,
  seed: number,
  providerPort = ports.sandbox,
): Promise<Readonly<Record<Link, FaultyProxy>>> {
  const start = (link: Link, port: number) => startFaultyProxy(port, createRandom(seed, link));
  return {
    'api to Postgres': await start('api to Postgres', ports.postgres),
    'worker to Postgres': await start('worker to Postgres', ports.postgres),
    'worker2 to Postgres': await start('worker2 to Postgres', ports.postgres),
    'api to Temporal': await start('api to Temporal', ports.temporal),
    'worker to Temporal': await start('worker to Temporal', ports.temporal),
    'worker2 to Temporal': await start('worker2 to Temporal', ports.temporal),
    'worker to sandbox': await start('worker to sandbox', providerPort),
    'sandbox to api': await start('sandbox to api', ports.api),
    'sandbox to api2': await start('sandbox to api2', ports.api2),
  };
}

function urlOf(port: number): string {
  return `http://localhost:${port}`;
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

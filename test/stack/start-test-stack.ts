import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { startStack, type AppName, type Report, type Stack } from '../../scripts/stack/start-stack.js';
import { ownLane, portsOf, type Place } from './lane.js';
import { patient } from './patience.js';
import { copyPreparedData } from './prepared-data.js';
import { sharedSettings } from './projects.js';

export type TestStack = { readonly stack: Stack; readonly directory: string; stop(): Promise<void> };

/** The development configuration with shorter waits, so that a time-out is a matter of seconds. */
const quickTiming: Readonly<Record<string, unknown>> = {
  response_deadline: inMs(3_000),
  provider_call: inMs(2_000),
  lookup_call: inMs(2_000),
  lookup: ['1s', '1s', '2s'],
  callback_retries: ['200ms', '500ms', '1s', '1s', '1s', '1s', '1s', '1s', '1s'],
  recovery: ['1s', '2s'],
  bank_list_age: '1s',
};

/**
 * Where file after file leaves payments open, they are asked about and looked after ever more rarely: hundreds of them every
 * two seconds would take half a processor.
 */
const everMoreRarely = [...Array<string>(10).fill('2s'), '5s', '10s', '20s', '40s', '80s'];
const sharedTiming: Readonly<Record<string, unknown>> = {
  lookup: ['1s', '1s', ...everMoreRarely],
  recovery: ['1s', ...everMoreRarely],
  // A second suspicion within a test is never due.
  suspected_lookup: ['5m', '20m', '1h'],
};

/** When "not found" begins to mean something after an unanswered call. */
export const settleMs = patient(4_000);

/** How long a customer of the project `window` may pay: longer than a test takes to open its page. */
const windowTiming = {
  window: { default: inMs(20_000), hosted_page: inMs(20_000) },
  bank_code_challenge: inMs(20_000),
};

/** How long the sandbox keeps silent in its time-out scenarios: longer than the deadline above. */
const silenceMs = patient(4_000);

/** A place in the configuration and what stands there instead. */
export type Setting = readonly [path: readonly string[], value: unknown];

/** The apps of a system in which no customer visits our pages, nor comes back to one from the provider. */
export const withoutCheckout: readonly AppName[] = ['sandbox', 'worker', 'api'];
/** What a file's own system has. */
const ownApps: readonly AppName[] = [...withoutCheckout, 'checkout'];
/** The shared stacks also have pages for staff, and a second api and checkout on the same database. */
const sharedApps: readonly AppName[] = [...ownApps, 'staff', 'api2', 'checkout2'];

/** Where a system differs from the one that test files share. */
export type TestStackOptions = {
  readonly settings?: readonly Setting[];
  readonly apps?: readonly AppName[];
  readonly environment?: Readonly<Record<string, string>>;
  /** By default the lane of the test file that asks. */
  readonly lane?: number;
  readonly place?: Place;
  /** The folder of a changed copy of the project that is run instead. */
  readonly folder?: string;
};

/** A whole system of its own, beside any other: own ports, own data, own servers, and settings where they differ. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const { environment = {}, lane = await ownLane(), place = 'own', folder = '.' } = options;
  const settings = options.settings ?? (place === 'shared' ? sharedSettings : []);
  const apps = options.apps ?? (place === 'shared' ? sharedApps : ownApps);
  const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const configFile = join(directory, 'gateway.yaml');
  const configuration = parseDocument(await readFile(join(folder, 'config/gateway.yaml'), 'utf8'));
  const timing = place === 'shared' ? { ...quickTiming, ...sharedTiming } : quickTiming;
  for (const [name, value] of Object.entries(timing)) configuration.setIn(['timing', name], value);
  configuration.setIn(['provider_defaults', 'settle'], `${settleMs}ms`);
  configuration.setIn(['projects', 'window', 'timing'], configuration.createNode(windowTiming));
  for (const [path, value] of settings) configuration.setIn(path, value);
  await writeFile(configFile, String(configuration));
  const ports = portsOf(lane, place);
  const isPrepared = environment['DATABASE_URL'] === undefined;
  if (isPrepared) await copyPreparedData(directory, ports['POSTGRES_PORT'] ?? '', reportTrouble);
  const start = await findStart(options.folder);
  const stack = await start({
    dataDirectory: directory,
    configFile,
    report: reportTrouble,
    // A changed copy has migrations of its own.
    isMigrated: isPrepared && options.folder === undefined,
    apps,
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      PORT_OFFSET: undefined,
      ...ports,
      SANDBOX_SILENCE_MS: String(silenceMs),
      LOG_LEVEL: 'debug',
      ...environment,
    },
  }).catch((error: unknown) => {
    throw new Error(describeFailure(error), { cause: error });
  });
  return {
    stack,
    directory,
    async stop() {
      await stack.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function findStart(folder: string | undefined): Promise<typeof startStack> {
  if (folder === undefined) return startStack;
  const program = pathToFileURL(join(folder, 'dist/scripts/stack/start-stack.js')).href;
  const copied = (await import(/* @vite-ignore */ program)) as { startStack: typeof startStack };
  return copied.startStack;
}

/** Its message, and the advice of a failure that is meant for people. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const advice = 'advice' in error && Array.isArray(error.advice) ? error.advice : [];
  return [error.message, ...advice.map(String)].join('\n');
}

/** Reports failures only: the progress of several systems that start at a time would be unreadable. */
const reportTrouble: Report = {
  step: (_doing, work) => work({ doing: () => undefined, done: () => undefined }),
  note: () => undefined,
  warn: (text) => void process.stdout.write(`⚠ ${text}\n`),
  fail: (text) => void process.stdout.write(`✖ ${text}\n`),
};

/** A deadline of the system under test, which a slower machine keeps as well. */
function inMs(deadlineMs: number): string {
  return `${patient(deadlineMs)}ms`;
}

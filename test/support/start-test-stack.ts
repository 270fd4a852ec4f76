import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { startStack, type AppName, type Stack } from '../../scripts/stack/start-stack.mjs';

export type TestStack = { readonly stack: Stack; readonly directory: string; stop(): Promise<void> };

/** The development configuration with shorter waits, so that a time-out is a matter of seconds. */
const quickTiming: Readonly<Record<string, unknown>> = {
  response_deadline: '3s',
  provider_call: '2s',
  lookup_call: '2s',
  lookup: ['1s', '1s', '2s'],
  callback_retries: ['200ms', '500ms', '1s', '1s', '1s', '1s', '1s', '1s', '1s'],
  sweep: ['1s', '2s'],
  bank_list_age: '1s',
};

/** When "not found" begins to mean something after an unanswered call. */
const quickSettle = '4s';

/** How long the sandbox keeps silent in its time-out scenarios: longer than the deadline above. */
const silenceMs = 4_000;

/** A place in the configuration and what stands there instead. */
export type Setting = readonly [path: readonly string[], value: unknown];

/** A whole system of its own, beside any other: own ports, own data, own servers, and settings where they differ. */
export async function startTestStack(
  portOffset: number,
  settings: readonly Setting[] = [],
  apps?: readonly AppName[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestStack> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const configFile = join(directory, 'gateway.yaml');
  const configuration = parseDocument(await readFile('config/gateway.yaml', 'utf8'));
  for (const [name, value] of Object.entries(quickTiming)) configuration.setIn(['timing', name], value);
  configuration.setIn(['provider_defaults', 'settle'], quickSettle);
  for (const [path, value] of settings) configuration.setIn(path, value);
  await writeFile(configFile, String(configuration));
  const stack = await startStack({
    portOffset,
    dataDirectory: directory,
    configFile,
    ...(apps && { apps }),
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      SANDBOX_SILENCE_MS: String(silenceMs),
      LOG_LEVEL: 'debug',
      ...environment,
    },
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

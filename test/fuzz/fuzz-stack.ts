import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report, Stack, StackOptions } from '../../scripts/stack/start-stack.js';
import type { FuzzTarget } from './run-fuzz.js';

/** The development configuration's own. */
const deadlineMs = 30_000;
const lanes = 12;

export type FuzzStack = {
  readonly target: FuzzTarget;
  /** With `keepsFiles` the data directory stays, so that its files can be examined. */
  stop(options: { readonly keepsFiles: boolean }): Promise<void>;
};

/** A whole system of its own in the development configuration. */
export async function startFuzzStack(
  startStack: (options: StackOptions) => Promise<Stack>,
  options: { readonly portOffset: number; readonly report: Report },
): Promise<FuzzStack> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-fuzz-'));
  const stack = await startStack({
    portOffset: options.portOffset,
    dataDirectory: directory,
    report: options.report,
    environment: {
      NODE_ENV: 'development',
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      PORT_OFFSET: undefined,
      GATEWAY_CONFIG: undefined,
      LOG_LEVEL: 'debug',
    },
  });
  return {
    target: {
      apiUrl: stack.urls.api,
      sandboxUrl: stack.urls.sandbox,
      databaseUrl: stack.postgres.url,
      temporalAddress: stack.temporal.address,
      directory,
      deadlineMs,
      lanes,
    },
    async stop({ keepsFiles }) {
      await stack.stop();
      if (!keepsFiles) await rm(directory, { recursive: true, force: true });
    },
  };
}

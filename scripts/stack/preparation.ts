import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { gatewayProgram } from './built-program.js';
import { modeOf } from './environment.js';
import { attentionOfAll } from './log-watch.js';

const linesMax = 10;

/** Brings the database's tables up to date with a build: this one, or that of another folder. */
export async function migrateDatabase(environment: NodeJS.ProcessEnv, build?: string): Promise<void> {
  await runGateway(['schema', 'migrate'], { complaint: 'The migrations failed.', environment, build });
}

/** Applies the configuration file (GATEWAY_CONFIG) to the database. */
export async function applyConfiguration(environment: NodeJS.ProcessEnv, build?: string): Promise<void> {
  const complaint = 'The configuration was not applied.';
  await runGateway(['config', 'apply'], { complaint, environment, build });
}

/** Makes the namespace and its search attributes on the server that TEMPORAL_ADDRESS names. */
export async function prepareTemporal(environment: NodeJS.ProcessEnv, complaint: string): Promise<void> {
  const inMode = { ...environment, NODE_ENV: modeOf(environment) };
  await runGateway(['temporal', 'prepare'], { complaint, environment: inMode });
}

async function runGateway(
  words: readonly string[],
  {
    complaint,
    environment,
    build,
  }: {
    readonly complaint: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly build?: string | undefined;
  },
): Promise<void> {
  const { code, output } = await runToEnd(process.execPath, gatewayProgram(words, build), { environment });
  if (code === 0) return;
  const telling = attentionOfAll(output);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  throw new Failure(complaint, (telling.length > 0 ? telling : lines).slice(0, linesMax));
}

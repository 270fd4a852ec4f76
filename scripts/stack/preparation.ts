import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { builtProgram } from './built-program.js';
import { modeOf } from './environment.js';
import { attentionOfAll } from './log-watch.js';

const linesMax = 10;

/** Brings the database's tables up to date with a build: this one, or that of another folder. */
export async function migrateDatabase(environment: NodeJS.ProcessEnv, build?: string): Promise<void> {
  await runProgram(['migrate'], { complaint: 'The migrations failed.', environment, build });
}

/** Applies the configuration file (GATEWAY_CONFIG), or other files, to the database. Returns what the program said. */
export function applyConfiguration(
  environment: NodeJS.ProcessEnv,
  files: readonly string[] = [],
  build?: string,
): Promise<string> {
  const complaint = 'The configuration was not applied.';
  return runProgram(['apply-configuration', ...files], { complaint, environment, build });
}

/** Makes the namespace and its search attributes on the server that TEMPORAL_ADDRESS names. */
export async function prepareTemporal(environment: NodeJS.ProcessEnv, complaint: string): Promise<void> {
  const inMode = { ...environment, NODE_ENV: modeOf(environment) };
  await runProgram(['prepare-temporal'], { complaint, environment: inMode });
}

async function runProgram(
  [program = '', ...words]: readonly string[],
  {
    complaint,
    environment,
    build,
  }: {
    readonly complaint: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly build?: string | undefined;
  },
): Promise<string> {
  const file = builtProgram(`admin/${program}`, build);
  const { code, output } = await runToEnd(process.execPath, [file, ...words], { environment });
  if (code === 0) return output;
  const telling = attentionOfAll(output);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  throw new Failure(complaint, (telling.length > 0 ? telling : lines).slice(0, linesMax));
}

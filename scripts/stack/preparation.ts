import { existsSync } from 'node:fs';

import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';
import { modeOf } from './environment.js';
import { attentionOfAll } from './log-watch.js';

const linesMax = 10;

/** Brings the database's tables up to date. */
export async function migrateDatabase(environment: NodeJS.ProcessEnv): Promise<void> {
  await runProgram(['migrate.js'], 'The migrations failed.', environment);
}

/** Applies the configuration file (GATEWAY_CONFIG), or other files, to the database. Returns what the program said. */
export function applyConfiguration(
  environment: NodeJS.ProcessEnv,
  files: readonly string[] = [],
): Promise<string> {
  return runProgram(['apply-configuration.js', ...files], 'The configuration was not applied.', environment);
}

/** Makes the namespace and its search attributes on the server that TEMPORAL_ADDRESS names. */
export async function prepareTemporal(environment: NodeJS.ProcessEnv, complaint: string): Promise<void> {
  await runProgram(['prepare-temporal.js'], complaint, { ...environment, NODE_ENV: modeOf(environment) });
}

async function runProgram(
  [program = '', ...words]: readonly string[],
  complaint: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const file = requireBuilt(`dist/apps/admin/src/${program}`);
  const { code, output } = await runToEnd(process.execPath, [file, ...words], { environment });
  if (code === 0) return output;
  const telling = attentionOfAll(output);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  throw new Failure(complaint, (telling.length > 0 ? telling : lines).slice(0, linesMax));
}

/** The path of a compiled program; a Failure where tests, which do not build, find none. */
export function requireBuilt(program: string): string {
  const file = inRepository(program);
  if (!existsSync(file)) throw new Failure(`${program} does not exist.`, ['Run "npm run build".']);
  return file;
}

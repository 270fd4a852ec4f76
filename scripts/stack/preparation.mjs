import { existsSync } from 'node:fs';

import { runToEnd } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';
import { modeOf } from './environment.mjs';
import { attentionOf } from './log-watch.mjs';

const migrate = 'dist/apps/admin/src/migrate.js';
const apply = 'dist/apps/admin/src/apply-configuration.js';
const prepare = 'dist/apps/admin/src/prepare-temporal.js';
const linesMax = 10;

/**
 * Brings the database's tables up to date.
 * @param {NodeJS.ProcessEnv} environment
 */
export async function migrateDatabase(environment) {
  await runProgram([migrate], 'The migrations failed.', environment);
}

/**
 * Applies the configuration file (GATEWAY_CONFIG) to the database.
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} [files] another file instead
 * @returns {Promise<string>} what the program said
 */
export async function applyConfiguration(environment, files = []) {
  return runProgram([apply, ...files], 'The configuration was not applied.', environment);
}

/**
 * Makes the namespace and its search attributes on the server that TEMPORAL_ADDRESS names.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} complaint what is said when it fails
 */
export async function prepareTemporal(environment, complaint) {
  await runProgram([prepare], complaint, { ...environment, NODE_ENV: modeOf(environment) });
}

/**
 * @param {readonly string[]} program
 * @param {string} complaint
 * @param {NodeJS.ProcessEnv} environment
 */
async function runProgram([program = '', ...rest], complaint, environment) {
  if (!existsSync(inRepository(program)))
    throw new Failure(`${program} does not exist.`, ['Run "npm run build".']);
  const { code, output } = await runToEnd(process.execPath, [inRepository(program), ...rest], {
    environment,
  });
  if (code === 0) return output;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.map(attentionOf).filter((line) => line !== undefined);
  throw new Failure(complaint, (telling.length > 0 ? telling : lines).slice(0, linesMax));
}

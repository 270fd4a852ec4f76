import { pathToFileURL } from 'node:url';

import { bootstrap } from '../bootstrap.mjs';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';
import { startStack } from '../stack/start-stack.mjs';

/** Beside a stack on the default ports, the tests' own and a chaos run. */
const portOffset = 8_000;

/**
 * Damaged requests on every endpoint of a system of its own, and every answer held against the contract:
 * fuzz --seed N --requests M
 * @type {import('../run-command.mjs').Command}
 */
export async function fuzz({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
  /** @type {import('../../test/fuzz/fuzz-options.js')} */
  const { readFuzzOptions } = await importBuilt('fuzz-options.js');
  /** @type {import('../../test/fuzz/fuzz-stack.js')} */
  const { startFuzzStack } = await importBuilt('fuzz-stack.js');
  /** @type {import('../../test/fuzz/run-fuzz.js')} */
  const { runFuzz } = await importBuilt('run-fuzz.js');
  /** @type {import('../../test/fuzz/fuzz-report.js')} */
  const { describeFuzz } = await importBuilt('fuzz-report.js');
  const options = readOptions(readFuzzOptions, commandArguments);
  const offset = Number(environment.FUZZ_PORT_OFFSET || portOffset);
  const stack = await startFuzzStack(startStack, { portOffset: offset, report });
  let isClean = false;
  try {
    const result = await report.step('Fuzzing', async (progress) => {
      const all = await runFuzz(stack.target, options, (what) => progress.doing(what));
      progress.done(`Fuzzed: ${options.requests} requests`);
      return all;
    });
    for (const line of describeFuzz(result)) report.note(line);
    isClean = result.violations.length === 0;
    if (!isClean) report.note(`  Logs and database are in ${stack.target.directory}`);
    return isClean ? 0 : 1;
  } finally {
    await stack.stop({ keepsFiles: !isClean });
  }
}

/** @param {string} file */
function importBuilt(file) {
  return import(pathToFileURL(inRepository('dist/test/fuzz', file)).href);
}

/**
 * @template Options
 * @param {(rest: readonly string[]) => Options} read
 * @param {readonly string[]} rest
 */
function readOptions(read, rest) {
  try {
    return read(rest);
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : 'Those arguments are not understood.', [
      'npm run fuzz -- --seed N --requests M',
    ]);
  }
}

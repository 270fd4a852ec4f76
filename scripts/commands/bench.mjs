import { pathToFileURL } from 'node:url';

import { bootstrap } from '../bootstrap.mjs';
import { startProgram } from '../children.mjs';
import { inRepository } from '../paths.mjs';
import { startStack } from '../stack/start-stack.mjs';

const bareWorker = 'dist/test/bench/bare/bare-worker.js';
const program = 'dist/test/bench/run-bench.js';

/**
 * Measures our whole payment and payout against the bare Temporal flow: bench [--quick] [--only throughput,growth,memory,ledger,recovery] [--temporal memory|sqlite|postgres] …
 * @type {import('../run-command.mjs').Command}
 */
export async function bench({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
  /** @type {import('../../test/bench/run-bench.js')} */
  const { runBench } = await import(pathToFileURL(inRepository(program)).href);
  const startBareWorker = (/** @type {NodeJS.ProcessEnv} */ variables, /** @type {number} */ output) =>
    startProgram([inRepository(bareWorker)], { environment: variables, output, leavesFirst: true });
  return runBench(
    { report, startStack, startBareWorker, resultFile: inRepository('bench/latest.json') },
    commandArguments,
  );
}

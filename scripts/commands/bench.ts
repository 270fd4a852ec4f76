import { startProgram } from '../children.js';
import { inRepository } from '../paths.js';
import type { Command } from '../command.js';
import { startStack } from '../stack/start-stack.js';

/**
 * Measures our whole payment and payout against the bare Temporal workflow: bench [--quick]
 * [--only throughput,growth,memory,ledger,recovery,observability] [--temporal memory|sqlite|postgres] …
 */
export const bench: Command = async ({ report }, words) => {
  const { runBench } = await import('../../test/bench/run-bench.js');
  const bareWorker = inRepository('dist/test/bench/bare/bare-worker.js');
  return runBench(
    {
      report,
      startStack,
      startBareWorker: (environment, output) =>
        startProgram([bareWorker], { environment, output, leavesFirst: true }),
      resultFile: inRepository('bench/latest.json'),
    },
    words,
  );
};

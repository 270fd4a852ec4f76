import type { Command } from '../command.js';
import { startStack } from '../stack/start-stack.js';
import { understood } from './understood.js';

/** Beside a stack on the default ports, the tests' own and a chaos run. */
const portOffset = 8_000;
const usage = 'npm run fuzz -- --seed N --requests M, or --seed N --request INDEX --path PATH';

/**
 * Sends damaged requests to every endpoint of a system of its own and checks every answer against the contract:
 * fuzz --seed N --requests M, or one of them again: fuzz --seed N --request INDEX --path PATH
 */
export const fuzz: Command = async ({ report, environment }, words) => {
  const [{ readFuzzOptions }, { startFuzzStack }, { runFuzz }, { describeFuzz }] = await Promise.all([
    import('../../test/fuzz/fuzz-options.js'),
    import('../../test/fuzz/fuzz-stack.js'),
    import('../../test/fuzz/run-fuzz.js'),
    import('../../test/fuzz/fuzz-report.js'),
  ]);
  const options = understood(() => readFuzzOptions(words), usage);
  const offset = Number(environment.FUZZ_PORT_OFFSET || portOffset);
  const stack = await startFuzzStack(startStack, { portOffset: offset, report });
  let isClean = false;
  try {
    const result = await report.step('Fuzzing', async (progress) => {
      const all = await runFuzz(stack.target, options, (what) => progress.doing(what));
      progress.done(`Fuzzed: ${all.requests} requests`);
      return all;
    });
    for (const line of describeFuzz(result)) report.note(line);
    isClean = result.violations.length === 0;
    if (!isClean) report.note(`  Logs and database are in ${stack.target.directory}`);
    return isClean ? 0 : 1;
  } finally {
    await stack.stop({ keepsFiles: !isClean });
  }
};

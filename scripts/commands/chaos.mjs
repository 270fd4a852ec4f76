import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { bootstrap } from '../bootstrap.mjs';
import { Failure } from '../failure.mjs';
import { inRepository, root } from '../paths.mjs';
import { copyWithDefect, defects } from './chaos-defects.mjs';
import { hasOwnMounts, runWithOwnMounts, whyNoOwnMounts } from './own-mounts.mjs';

/** Beside a stack on the default ports and beside the tests' own. */
const portOffset = 7_000;
const program = 'dist/test/chaos/run-chaos.js';

/**
 * Traffic under faults, and every invariant checked afterwards:
 * chaos --seed N --minutes M [--transactions N] [--faults N] [--crashes N] [--freezes N] [--hung N] [--temporal sqlite|postgres] [--plant DEFECT]
 * @type {import('../run-command.mjs').Command}
 */
export async function chaos({ report, environment }, commandArguments) {
  const noDisk = hasOwnMounts(environment) ? undefined : whyNoOwnMounts();
  if (noDisk === undefined && !hasOwnMounts(environment)) {
    return runWithOwnMounts(['chaos', ...commandArguments], environment);
  }
  await bootstrap(report, environment);
  const { name, rest } = takeDefect(commandArguments);
  const copy = name === undefined ? undefined : copyWithDefect(name);
  const folder = copy?.folder ?? root;
  try {
    const [{ runChaos }, { readChaosOptions }, { describeChaos }] = await Promise.all([
      import(pathToFileURL(inRepository(program)).href),
      import(pathToFileURL(inRepository('dist/test/chaos/chaos-options.js')).href),
      import(pathToFileURL(inRepository('dist/test/chaos/chaos-report.js')).href),
    ]);
    const { startStack } = await import(pathToFileURL(join(folder, 'scripts/stack/start-stack.mjs')).href);
    const { choosePorts, withSecondPorts } = await import('../stack/ports.mjs');
    const options = { ...readOptions(readChaosOptions, rest), ...copy?.settings };
    // Its processes die by the dozen, on purpose: what they say of it is in their logs.
    const quiet = { ...report, warn: () => {}, fail: () => {} };
    const tools = { startStack, choosePorts, withSecondPorts, root: folder, report: quiet, noDisk };
    const offset = Number(environment.CHAOS_PORT_OFFSET || portOffset);
    const result = await runChaos(tools, { ...options, portOffset: offset });
    for (const line of describeChaos(result)) report.note(line);
    return result.violations.length === 0 ? 0 : 1;
  } finally {
    copy?.remove();
  }
}

/**
 * @param {readonly string[]} commandArguments
 * @returns {{ name: string | undefined, rest: readonly string[] }}
 */
function takeDefect(commandArguments) {
  const at = commandArguments.indexOf('--plant');
  if (at < 0) return { name: undefined, rest: commandArguments };
  const name = commandArguments[at + 1] ?? '';
  if (!Object.hasOwn(defects, name)) {
    throw new Failure(`--plant ${name}: there is no such defect.`, [
      `Defects: ${Object.keys(defects).join(', ')}`,
    ]);
  }
  return { name, rest: commandArguments.toSpliced(at, 2) };
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
      'npm run chaos -- --seed N --minutes M [--transactions N] [--faults N] [--crashes N] [--freezes N] [--hung N] [--temporal sqlite|postgres] [--plant DEFECT]',
    ]);
  }
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startOnLeash } from '../children.js';
import { copyRelease } from '../copy-project.js';
import { inRepository, root } from '../paths.js';
import type { Command } from '../command.js';
import { choosePorts, withFurtherPorts } from '../stack/ports.js';
import { understood } from './understood.js';

/** Beside a stack on the default ports and beside the tests' own. */
const portOffset = 7_000;
const usage =
  'npm run chaos -- --seed N --minutes M [--transactions N] [--faults N] [--crashes N] [--freezes N] [--hung N] [--temporal sqlite|postgres] [--provider sandbox|paystack|stripe] [--swap-from REVISION [--swaps N] [--versions on|off]] [--plant DEFECT]';
/** Set for a run in a mount namespace of its own. */
const mark = 'CHAOS_MOUNTS';
const graceSeconds = 30;

/** Traffic under faults, and every invariant checked afterwards; see `usage` for the options. */
export const chaos: Command = async ({ report, environment }, words) => {
  const hasOwnMounts = environment[mark] === 'own';
  const noDisk = hasOwnMounts ? undefined : whyNoOwnMounts();
  if (noDisk === undefined && !hasOwnMounts) return runWithOwnMounts(['chaos', ...words], environment);
  const [{ runChaos }, { readChaosOptions }, { describeChaos }, { copyWithDefect, takeDefect }] =
    await Promise.all([
      import('../../test/chaos/run-chaos.js'),
      import('../../test/chaos/chaos-options.js'),
      import('../../test/chaos/chaos-report.js'),
      import('../../test/chaos/chaos-defects.js'),
    ]);
  const { name, rest } = takeDefect(words);
  const { swap, ...given } = understood(() => readChaosOptions(rest), usage);
  const copy = name === undefined ? undefined : copyWithDefect(name);
  const folder = copy?.folder ?? root;
  let last: Awaited<ReturnType<typeof copyRelease>> | undefined;
  try {
    if (swap) last = await report.step(`Compiling ${swap.from}`, () => copyRelease(swap.from));
    const { startStack } = await startStackIn(folder);
    // Processes die by the dozen, on purpose; their logs have the messages.
    const quiet = { ...report, warn: () => undefined, fail: () => undefined };
    const tools = {
      startStack,
      choosePorts,
      withFurtherPorts,
      root: last?.folder ?? folder,
      report: quiet,
      noDisk,
    };
    const offset = Number(environment.CHAOS_PORT_OFFSET || portOffset);
    const result = await runChaos(tools, {
      ...given,
      ...copy?.settings,
      swap: swap && { ...swap, next: folder },
      portOffset: offset,
    });
    for (const line of describeChaos(result)) report.note(line);
    return result.violations.length === 0 ? 0 : 1;
  } finally {
    last?.remove();
    copy?.remove();
  }
};

/** The function of the repository or of a copy of it, which starts the programs beside it. */
async function startStackIn(folder: string): Promise<typeof import('../stack/start-stack.js')> {
  return import(pathToFileURL(join(folder, 'dist/scripts/stack/start-stack.js')).href);
}

/** Why this machine refuses a mount that only this process sees; undefined if it allows one. */
function whyNoOwnMounts(): string | undefined {
  const trial =
    'folder=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$folder" && umount "$folder"; rmdir "$folder"';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'sh', '-e', '-c', trial], {
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n')[0] ?? 'it gave no reason';
}

/**
 * Runs a command again in a mount namespace of its own, with our output, and returns its exit code. Its mounts end with it.
 */
async function runWithOwnMounts(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const again = [process.execPath, inRepository('scripts/run.mjs'), ...words];
  const child = startOnLeash('unshare', ['--mount', ...again], {
    environment: { ...environment, [mark]: 'own' },
    output: 'inherit',
    graceSeconds,
    leavesFirst: true,
  });
  return (await child.exited).code ?? 1;
}

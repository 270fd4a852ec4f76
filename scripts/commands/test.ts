import { relative } from 'node:path';

import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.js';
import type { Report } from '../report.js';
import type { Command } from '../run-command.js';
import { runVitest, type Counts, type Run } from './vitest.js';

const projects = ['unit', 'workflows', 'browser', 'system', 'chaos'];
const checks = [
  { title: 'Formatting', program: 'prettier/bin/prettier.cjs', options: ['--check', '.'] },
  { title: 'Types', program: 'typescript-7/bin/tsc', options: ['-p', 'tsconfig.json'] },
  { title: 'Lint', program: 'oxlint/bin/oxlint', options: ['--type-aware'] },
];

/** More than these is no chance. */
const filesTriedAgain = 8;

/**
 * Format, types, lint, unit, workflow, browser and system tests: test [unit|workflows|browser|system|chaos|files...]. With a
 * selection only the tests of it run. The last line is `N passed, N failed`, and `, N skipped` where there are some.
 */
export const test: Command = async ({ report, environment, isBuilt }, selection) => {
  // What tests see must not depend on the mode of the shell they are started from.
  const { NODE_ENV: _, ...variables } = environment;
  const built = countOne(isBuilt);
  if (selection.length > 0) {
    const chosen = selection.flatMap((word) => (projects.includes(word) ? ['--project', word] : [word]));
    return conclude(isBuilt ? [(await runVitest(chosen, variables)).counts] : [built], report);
  }
  // Beside each other: no one of them keeps all processors busy.
  const checked = await Promise.all(checks.map((one) => runCheck(one, report, variables)));
  // On old compiled code the system and browser tests would tell nothing.
  const possible = isBuilt ? [] : ['--project', 'unit', '--project', 'workflows'];
  const first = await runVitest(possible, variables);
  return conclude([built, ...checked, await tryAgain(first, variables, report)], report);
};

/**
 * A whole run lasts long, and a machine that others use can stand still for longer than a test waits: where few files failed
 * they run once more, one at a time, and the second run counts (docs/decisions/0026). What the first said stays printed.
 */
async function tryAgain(first: Run, environment: NodeJS.ProcessEnv, report: Report): Promise<Counts> {
  const { counts, failedFiles = [] } = first;
  if (failedFiles.length === 0 || failedFiles.length > filesTriedAgain) return counts;
  const names = failedFiles.map((file) => relative(inRepository(), file)).join(', ');
  report.warn(`Tried again, one at a time: ${names}`);
  const second = await runVitest(failedFiles, { ...environment, TEST_LANES: '1' });
  if (second.counts.failed > 0) return counts;
  report.warn(`Passed only on the second try, see above: ${names}`);
  return { ...counts, passed: counts.passed + counts.failed, failed: 0 };
}

async function runCheck(
  { title, program, options }: (typeof checks)[number],
  report: Report,
  environment: NodeJS.ProcessEnv,
): Promise<Counts> {
  try {
    await report.step(`Checking: ${title.toLowerCase()}`, async (progress) => {
      const words = [inRepository('node_modules', program), ...options];
      const { code, output } = await runToEnd(process.execPath, words, { environment });
      if (code !== 0) throw new Failure(output.trim());
      progress.done(`${title} checked`);
    });
    return countOne(true);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report.note(error.message);
    return countOne(false);
  }
}

function countOne(isGood: boolean): Counts {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

function conclude(all: readonly Counts[], report: Report): number {
  const total = (name: keyof Counts) => all.reduce((sum, counts) => sum + counts[name], 0);
  const skipped = total('skipped');
  report.note(
    `${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
  return total('failed') === 0 ? 0 : 1;
}

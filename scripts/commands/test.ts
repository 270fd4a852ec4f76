import { join, relative } from 'node:path';

import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.js';
import type { Report } from '../report.js';
import type { Command } from '../command.js';
import { countSecondTries, describeTries } from './second-tries.js';
import { chooseNode, chooseParts, projects, type Part } from './test-parts.js';
import { runVitest, type Counts, type Run } from './vitest.js';

const checks = [
  { title: 'Formatting', program: 'prettier/bin/prettier.cjs', options: ['--check', '.'] },
  { title: 'Types', program: 'typescript-7/bin/tsc', options: ['-p', 'tsconfig.json'] },
  { title: 'Lint', program: 'oxlint/bin/oxlint', options: ['--type-aware'] },
  {
    title: 'Unused code',
    program: 'knip/bin/knip.js',
    options: ['--no-progress', '--tsConfig', 'tsconfig.knip.json'],
  },
];

/** More failed files than this, in all parts together, cannot be coincidence. */
const filesTriedAgain = 8;
/** With `--all`: further runs of a file that passed on its second try, none begun that these minutes would not hold. */
const furtherRuns = 5;
const furtherMinutes = 10;

/**
 * Format, types, lint, unused code, unit, workflow, browser and system tests: test [--all|unit|workflows|browser|system|release|chaos|files...].
 * `--all` adds what proves the repository or a release, and runs each tier on a Node of its own (`test-parts.ts`). With a
 * selection only the tests of it run. The last line is `N passed, N failed`; the one before it says how many were skipped, if any.
 */
export const test: Command = async ({ report, environment, isBuilt }, words) => {
  const isAll = words.includes('--all');
  const selection = words.filter((word) => word !== '--all');
  if (isAll && selection.length > 0) throw new Failure('--all runs every test: name no other beside it.');
  // What tests see must not depend on the mode of the shell they are started from.
  const { NODE_ENV: _, ...given } = environment;
  const variables = isAll ? { ...given, TEST_ALL: '1' } : given;
  const built = countOne(isBuilt);
  if (selection.length > 0) {
    const chosen = selection.flatMap((word) => (projects.includes(word) ? selectProject(word) : [word]));
    if (!isBuilt) return conclude([built], report);
    const run = await runVitest(chosen, variables, await chooseNode(variables, report));
    warnOfFailures('Failed', [run], report);
    return conclude([run.counts], report);
  }
  const parts = await chooseParts({ isAll, isBuilt }, variables, report);
  // In parallel: none of them keeps all processors busy.
  const checked = await Promise.all(checks.map((one) => runCheck(one, report, variables)));
  const whole = isAll ? variables : { ...variables, TEST_PROMOTED: '1' };
  const runs: PartRun[] = [];
  for (const part of parts) {
    const run = await runVitest(part.projects.flatMap(selectProject), whole, part.node);
    runs.push({ part, run });
  }
  const failedFiles = runs.flatMap(({ run }) => run.failedFiles ?? []).length;
  const isCoincidence = failedFiles <= filesTriedAgain;
  const tried: Outcome[] = [];
  for (const one of runs) {
    const untried = { counts: one.run.counts, failures: [] };
    tried.push(isCoincidence ? await tryAgain(one, isAll, whole, report) : untried);
  }
  warnOfFailures('Failed', checked, report);
  warnOfFailures(
    'Failed in its first run',
    runs.map(({ run }) => run),
    report,
  );
  warnOfFailures('Failed when tried again', tried, report);
  return conclude([built, ...[...checked, ...tried].map(({ counts }) => counts)], report);
};

type PartRun = { readonly part: Part; readonly run: Run };
type Outcome = Pick<Run, 'counts' | 'failures'>;

function selectProject(name: string): readonly string[] {
  return ['--project', name];
}

/**
 * A whole run lasts long, and a machine that others use can stand still for longer than a test waits: where few files failed
 * they run once more, one at a time, and the second run counts (docs/decisions/0026). The output of the first run stays printed.
 * A file that passes then is counted on this machine. With `--all` it runs five times more, or as often as fits into
 * `furtherMinutes`, and a single failure among those fails the run. `failures` are those of the later run that failed.
 */
async function tryAgain(
  { part, run: first }: PartRun,
  isAll: boolean,
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<Outcome> {
  const { counts, failedFiles = [] } = first;
  if (failedFiles.length === 0) return { counts, failures: [] };
  const files = failedFiles.map((file) => relative(inRepository(), file));
  const names = files.join(', ');
  const runOnce = () => runVitest(failedFiles, { ...environment, TEST_LANES: '1' }, part.node);
  report.warn(`Tried again, one at a time: ${names}`);
  const start = performance.now();
  const second = await runOnce();
  const minutesOfOne = minutesSince(start);
  if (second.counts.failed > 0) return { counts, failures: second.failures };
  const tries = countSecondTries(join(dataDirectoryFrom(environment), 'second-tries.json'), files);
  report.warn(`Passed only on the second try, see above: ${names}`);
  report.warn(`Second tries on this machine: ${describeTries(tries)}`);
  const runs = isAll ? Math.min(furtherRuns, Math.floor(furtherMinutes / minutesOfOne)) : 0;
  for (let run = 1; run <= runs; run += 1) {
    report.warn(`Run ${run} of ${runs} more: ${names}`);
    const further = await runOnce();
    const { failed } = further.counts;
    if (failed > 0) return { counts: { ...counts, failed }, failures: further.failures };
  }
  return { counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 }, failures: [] };
}

function minutesSince(start: number): number {
  return (performance.now() - start) / 60_000;
}

async function runCheck(
  { title, program, options }: (typeof checks)[number],
  report: Report,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  try {
    await report.step(`Checking: ${title.toLowerCase()}`, async (progress) => {
      const words = [inRepository('node_modules', program), ...options];
      const { code, output } = await runToEnd(process.execPath, words, { environment });
      if (code !== 0) throw new Failure(output.trim());
      progress.done(`${title} checked`);
    });
    return { counts: countOne(true), failures: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report.note(error.message);
    return { counts: countOne(false), failures: [title.toLowerCase()] };
  }
}

function countOne(isGood: boolean): Counts {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

/** At the end of the run: what the tests printed may be thousands of lines above. */
function warnOfFailures(what: string, outcomes: readonly Outcome[], report: Report): void {
  for (const failure of outcomes.flatMap(({ failures }) => failures)) report.warn(`${what}: ${failure}`);
}

function conclude(all: readonly Counts[], report: Report): number {
  const total = (name: keyof Counts) => all.reduce((sum, counts) => sum + counts[name], 0);
  const skipped = total('skipped');
  if (skipped > 0) report.note(`${skipped} skipped`);
  report.note(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}

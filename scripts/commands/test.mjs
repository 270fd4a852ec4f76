import { bootstrap } from '../bootstrap.mjs';
import { buildSources } from '../build.mjs';
import { explain } from '../failure.mjs';
import { installDependencies } from '../install.mjs';
import { runChecks } from './checks.mjs';
import { runVitest } from './vitest.mjs';

const projects = ['unit', 'workflows', 'browser', 'system'];

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Format, types, lint, unit, workflow, browser and system tests: test [unit|workflows|browser|system|files...]. With a selection only the tests of it run.
 * The last line is `N passed, N failed`, and `, N skipped` where there are some.
 * @type {import('../run-command.mjs').Command}
 */
export async function test({ report, environment }, selection) {
  // What tests see must not depend on the mode of the shell they are started from.
  const { NODE_ENV: _, ...variables } = environment;
  if (selection.length > 0) {
    await bootstrap(report, variables);
    return conclude([await runVitest(vitestArguments(selection), variables)], report);
  }
  await installDependencies(report, variables);
  const [built, checked] = await Promise.all([
    attempt(() => buildSources(report, variables), report),
    runChecks(report, variables),
  ]);
  // On old compiled code the system and browser tests would tell nothing.
  const tested = await runVitest(
    built.failed > 0 ? ['--project', 'unit', '--project', 'workflows'] : [],
    variables,
  );
  return conclude([built, checked, tested], report);
}

/** @param {readonly string[]} selection */
function vitestArguments(selection) {
  return selection.flatMap((word) => (projects.includes(word) ? ['--project', word] : [word]));
}

/**
 * @param {() => Promise<void>} work
 * @param {import('../report.mjs').Report} report
 * @returns {Promise<Counts>}
 */
async function attempt(work, report) {
  try {
    await work();
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    for (const line of explain(error)) report.note(line);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * @param {readonly Counts[]} all
 * @param {import('../report.mjs').Report} report
 */
function conclude(all, report) {
  const total = (/** @type {keyof Counts} */ name) => all.reduce((sum, counts) => sum + counts[name], 0);
  const skipped = total('skipped');
  report.note(
    `${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
  return total('failed') === 0 ? 0 : 1;
}

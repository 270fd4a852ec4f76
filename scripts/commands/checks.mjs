import { runToEnd } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRepository } from '../paths.mjs';

const checks = [
  { title: 'Formatting', program: 'prettier/bin/prettier.cjs', options: ['--check', '.'] },
  { title: 'Types', program: 'typescript/bin/tsc', options: ['-p', 'tsconfig.json'] },
  { title: 'Types of the scripts', program: 'typescript/bin/tsc', options: ['-p', 'scripts'] },
  { title: 'Lint', program: 'oxlint/bin/oxlint', options: ['--type-aware'] },
];

/**
 * Formatter, type checker and linter, one after the other; each counts as one check.
 * @param {import('../report.mjs').Report} report
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<import('./test.mjs').Counts>}
 */
export async function runChecks(report, environment) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { title, program, options } of checks) {
    try {
      await report.step(`Checking: ${title.toLowerCase()}`, async (progress) => {
        const all = [inRepository('node_modules', program), ...options];
        const { code, output } = await runToEnd(process.execPath, all, { environment });
        if (code !== 0) throw new Failure(output.trim());
        progress.done(`${title} checked`);
      });
      counts.passed += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      report.note(error.message);
      counts.failed += 1;
    }
  }
  return counts;
}

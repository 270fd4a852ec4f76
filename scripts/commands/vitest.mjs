import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startOnLeash } from '../children.mjs';
import { inRepository } from '../paths.mjs';

const graceSeconds = 30;

/**
 * Runs vitest with its own output, and counts what its JSON report says.
 * @param {readonly string[]} selection arguments of `vitest run`
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<import('./test.mjs').Counts>}
 */
export async function runVitest(selection, environment) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = inRepository('node_modules/vitest/vitest.mjs');
    const child = startOnLeash(process.execPath, [vitest, 'run', ...reporters, ...selection], {
      environment,
      output: 'inherit',
      graceSeconds,
      leavesFirst: true,
    });
    const { code } = await child.exited;
    return count(readReport(file), code === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one for each file
 */

/**
 * The counts of a run. A file that could not be loaded, a set-up that failed and an error outside any test fail no
 * test, and are counted as one failure each.
 * @param {VitestReport | undefined} report undefined when vitest ended before it wrote one
 * @param {boolean} succeeded whether vitest itself says so
 * @returns {import('./test.mjs').Counts}
 */
export function count(report, succeeded) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {string} file
 * @returns {VitestReport | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

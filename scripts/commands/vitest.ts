import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { startOnLeash } from '../children.js';
import { inRepository } from '../paths.js';
import { withNode, type NodeProgram } from '../stack/node-program.js';

const graceSeconds = 30;
const longestReason = 300;

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
/** An error that belongs to no test, and the file that ran when it was thrown, if one did. */
type ErrorOutsideTests = { readonly message: string; readonly testFile?: string };

/** `failedFiles` is undefined if something failed outside every file. `failures` has a line for each: file, test, and the first line of its error. */
export type Run = {
  readonly counts: Counts;
  readonly failedFiles: readonly string[] | undefined;
  readonly failures: readonly string[];
};

/** Vitest's JSON report, where `testResults` has one entry per file, and what it leaves out. */
export type VitestReport = {
  readonly errorsOutsideTests: readonly ErrorOutsideTests[];
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName?: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/** Runs vitest (arguments of `vitest run`) on this Node with its own output, and returns the results of its JSON report. */
export async function runVitest(
  selection: readonly string[],
  environment: NodeJS.ProcessEnv,
  node: NodeProgram,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  const files = { report: join(folder, 'report.json'), errors: join(folder, 'errors.json') };
  try {
    const reporters = [
      '--reporter=default',
      '--reporter=./test/stack/test-times.ts',
      '--reporter=./test/stack/errors-outside-tests.ts',
      '--reporter=json',
      `--outputFile.json=${files.report}`,
    ];
    const vitest = inRepository('node_modules/vitest/vitest.mjs');
    const child = startOnLeash(node.path, [vitest, 'run', ...reporters, ...selection], {
      environment: withNode(node, { ...environment, ERRORS_OUTSIDE_TESTS: files.errors }),
      output: 'inherit',
      graceSeconds,
      leavesFirst: true,
    });
    const { code } = await child.exited;
    const report = readReport(files);
    return {
      counts: count(report, code === 0),
      failedFiles: failedFilesOf(report, code === 0),
      failures: failuresOf(report, code),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The counts of a run: its report, undefined when vitest ended before it wrote one, and whether vitest itself calls it a
 * success. A file that could not be loaded, a set-up that failed and an error outside any test fail no test, and are
 * counted as one failure each; so is an end without success that has none of them.
 */
export function count(report: VitestReport | undefined, hasSucceeded: boolean): Counts {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles + report.errorsOutsideTests.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !hasSucceeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The files that failed, with those that ran when an error was thrown outside any test. Undefined where a failure has no
 * file: of a run without a report, of an error before or after all files, of an end without success and without failure.
 */
export function failedFilesOf(
  report: VitestReport | undefined,
  hasSucceeded: boolean,
): readonly string[] | undefined {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
  const ran = (report?.errorsOutsideTests ?? []).map(({ testFile }) => testFile);
  const files = [...new Set([...failed.map(({ name }) => name), ...ran])];
  if (files.length === 0) return hasSucceeded ? [] : undefined;
  return files.every((file) => file !== undefined) ? files : undefined;
}

/** A line for each failure, in the order of the report, to be named at the end of a long run. `code`: of vitest's exit. */
export function failuresOf(report: VitestReport | undefined, code: number | null): readonly string[] {
  if (report === undefined) return [`vitest ended without a report, with code ${code}`];
  const inFiles = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(inRepository(), name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}: ${firstLineOf(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLineOf(failureMessages?.[0])}`,
      );
    });
  const outside = report.errorsOutsideTests.map(({ message, testFile }) => {
    const during = testFile === undefined ? '' : `${relative(inRepository(), testFile)}: `;
    return `${during}an error outside its tests: ${firstLineOf(message)}`;
  });
  const lines = [...inFiles, ...outside];
  return lines.length > 0 || code === 0 ? lines : [`vitest ended with code ${code}, and no test failed`];
}

function firstLineOf(text = ''): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, longestReason);
}

function readReport(files: { readonly report: string; readonly errors: string }): VitestReport | undefined {
  try {
    const report = JSON.parse(readFileSync(files.report, 'utf8')) as Omit<VitestReport, 'errorsOutsideTests'>;
    const errorsOutsideTests = JSON.parse(readFileSync(files.errors, 'utf8')) as readonly ErrorOutsideTests[];
    return { ...report, errorsOutsideTests };
  } catch {
    return undefined;
  }
}

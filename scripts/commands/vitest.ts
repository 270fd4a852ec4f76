import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { startOnLeash } from '../children.js';
import { inRepository } from '../paths.js';
import { withNode, type NodeProgram } from '../stack/node-program.js';

const graceSeconds = 30;
const longestReason = 300;

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
/** `failedFiles` is undefined if something failed outside every file. `failures` has a line for each: file, test, and the first line of its error. */
export type Run = {
  readonly counts: Counts;
  readonly failedFiles: readonly string[] | undefined;
  readonly failures: readonly string[];
};

/** Vitest's JSON report; `testResults` has one entry per file. */
export type VitestReport = {
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
  const file = join(folder, 'report.json');
  try {
    const reporters = [
      '--reporter=default',
      '--reporter=./test/stack/test-times.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const vitest = inRepository('node_modules/vitest/vitest.mjs');
    const child = startOnLeash(node.path, [vitest, 'run', ...reporters, ...selection], {
      environment: withNode(node, environment),
      output: 'inherit',
      graceSeconds,
      leavesFirst: true,
    });
    const { code } = await child.exited;
    const report = readReport(file);
    return {
      counts: count(report, code === 0),
      failedFiles: failedFilesOf(report, code === 0),
      failures: failuresOf(report, code === 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The counts of a run: its report, undefined when vitest ended before it wrote one, and whether vitest itself calls it a
 * success. A file that could not be loaded, a set-up that failed and an error outside any test fail no test, and are
 * counted as one failure each.
 */
export function count(report: VitestReport | undefined, hasSucceeded: boolean): Counts {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !hasSucceeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The files that failed; none of a run that has no report, or where something failed outside any file. */
export function failedFilesOf(
  report: VitestReport | undefined,
  hasSucceeded: boolean,
): readonly string[] | undefined {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
  return failed.length > 0 || hasSucceeded ? failed.map(({ name }) => name) : undefined;
}

/** A line for each failure, in the order of the report, to be named at the end of a long run. */
export function failuresOf(report: VitestReport | undefined, hasSucceeded: boolean): readonly string[] {
  if (report === undefined) return ['vitest ended without a report'];
  const lines = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(inRepository(), name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}: ${firstLineOf(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLineOf(failureMessages?.[0])}`,
      );
    });
  return lines.length > 0 || hasSucceeded ? lines : ['an error outside any test, see above'];
}

function firstLineOf(text = ''): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, longestReason);
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}

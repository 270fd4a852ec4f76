import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/** Writes the errors that belong to no test, which vitest's JSON report leaves out, to the file ERRORS_OUTSIDE_TESTS. */
export default class ErrorsOutsideTestsReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: Errors): void {
    const file = process.env['ERRORS_OUTSIDE_TESTS'];
    if (file === undefined) return;
    const told = errors.map(({ name = 'Error', message, VITEST_TEST_PATH: testFile }) => ({
      message: `${name}: ${message}`,
      // The file that ran when it was thrown.
      ...(typeof testFile === 'string' ? { testFile } : {}),
    }));
    writeFileSync(file, JSON.stringify(told));
  }
}

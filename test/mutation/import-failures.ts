import { expect, test, TestRunner } from 'vitest';

/**
 * Runs tests for StrykerJS. A test file that cannot be imported counts as one failed test: StrykerJS looks at tests alone,
 * and would report a mutant that breaks the import of its module as one that no test has found.
 */
export default class ImportFailures extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<void> {
    try {
      await super.importFile(path, source);
    } catch (error) {
      if (source === 'setup') throw error;
      test('the file is imported', () => {
        expect(error).toBeUndefined();
      });
    }
  }
}

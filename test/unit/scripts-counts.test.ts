import { describe, expect, it } from 'vitest';

import { count, failedFilesOf, failuresOf } from '../../scripts/commands/vitest.js';

const passed = { name: 'passed', status: 'passed', assertionResults: [{ status: 'passed' }] };
const failed = {
  name: 'failed',
  status: 'failed',
  assertionResults: [{ status: 'passed' }, { status: 'failed' }],
};
const notLoaded = { name: 'notLoaded', status: 'failed', assertionResults: [] };
const setUpFailed = { name: 'setUpFailed', status: 'failed', assertionResults: [{ status: 'skipped' }] };
const numbers = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  errorsOutsideTests: [],
};
const thrown = { message: 'Error: read ECONNRESET\nat line 5', testFile: 'ran.test.ts' };

describe('counts of a test run', () => {
  it('takes passed, failed and skipped tests from the report', () => {
    const report = {
      ...numbers,
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
    };
    expect(count({ ...report, testResults: [passed, failed] }, false)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
    });
  });

  it('counts a file that could not be loaded, and one whose set-up failed, as a failure each', () => {
    const report = { ...numbers, numPassedTests: 1, numPendingTests: 1 };
    const counts = count({ ...report, testResults: [passed, notLoaded, setUpFailed] }, false);
    expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 });
  });

  it('counts an error outside any test, beside the tests that failed', () => {
    const report = { ...numbers, numFailedTests: 1, testResults: [failed], errorsOutsideTests: [thrown] };
    expect(count(report, false).failed).toBe(2);
  });

  it('counts a failure that belongs to no file once', () => {
    expect(count({ ...numbers, numPassedTests: 1, testResults: [passed] }, false).failed).toBe(1);
  });

  it('counts a run without a report as failed', () => {
    expect(count(undefined, true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('has no failure when everything passed', () => {
    expect(count({ ...numbers, numPassedTests: 1, testResults: [passed] }, true).failed).toBe(0);
  });
});

describe('files that are tried again', () => {
  it('are those with a failed test, and those that could not be loaded or set up', () => {
    const testResults = [passed, failed, notLoaded, setUpFailed];
    expect(failedFilesOf({ ...numbers, testResults }, false)).toEqual(['failed', 'notLoaded', 'setUpFailed']);
  });

  it('are those that ran when an error was thrown outside any test, once each', () => {
    const errorsOutsideTests = [thrown, { ...thrown, testFile: 'failed' }];
    const report = { ...numbers, testResults: [passed, failed], errorsOutsideTests };
    expect(failedFilesOf(report, false)).toEqual(['failed', 'ran.test.ts']);
  });

  it('are unknown where such an error belongs to no file, whatever else failed', () => {
    const report = { ...numbers, testResults: [failed], errorsOutsideTests: [{ message: 'Error: late' }] };
    expect(failedFilesOf(report, false)).toBeUndefined();
  });

  it('are none where all passed, and unknown where what failed belongs to no file', () => {
    expect(failedFilesOf({ ...numbers, testResults: [passed] }, true)).toEqual([]);
    expect(failedFilesOf({ ...numbers, testResults: [passed] }, false)).toBeUndefined();
    expect(failedFilesOf(undefined, false)).toBeUndefined();
  });
});

describe('failures that are said once more at the end', () => {
  it('are a line for each test, for a file that could not be loaded, and for an error outside any test', () => {
    const told = { status: 'failed', fullName: 'a payment ends once', failureMessages: ['twice\nat line 3'] };
    const testResults = [
      passed,
      { name: 'a.test.ts', status: 'failed', assertionResults: [...passed.assertionResults, told] },
      { ...notLoaded, message: 'no such module\nat line 1' },
    ];
    expect(failuresOf({ ...numbers, testResults, errorsOutsideTests: [thrown] }, 1)).toEqual([
      expect.stringMatching(/a\.test\.ts: a payment ends once: twice$/),
      expect.stringMatching(/notLoaded: no such module$/),
      expect.stringMatching(/ran\.test\.ts: an error outside its tests: Error: read ECONNRESET$/),
    ]);
  });

  it('are never none of a run that failed', () => {
    expect(failuresOf({ ...numbers, testResults: [passed] }, 1)).toHaveLength(1);
    expect(failuresOf(undefined, null)).toHaveLength(1);
    expect(failuresOf({ ...numbers, testResults: [passed] }, 0)).toEqual([]);
  });
});

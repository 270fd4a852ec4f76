import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nameInTimes, readTestTimes } from './test-times.js';

/** Starts the files that take longest first, so that no lane is left with one of them at the end. New files come first. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTestTimes();
    const secondsOf = ({ moduleId }: TestSpecification) => times[nameInTimes(moduleId)] ?? Infinity;
    return Promise.resolve(files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || 0));
  }
}

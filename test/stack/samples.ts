import { configureGlobal } from 'fast-check';

/** With `npm test -- --all` properties are tried with all their samples, otherwise with a quarter of them. */
const share = process.env['TEST_ALL'] === '1' ? 1 : 1 / 4;

/** How many samples of a property this run tries. */
export function samples(all: number): number {
  return Math.ceil(all * share);
}

/** Set-up of unit tests: properties that do not name their number of samples. */
configureGlobal({ numRuns: samples(100) });

import * as fc from 'fast-check';
import type { Canaries } from './canaries.js';

/** What a plan may know; the same for every request of a run. */
export type FuzzContext = {
  readonly seed: number;
  readonly sandboxUrl: string;
  readonly canaries: Canaries;
};

/** Which request of the run it is; `attempt` counts what is sent while a counterexample is shrunk, from 0. */
export type Place = { readonly index: number; readonly attempt: number };

/** The reference of the create that is planned for this place. All attempts have the same length, so that they differ in nothing else. */
export function referenceOf({ seed }: Pick<FuzzContext, 'seed'>, { index, attempt }: Place): string {
  return `fz-${seed}-${index}-${attempt.toString(36).padStart(2, '0')}`;
}

/** The reference of a request shortly before, whether that was accepted or not. */
export function earlier(context: FuzzContext): fc.Arbitrary<(place: Place) => string> {
  return fc.integer({ min: 1, max: 60 }).map(
    (ago) =>
      ({ index }) =>
        referenceOf(context, { index: Math.max(0, index - ago), attempt: 0 }),
  );
}

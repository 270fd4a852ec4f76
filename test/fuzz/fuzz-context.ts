import type { Canaries } from './canaries.js';

/** What a plan may know; the same for every request of a run. */
export type FuzzContext = {
  readonly seed: number;
  readonly sandboxUrl: string;
  readonly canaries: Canaries;
};

/** The reference of the create that this index plans, if it plans one. */
export function referenceOf({ seed }: Pick<FuzzContext, 'seed'>, index: number): string {
  return `fz-${seed}-${index}`;
}

import type { Evidence } from './gather-evidence.js';
import type { Service } from './hang-in-number.js';
import type { Operation } from './operation-log.js';

export type Violation = { readonly invariant: string; readonly detail: string };

/** What the run was, as seen by those outside. */
export type Run = {
  readonly operations: readonly Operation[];
  readonly seenFinals: ReadonlyMap<string, readonly string[]>;
  readonly evidence: Evidence;
  /** Files in which the canary card or beneficiary was found. */
  readonly canaries: readonly string[];
  /** What does not agree with the provider's own statement; absent where none was read. */
  readonly unreconciled?: readonly string[] | undefined;
  /** Absent when nothing was made to hang in number. */
  readonly service?: Service | undefined;
};

export const finalStates: readonly string[] = ['success', 'declined', 'error', 'expired'];

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

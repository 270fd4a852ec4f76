import { groupBy, type Violation } from './chaos-run.js';
import { units } from './check-refunds.js';
import type { Evidence } from './gather-evidence.js';

/** What happens to money after a success, there and here: contract §15.8 from outside. */
export function checkReversals(evidence: Evidence): Violation[] {
  return [...unrecorded(evidence), ...untold(evidence), ...unannounced(evidence)];
}

/**
 * Each fact that the provider has told about a success of ours is one reversal, or a review names it. A refund that came back
 * before we heard of its success has failed: that it is no success here says so.
 */
function unrecorded({ corrections, transactions, reversals, reversalReviews }: Evidence): Violation[] {
  const statuses = new Map(transactions.map(({ identifier, status }) => [identifier, status]));
  return corrections
    .filter(({ isTold, amount }) => isTold && units(amount) > 0)
    .filter(({ identifier, key }) => key !== undefined || statuses.get(identifier) === 'success')
    .flatMap(({ identifier, kind, amount, key }) => {
      const own = reversals.filter((one) => one.identifier === identifier && one.kind === kind);
      const same = own.filter((one) =>
        key === undefined ? units(one.amount) === units(amount) : one.key === key,
      );
      const isReviewed = reversalReviews.some(
        (review) => review.identifier === identifier && review.kind === kind && review.key === key,
      );
      return same.length === 1 || (same.length === 0 && isReviewed)
        ? []
        : [
            {
              invariant: 'what happens to money after a success is recorded once',
              detail: `${identifier}: ${kind} of ${amount}, ${same.length} reversals`,
            },
          ];
    });
}

/** What counts in our sums has happened at the provider, as often. */
function untold({ corrections, reversals }: Evidence): Violation[] {
  const nameOf = ({
    identifier,
    kind,
    amount,
  }: Pick<Evidence['corrections'][number], 'identifier' | 'amount'> & { readonly kind: string }) =>
    `${identifier} ${kind} ${units(amount)}`;
  const there = groupBy(corrections, nameOf);
  const here = groupBy(
    reversals.filter(({ counted }) => units(counted) > 0),
    nameOf,
  );
  return [...here]
    .filter(([name, same]) => same.length > (there.get(name) ?? []).length)
    .map(([name]) => ({ invariant: 'no reversal counts that did not happen', detail: name }));
}

/** A reversal that is posted has one event, and so has an inquiry; others have none. */
function unannounced({ reversals, events }: Evidence): Violation[] {
  const byReversal = groupBy(events, ({ reversal_id: reversalId }) => reversalId ?? '');
  return reversals
    .map(({ reversal_id: id, kind, state }) => ({
      id,
      due: state === 'posted' || kind === 'inquiry' ? 1 : 0,
      made: (byReversal.get(id) ?? []).length,
    }))
    .filter(({ due, made }) => due !== made)
    .map(({ id, due, made }) => ({
      invariant: 'a reversal has its one event',
      detail: `${id}: ${made} events instead of ${due}`,
    }));
}

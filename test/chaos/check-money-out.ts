import { finalStates, groupBy, type Violation } from './chaos-run.js';
import type { Evidence } from './gather-evidence.js';

/** How payouts and refunds end, because a mistake sends money twice: contract §9 and §15.4 from outside. */
export function checkMoneyOut({ transactions, orders, attempts, words }: Evidence): Violation[] {
  const byIdentifier = groupBy(orders, (order) => order.identifier);
  const sent = new Set(
    attempts
      .filter(({ state }) => state !== 'not_sent' && state !== 'preparing')
      .map(({ identifier }) => identifier),
  );
  // A provider that refuses to open a refund has none, and its answer is all that it says of it.
  const heard = new Set(
    words.filter(({ where }) => where === 'attempt').map(({ order, outcome }) => `${order} ${outcome}`),
  );
  return transactions
    .filter(({ type }) => type !== 'payment')
    .flatMap(({ identifier, reference, type, status }) => {
      const own = byIdentifier.get(identifier) ?? [];
      const isRefused = type === 'refund' && heard.has(`${identifier}-1 ${status}`);
      const isConcluded = own.some(({ end }) => end !== undefined) || (own.length === 0 && isRefused);
      const problems: (readonly [invariant: string, detail: string])[] = [];
      if (status === 'expired') problems.push([`a ${type} never expires`, 'is expired']);
      if (finalStates.includes(status) && sent.has(identifier) && !isConcluded) {
        const said = own.length === 0 ? 'the provider knows nothing' : 'the provider is not done';
        problems.push([`a ${type} that was sent ends by the provider's word`, `is ${status}, and ${said}`]);
      }
      return problems.map(([invariant, detail]) => ({
        invariant,
        detail: `${reference} (${identifier}): ${detail}`,
      }));
    });
}

import { finalStates, groupBy, type Violation } from './chaos-run.js';
import type { Evidence, TransactionSeen } from './gather-evidence.js';
import type { OrderSeen } from './read-journal.js';
import type { WordSeen } from './read-words.js';

const typeOf = { charge: 'payment', credit: 'payout', refund: 'refund' } as const;

/** Our books against the provider's journal: contract §9, §10 and §15.4 from outside. */
export function checkMoney({ transactions, orders, words }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const byIdentifier = groupBy(orders, (order) => order.identifier);
  const reviewed = words.filter(({ where }) => where === 'review');
  for (const transaction of transactions) {
    const own = byIdentifier.get(transaction.identifier) ?? [];
    const paid = own.filter((order) => order.isPaid);
    const say = (invariant: string, detail: string) =>
      violations.push({
        invariant,
        detail: `${transaction.reference} (${transaction.identifier}): ${detail}`,
      });
    if (paid.length > 1) {
      say('at most one successful charge, credit or refund', paid.map(({ order }) => order).join(', '));
    }
    for (const problem of truthProblems(transaction, paid, reviewed)) {
      say("our state is the provider's truth", problem);
    }
    const isOpen = own.some((order) => order.end === undefined);
    if (isOpen && finalStates.includes(transaction.status)) {
      say("our state is the provider's truth", `${transaction.status}, and the provider is not done`);
    }
  }
  const types = new Map(transactions.map(({ identifier, type }) => [identifier, type]));
  for (const { identifier, order, kind } of orders) {
    if (types.get(identifier) !== typeOf[kind]) {
      violations.push({
        invariant: 'no charge, credit or refund without its transaction',
        detail: `${kind} ${order}`,
      });
    }
  }
  return violations;
}

/** A review excuses only the money that it names. A refund whose money has come back may be known as one that failed. */
function truthProblems(
  { status, amount }: TransactionSeen,
  paid: readonly OrderSeen[],
  reviewed: readonly WordSeen[],
): readonly string[] {
  const isTold = ({ order }: OrderSeen) =>
    reviewed.some((word) => word.order === order && word.outcome === 'success' && word.tells);
  if (status === 'success') {
    const moved = paid.map((order) => order.moved).join(' + ');
    return Number(moved) === Number(amount) && moved !== ''
      ? []
      : [`success of ${amount}, the provider moved ${moved || 'nothing'}`];
  }
  return paid
    .filter((order) => order.hasComeBack !== true && !isTold(order))
    .map(
      ({ moved, order }) =>
        `${status}, the provider moved ${moved ?? ''} with ${order}, and no review says so`,
    );
}

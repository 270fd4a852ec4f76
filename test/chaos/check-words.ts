import type { Violation } from './chaos-run.js';
import type { Evidence } from './gather-evidence.js';

/** The provider's words for an end, in ours. */
const outcomes: Readonly<Record<string, string>> = {
  CAPTURED: 'success',
  CREDITED: 'success',
  PAID_BACK: 'success',
  REFUSED: 'declined',
  RETURNED: 'declined',
  FAULT: 'error',
  LAPSED: 'expired',
  ABANDONED: 'cancelled',
};

/** What a provider with fewer words says of the same end. */
const paystackOutcomes: typeof outcomes = { ...outcomes, FAULT: 'declined', LAPSED: 'declined' };
const outcomesAt = (account: string) => (account === 'acct_paystack' ? paystackOutcomes : outcomes);

/**
 * A refund whose money has come back is a declined one for those who ask only then.
 *
 * Contract §9: no final word of a provider passes us by; each is recorded, whether it moved anything or not. And what is not
 * sent in time is not sent at all: nothing arrives that was given up before. What was there when its provider knew
 * nothing of it is in review.
 */
export function checkWords({ attempts, orders, words }: Evidence): Violation[] {
  const arrived = new Map(orders.map(({ order, openedAt }) => [order, openedAt]));
  const raised = new Set(words.filter(({ tells }) => tells).map(({ order }) => order));
  const heard = new Set(words.map(({ order, outcome }) => `${order} ${outcome}`));
  const unheard = orders
    .filter(
      ({ account, order, end, hasComeBack }) =>
        end !== undefined &&
        !heard.has(`${order} ${outcomesAt(account)[end] ?? end}`) &&
        !(hasComeBack && heard.has(`${order} declined`)),
    )
    .map(({ order, end }) => ({
      invariant: "every final word of the provider's is recorded",
      detail: `${order}: ${end} is in no attempt, look-up, inbox or review`,
    }));
  const givenUp = attempts
    .filter(({ state }) => state === 'not_sent')
    .filter(({ identifier, n, over_at: overAt }) => {
      const order = `${identifier}-${n}`;
      const openedAt = arrived.get(order);
      const isLate = openedAt !== undefined && overAt !== null && openedAt > overAt;
      return openedAt !== undefined && (isLate || !raised.has(order));
    })
    .map(({ identifier, n }) => ({
      invariant: 'what we hold as never sent never arrives',
      detail: `${identifier}-${n} is not_sent, and the provider has it`,
    }));
  return [...unheard, ...givenUp];
}

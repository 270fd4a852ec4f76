import { finalStates } from './chaos-run.js';
import type { Evidence } from './gather-evidence.js';
import { closedProvider } from './plan-traffic.js';

/** Causes of reviews that say that the outcome is unknown, which excuses no difference. */
export const unknownCauses: readonly string[] = [
  'no progress for too long',
  'not found at the provider',
  'awaits approval at the provider',
];

export function isAboutUnknown({ cause }: Evidence['reviews'][number]): boolean {
  return unknownCauses.includes(cause);
}

/**
 * Transactions that are not final and were perhaps sent, and whose outcome no provider will ever report: payouts and refunds that it
 * does not know (contract §10, timeout_lost), refunds for which it waits for a person, and whatever went to the provider that
 * never answers.
 */
export function withoutWord({ transactions, attempts, orders }: Evidence): ReadonlySet<string> {
  const known = new Set(orders.map(({ identifier }) => identifier));
  const onHold = new Set(
    orders.filter(({ isOnHold, end }) => isOnHold && end === undefined).map(({ identifier }) => identifier),
  );
  const latest = new Map(attempts.map((attempt) => [attempt.identifier, attempt]));
  return new Set(
    transactions
      .filter(({ status }) => !finalStates.includes(status))
      .filter(({ identifier, type }) => {
        if (known.has(identifier)) return onHold.has(identifier);
        const attempt = latest.get(identifier);
        const isUnanswered = attempt?.state === 'sending' || attempt?.state === 'unknown';
        return attempt && isUnanswered && (type !== 'payment' || attempt.provider === closedProvider);
      })
      .map(({ identifier }) => identifier),
  );
}

/** Refunds that wait until an earlier one of their payment is known, which it never will be (contract §15.4). */
export function waitingBehind(unknown: ReadonlySet<string>, { transactions }: Evidence): ReadonlySet<string> {
  const stuck = new Set(
    transactions.flatMap(({ identifier, payment }) => (unknown.has(identifier) ? (payment ?? []) : [])),
  );
  return new Set(
    transactions.flatMap(({ identifier, payment, is_waiting: isWaiting }) =>
      isWaiting && payment !== null && stuck.has(payment) ? identifier : [],
    ),
  );
}

import type { Violation } from './chaos-run.js';
import type { Evidence } from './gather-evidence.js';

/** The provider's words for an end, in ours. */
const outcomes: Readonly<Record<string, string>> = {
  CAPTURED: 'success',
  CREDITED: 'success',
  REFUSED: 'declined',
  RETURNED: 'declined',
  FAULT: 'error',
  LAPSED: 'expired',
  ABANDONED: 'cancelled',
};

/** Contract §9: no final word of a provider passes us by; each is recorded, whether it moved anything or not. */
export function checkWords({ orders, words }: Evidence): Violation[] {
  const heard = new Set(words.map(({ order, outcome }) => `${order} ${outcome}`));
  return orders
    .filter(({ order, end }) => end !== undefined && !heard.has(`${order} ${outcomes[end] ?? end}`))
    .map(({ order, end }) => ({
      invariant: "every final word of the provider's is recorded",
      detail: `${order}: ${end} is in no attempt, look-up, inbox or review`,
    }));
}

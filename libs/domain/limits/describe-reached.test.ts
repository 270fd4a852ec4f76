import { expect, it } from 'vitest';
import { describeReached, type ReachedLimit } from './describe-reached.js';

const reached: ReachedLimit = {
  scope: 'project',
  per: 'day',
  type: 'payment',
  currency: 'EUR',
  reached: 'amount',
  ends: '2026-02-01T00:00:00.000Z',
};
const anew = 'which is counted anew from 2026-02-01T00:00:00.000Z';

it.each<[Partial<ReachedLimit>, string]>([
  [{}, `amount: over the daily limit of the project for payments in EUR, ${anew}`],
  [
    { scope: 'customer', per: 'month', type: 'payout' },
    `amount: over the monthly limit of the customer for payouts in EUR, ${anew}`,
  ],
  [
    { scope: 'mid', mid: 'main', reached: 'count' },
    `Number of payments: over the daily limit of the MID for payments in EUR, ${anew}`,
  ],
  [{ reached: 'amount alone' }, 'amount: over the daily limit of the project for payments in EUR'],
])('%j: which limit, whose, and when it is free again', (changed, description) => {
  expect(describeReached({ ...reached, ...changed })).toBe(description);
});

import { expect, it } from 'vitest';
import type { OpenReview } from '#persistence/transactions/reviews';
import { sayReview } from './close-reviews.js';

const review = { id: '7', cause: 'wrong amount', raisedAt: '2026-01-01T00:00:00.000Z' };
const asked = { amount: '10.10', currency: 'EUR' };
const report = { providerReference: 'id-1', outcome: 'success' } as const;

it.each([
  [{ amount: '110.1', currency: 'EUR' }, 'success of 110.1 EUR (asked for: 10.10 EUR), for id-1.'],
  [{ amount: '110.1' }, 'success of 110.1 (asked for: 10.10 EUR), for id-1.'],
  [{}, 'success (asked for: 10.10 EUR), for id-1.'],
])('a review shows what was asked for beside what is reported: %j', (found, said) => {
  expect(sayReview({ ...review, evidence: { ...report, ...found } }, asked)).toBe(
    `- Review 7, 2026-01-01T00:00:00.000Z: **wrong amount**. The provider reports ${said}`,
  );
});

it('a review of a reversal shows what is reported of the money', () => {
  const evidence = {
    kind: 'provider_refund',
    providerReference: 'id-1',
    key: 'rf_1',
    amount: '4.00',
    currency: 'EUR',
  } as const;
  expect(sayReview({ ...review, cause: 'may be a refund of ours', evidence }, asked)).toBe(
    '- Review 7, 2026-01-01T00:00:00.000Z: **may be a refund of ours**. The provider reports provider refund of 4.00 EUR (asked for: 10.10 EUR), for id-1.',
  );
});

it('a review that we raised ourselves says why, and repeats no report', () => {
  const held = {
    ...review,
    cause: 'account in another name',
    evidence: { ...report, outcome: 'open' } as const,
  };
  expect(sayReview(held, asked)).toBe(
    "- Review 7, 2026-01-01T00:00:00.000Z: **account in another name**: the account is not in the beneficiary's name; nothing was sent.",
  );
});

it('a review that was raised by the closing of another is about no report at all', () => {
  const evidence = { closed: ['rev_1'] } as unknown as OpenReview['evidence'];
  expect(sayReview({ ...review, cause: 'more went back than was paid', evidence }, asked)).toContain(
    'refunds, chargebacks and refunds made at the provider exceed the payment.',
  );
});

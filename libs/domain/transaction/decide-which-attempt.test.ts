import { describe, expect, it } from 'vitest';
import { proofOf } from './decide.js';
import type { ProviderReport } from './report.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Transaction } from './transaction.js';

const prove = (
  report: Partial<ProviderReport>,
  attempts: readonly Attempt[],
  fields: Partial<Transaction> = {},
) =>
  proofOf({ transaction: sampleTransaction(fields), attempts }, 'bank', {
    providerReference: 'id-1',
    outcome: 'success',
    ...report,
  });

describe('the attempt that a report is about', () => {
  it('is named in the review if no attempt has its reference', () => {
    expect(prove({ providerReference: 'id-9' }, [sampleAttempt(1, 'accepted')])).toEqual({
      kind: 'review',
      cause: 'unknown attempt',
    });
  });

  it('must be the latest one, even if an earlier one has no end yet', () => {
    const attempts = [sampleAttempt(1, 'accepted'), sampleAttempt(2, 'accepted')];
    expect(prove({}, attempts)).toEqual({ kind: 'review', cause: 'other attempt' });
    expect(prove({ outcome: 'declined' }, attempts)).toEqual({ kind: 'agrees' });
  });

  it('may be another one than the one that has ended the payment, unless both have taken money', () => {
    const attempts = [sampleAttempt(1, 'declined'), sampleAttempt(2, 'final')];
    expect(prove({ outcome: 'declined' }, attempts, { status: 'declined' })).toEqual({ kind: 'agrees' });
  });
});

describe('an end without money', () => {
  it.each(['declined', 'error', 'expired', 'cancelled'] as const)(
    'by %s needs no amount, and may name another one',
    (outcome) => {
      const attempts = [sampleAttempt(1, 'accepted')];
      for (const amount of ['0.00', '9.99', undefined])
        expect(prove({ outcome, ...(amount && { amount }) }, attempts)).toMatchObject({ kind: 'end', n: 1 });
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { LookupResult } from '#domain/provider-result';
import type { Transaction } from '#domain/registered-transaction';
import type { TransactionStatus, TransactionType } from '#domain/transaction';
import type { AttemptState } from '#domain/transactions/attempt';
import type { LookupSubject } from '#persistence/transactions/load-for-lookup';
import { weighLookup } from './weigh-lookup.js';

/** Settled, and already told twice that it is not found; of the fields that matter to what an answer changes. */
function subject(
  status: TransactionStatus,
  state: AttemptState,
  {
    type = 'payment',
    isSettled = true,
  }: { readonly type?: TransactionType; readonly isSettled?: boolean } = {},
): LookupSubject {
  const transaction = {
    identifier: 'id',
    type,
    style: 'h2h',
    status,
    amount: '10.10',
    currency: 'EUR',
    meta: '{}',
    plan: { routes: [{}], timing: { notFoundAnswersMin: 3, lateLookupsMs: [600_000] } },
    payableUntil: new Date(60_000),
    createdAt: new Date(0),
  } as unknown as Transaction;
  const attempt = { n: 1, provider: 'bank', mid: 'main', providerReference: 'id-1', state, cause: 'timeout' };
  const clock = () => new Date(1_000);
  return { transaction, attempts: [attempt], isSettled, notFoundAnswers: 2, asked: 2, askedAgoMs: 0, clock };
}

const notFound = { answer: { kind: 'notFound' }, counts: true } as const;
const found = (outcome: 'open' | 'success' | 'declined'): { answer: LookupResult; counts: boolean } => ({
  answer: { kind: 'found', evidence: { providerReference: 'id-1', outcome } },
  counts: true,
});

describe('"not found"', () => {
  it('ends a payment that has settled, for the time being: it is asked about once more, later', () => {
    expect(weighLookup(subject('pending', 'unknown'), 1, notFound)).toMatchObject({
      lookup: { n: 1, answer: 'not_found', counts: true },
      attempt: { n: 1, to: 'not_sent' },
      move: { to: 'error', source: 'lookup', lookUpLate: { n: 1, afterMs: 600_000 } },
    });
  });

  it.each([
    ['before its provider has settled', subject('pending', 'unknown', { isSettled: false }), notFound],
    ['out of its turn', subject('pending', 'unknown'), { ...notFound, counts: false }],
    ['of a payout', subject('pending', 'unknown', { type: 'payout' }), notFound],
    ['of what the provider has accepted', subject('pending', 'accepted'), notFound],
    ['of what is over', subject('error', 'not_sent'), notFound],
  ] as const)('%s ends nothing', (_case, known, answer) => {
    const progress = weighLookup(known, 1, answer);
    expect(progress).not.toHaveProperty('move');
    expect(progress).toMatchObject({ lookup: { answer: 'not_found' } });
  });
});

describe('an attempt that is found', () => {
  it('ends its transaction by the word of its provider', () => {
    expect(weighLookup(subject('pending', 'sending'), 1, found('success'))).toMatchObject({
      attempt: { to: 'final' },
      move: { to: 'success', source: 'lookup' },
    });
  });

  it('after it ended by "not found" is raised, alive or paid, and recorded in the same step', () => {
    const late = subject('error', 'not_sent');
    expect(weighLookup(late, 1, found('open'))).toMatchObject({
      lookup: { answer: 'found' },
      review: { cause: 'was held as not sent' },
    });
    expect(weighLookup(late, 1, found('success'))).toMatchObject({
      lookup: { answer: 'found' },
      review: { cause: 'contradicts the final state' },
    });
  });

  it('while another run has left it for the next route changes nothing, unless it was paid', () => {
    const left = subject('pending', 'declined');
    expect(weighLookup(left, 1, found('declined'))).not.toHaveProperty('move');
    expect(weighLookup(left, 1, found('success'))).toMatchObject({ review: { cause: 'attempt was over' } });
  });
});

import { describe, expect, it } from 'vitest';
import type { Moment } from './change.js';
import { afterLookUp, isLastWord, type LookUpInput, type LookUpSubject } from './look-ups.js';
import type { ProviderOutcome } from './report.js';
import type { TransactionStatus, TransactionType } from './status.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState, Transaction } from './transaction.js';

const moment: Moment = { now: new Date('2026-01-01T00:00:40Z'), eventId: 'evt_1' };

/** Settled, with two answers "not found" so far. */
function subject(
  status: TransactionStatus,
  state: AttemptState,
  {
    isSettled = true,
    notFoundAnswers = 2,
    ...fields
  }: Partial<Transaction> &
    Partial<Pick<LookUpSubject, 'isSettled' | 'notFoundAnswers'>> & { readonly type?: TransactionType } = {},
): LookUpSubject {
  const transaction = sampleTransaction({ status, ...fields });
  return { transaction, attempts: [sampleAttempt(1, state, 'timeout')], isSettled, notFoundAnswers };
}

type Answered = Omit<LookUpInput, 'n' | 'fence'> & Partial<Pick<LookUpInput, 'fence'>>;
const lookedUp = (known: LookUpSubject, input: Answered) =>
  afterLookUp(known, { n: 1, fence: 'impossible', ...input }, moment);
const notFound = { answer: { kind: 'notFound' }, counts: true } as const;
const found = (outcome: 'open' | 'success' | 'declined' | 'cancelled'): Answered => ({
  answer: { kind: 'found', report: { providerReference: 'id-1', outcome } },
  counts: true,
});

describe('"not found"', () => {
  it('ends a payment that has settled, for the time being: it is asked about once more, later', () => {
    expect(lookedUp(subject('pending', 'unknown'), notFound)).toMatchObject({
      lookup: { n: 1, answer: 'not_found', counts: true },
      attempt: { n: 1, to: 'not_sent' },
      move: { to: 'error', source: 'lookup', lookUpLate: { n: 1, afterMs: 600_000 } },
    });
  });

  it.each([
    ['before its provider has settled', subject('pending', 'unknown', { isSettled: false }), notFound],
    ['said too few times', subject('pending', 'unknown', { notFoundAnswers: 1 }), notFound],
    ['out of its turn', subject('pending', 'unknown'), { ...notFound, counts: false }],
    ['of a payout', subject('pending', 'unknown', { type: 'payout' }), notFound],
    ['of what the provider has accepted', subject('pending', 'accepted'), notFound],
    ['of what is over', subject('error', 'not_sent'), notFound],
  ] as const)('%s ends nothing', (_case, known, answer) => {
    const change = lookedUp(known, answer);
    expect(change).not.toHaveProperty('move');
    expect(change).toMatchObject({ lookup: { answer: 'not_found' } });
  });
});

describe('"not found" of a refund', () => {
  const review = {
    cause: 'not found at the provider',
    report: { providerReference: 'id-1', outcome: 'open', reason: 'not found' },
  };

  it.each(['unknown', 'accepted'] as const)(
    'several times in a row is raised, and ends nothing: %s',
    (state) => {
      const change = lookedUp(subject('pending', state, { type: 'refund' }), notFound);
      expect(change).toMatchObject({ lookup: { answer: 'not_found', counts: true }, review });
      expect(change).not.toHaveProperty('move');
    },
  );

  it.each([
    ['too few times', { notFoundAnswers: 1 }, notFound],
    ['before its provider has settled', { isSettled: false }, notFound],
    ['out of its turn', {}, { ...notFound, counts: false }],
  ] as const)('%s is not raised', (_case, fields, answer) => {
    expect(lookedUp(subject('pending', 'unknown', { type: 'refund', ...fields }), answer)).not.toHaveProperty(
      'review',
    );
  });
});

describe('"not found" that would end a payment, where its provider can close what it has not seen', () => {
  const silent = { kind: 'noAnswer', cause: 'timeout', detail: 'no answer in time' } as const;
  const ending = (fence: LookUpInput['fence']) =>
    lookedUp(subject('pending', 'unknown'), { ...notFound, fence });

  it('ends it once it is closed and still not known', () => {
    expect(ending({ kind: 'notFound' })).toEqual(ending('impossible'));
    expect(ending({ kind: 'notFound' })).toMatchObject({ move: { to: 'error' } });
  });

  it.each([
    ['before it was asked to close it', 'notAsked'],
    ['without an answer to that', silent],
  ] as const)('ends nothing %s, and counts on', (_case, fence) => {
    const change = ending(fence);
    expect(change).not.toHaveProperty('move');
    expect(change).not.toHaveProperty('attempt');
    expect(change).toMatchObject({ lookup: { answer: 'not_found', counts: true } });
  });

  it.each([
    ['cancelled', 'declined'],
    ['success', 'success'],
  ] as const)('ends it by the word of what had arrived after all: %s', (outcome, to) => {
    const fence = { kind: 'found', report: { providerReference: 'id-1', outcome } } as const;
    expect(ending(fence)).toMatchObject({
      lookup: { answer: 'found', report: { outcome } },
      attempt: { n: 1, to: 'final' },
      move: { to, source: 'lookup' },
    });
  });

  it('leaves open what had arrived and cannot be closed any more', () => {
    const fence = { kind: 'found', report: { providerReference: 'id-1', outcome: 'open' } } as const;
    expect(ending(fence)).toEqual({
      lookup: { n: 1, answer: 'found', report: fence.report, counts: true },
      forgetCard: true,
    });
  });

  it('is of no matter where "not found" ends nothing yet', () => {
    const early = subject('pending', 'unknown', { notFoundAnswers: 1 });
    expect(lookedUp(early, { ...notFound, fence: { kind: 'notFound' } })).not.toHaveProperty('move');
  });
});

describe('an attempt that is found', () => {
  it('ends its transaction by the word of its provider', () => {
    expect(lookedUp(subject('pending', 'sending'), found('success'))).toMatchObject({
      attempt: { to: 'final' },
      move: { to: 'success', source: 'lookup' },
    });
  });

  it('as a success without the lists of its money is asked about once more, soon', () => {
    const report = { providerReference: 'id-1', outcome: 'success' } as const;
    const answer = { kind: 'found', report, isMoneyUnread: true } as const;
    expect(lookedUp(subject('pending', 'unknown'), { answer, counts: true })).toMatchObject({
      move: { to: 'success' },
      askAgain: { n: 1, step: 0, afterMs: 5_000, spreadMs: 0 },
    });
  });

  it('as a failed refund after its success tells that its money is back', () => {
    const late = subject('success', 'final', { type: 'refund' });
    expect(lookedUp(late, found('declined'))).toMatchObject({
      reversals: { told: [{ kind: 'returned', amount: '10.10' }] },
    });
  });

  it('as a refund that waits for a person keeps its id, so that the next one need not wait', () => {
    const report = {
      providerReference: 'id-1',
      outcome: 'open',
      providerId: 'rf_1',
      awaitsApproval: true,
    } as const;
    const answer = { kind: 'found', report } as const;
    expect(
      lookedUp(subject('pending', 'unknown', { type: 'refund' }), { answer, counts: true }),
    ).toMatchObject({
      attempt: { n: 1, providerId: 'rf_1' },
      review: { cause: 'awaits approval at the provider' },
    });
  });

  it('and declined, although money is said to have come back of it, is raised', () => {
    const reversal = {
      kind: 'chargeback',
      providerReference: 'id-1',
      key: 'dp_1',
      amount: '1.00',
      currency: 'EUR',
    } as const;
    const report = { providerReference: 'id-1', outcome: 'declined' } as const;
    const answer = { kind: 'found', report, reversals: [reversal] } as const;
    expect(lookedUp(subject('pending', 'unknown'), { answer, counts: true })).toMatchObject({
      move: { to: 'declined' },
      review: { cause: 'contradicts the final state', report: reversal },
    });
  });

  it('after it ended by "not found" is raised, alive or paid, and recorded in the same step', () => {
    const late = subject('error', 'not_sent');
    expect(lookedUp(late, found('open'))).toMatchObject({
      lookup: { answer: 'found' },
      review: { cause: 'was held as not sent' },
    });
    expect(lookedUp(late, found('success'))).toMatchObject({
      lookup: { answer: 'found' },
      review: { cause: 'contradicts the final state' },
    });
  });

  it('while another run has left it for the next route changes nothing, unless it was paid', () => {
    const rejected = subject('pending', 'declined');
    expect(lookedUp(rejected, found('declined'))).not.toHaveProperty('move');
    expect(lookedUp(rejected, found('success'))).toMatchObject({ review: { cause: 'attempt was over' } });
  });
});

describe('a look-up', () => {
  it('in turn takes the card away, whatever it is answered; another leaves it for the next route', () => {
    const noAnswer = { kind: 'noAnswer', cause: 'timeout', detail: 'x' } as const;
    const known = subject('pending', 'unknown');
    expect(lookedUp(known, { answer: noAnswer, counts: true })).toEqual({
      lookup: { n: 1, answer: 'no_answer', detail: 'x', counts: true },
      forgetCard: true,
    });
    expect(lookedUp(known, { answer: noAnswer, counts: false })).not.toHaveProperty('forgetCard');
  });

  it('that finds what the customer must do next answers the submit; "still working" alone does not', () => {
    const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;
    const report = { providerReference: 'id-1', outcome: 'open', providerId: 'charge' } as const;
    const answer = { kind: 'found', report } as const;
    const known = subject('pending', 'unknown');
    expect(lookedUp(known, { answer: { ...answer, challenge }, counts: false })).toEqual({
      lookup: { n: 1, answer: 'found', report, counts: false },
      attempt: { n: 1, to: 'accepted', report, providerId: 'charge' },
      move: { to: 'created', source: 'lookup', challenge, provider: 'bank' },
      forgetCard: true,
    });
    expect(lookedUp(known, { answer, counts: false })).toEqual({
      lookup: { n: 1, answer: 'found', report, counts: false },
    });
  });

  it('that finds a payment stopped after its window calls it expired, before it cancelled', () => {
    const payableUntil = new Date(moment.now.getTime() - 2_001);
    expect(lookedUp(subject('created', 'accepted', { payableUntil }), found('cancelled'))).toMatchObject({
      move: { to: 'expired', source: 'timer' },
    });
    expect(lookedUp(subject('created', 'accepted'), found('cancelled'))).toMatchObject({
      move: { to: 'declined', source: 'lookup' },
    });
  });
});

it('the last word about an attempt is a final one', () => {
  const outcomes: readonly ProviderOutcome[] = [
    'success',
    'declined',
    'error',
    'expired',
    'cancelled',
    'open',
  ];
  const answer = (outcome: ProviderOutcome) =>
    ({ kind: 'found', report: { providerReference: 'id-1-1', outcome } }) as const;
  expect(outcomes.filter((outcome) => !isLastWord(answer(outcome)))).toEqual(['open']);
  expect(isLastWord({ kind: 'notFound' })).toBe(false);
  expect(isLastWord({ kind: 'noAnswer', cause: 'timeout', detail: 'x' })).toBe(false);
});

describe('an answer that tells of money that came or went since (contract §15.8)', () => {
  const reversals = [
    { kind: 'chargeback', providerReference: 'id-1', key: 'd-1', amount: '10.10', currency: 'EUR' },
  ] as const;
  const told = (outcome: 'open' | 'success' | 'declined'): Answered => ({
    answer: { kind: 'found', report: { providerReference: 'id-1', outcome }, reversals },
    counts: true,
  });

  it('with the success has the provider asked once more, soon, so that it is judged after the end', () => {
    const change = lookedUp(subject('pending', 'accepted'), told('success'));
    expect(change).toMatchObject({ move: { to: 'success' }, askAgain: { n: 1, step: 0, afterMs: 5_000 } });
    expect(change).not.toHaveProperty('reversals');
  });

  it('of an open transaction leads to nothing yet', () => {
    expect(lookedUp(subject('pending', 'accepted'), told('open'))).toEqual({
      lookup: { n: 1, answer: 'found', report: { providerReference: 'id-1', outcome: 'open' }, counts: true },
      forgetCard: true,
    });
  });

  it('of one that has ended is judged with it', () => {
    expect(lookedUp(subject('error', 'not_sent'), told('success'))).toMatchObject({
      reversals: { provider: 'bank', told: reversals },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import {
  afterLookUp,
  endsByNotFound,
  isPastWindow,
  type LookUpInput,
  type LookUpSubject,
} from './look-ups.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { Attempt, Transaction } from './transaction.js';

const now = new Date('2026-01-01T00:00:40Z');
/** After the time to pay and its grace. */
const stopped = { payableUntil: new Date(now.getTime() - 2_001) };

/** Settled, with two answers "not found" so far. */
const subject = (attempt: Attempt, fields: Partial<Transaction> = {}): LookUpSubject => ({
  transaction: sampleTransaction(fields),
  attempts: [attempt],
  isSettled: true,
  notFoundAnswers: 2,
});
const lookUp = (known: LookUpSubject, input: Partial<LookUpInput>) =>
  afterLookUp(
    known,
    { n: 1, answer: { kind: 'notFound' }, counts: true, fence: 'impossible', ...input },
    { now, eventId: 'evt_1' },
  );
const found = (outcome: 'success' | 'declined' | 'error' | 'expired' | 'cancelled') =>
  ({ kind: 'found', report: { providerReference: 'id-1', outcome } }) as const;

describe('a payment that its provider does not know', () => {
  it.each([
    ['timeout', 'neverConfirmedAfterTimeout'],
    ['unreadable', 'neverConfirmedAfterUnreadable'],
    ['communication', 'neverConfirmedAfterCommunication'],
    [undefined, 'neverConfirmedAfterCommunication'],
  ] as const)('ends after %s with the error for it', (cause, error) => {
    const { code, reason, description } = errorOf(error);
    expect(lookUp(subject(sampleAttempt(1, 'unknown', cause)), {})).toMatchObject({
      attempt: { n: 1, to: 'not_sent', detail: 'unknown to the provider' },
      move: { to: 'error', error: { code, reason, description } },
    });
  });

  it('is not looked up again if its plan has no late look-ups', () => {
    const { plan } = sampleTransaction();
    const { lateLookupsMs: _late, ...older } = plan.timing;
    for (const timing of [older, { ...older, lateLookupsMs: [] }]) {
      const change = lookUp(subject(sampleAttempt(1, 'unknown'), { plan: { ...plan, timing } }), {});
      expect(change).toMatchObject({ move: { to: 'error' } });
      expect(change.move).not.toHaveProperty('lookUpLate');
    }
  });

  it('is recorded with the reason why its provider could not close it', () => {
    const fence = { kind: 'noAnswer', cause: 'timeout', detail: 'no answer in time' } as const;
    expect(lookUp(subject(sampleAttempt(1, 'unknown')), { fence }).lookup).toEqual({
      n: 1,
      answer: 'not_found',
      counts: true,
      detail: 'not closed: no answer in time',
    });
  });

  it('does not end by the look-up of an attempt that is not the latest', () => {
    const [first, second] = [sampleAttempt(1, 'unknown'), sampleAttempt(2, 'unknown')];
    const known = { ...subject(first), attempts: [first, second] };
    expect(endsByNotFound(known, first)).toBe(false);
    expect(endsByNotFound(known, second)).toBe(true);
  });
});

describe('a payment whose provider was asked to stop it after its time to pay', () => {
  const atProvider = subject(sampleAttempt(1, 'accepted'), { status: 'created', ...stopped });

  it('has expired, with the error of an expiry', () => {
    const { code, reason, description } = errorOf('expired');
    expect(lookUp(atProvider, { answer: found('cancelled') }).move).toMatchObject({
      to: 'expired',
      source: 'timer',
      error: { code, reason, description },
    });
  });

  it.each(['success', 'declined', 'error'] as const)('ends as its provider says: %s', (outcome) => {
    expect(lookUp(atProvider, { answer: found(outcome) }).move).toMatchObject({
      to: outcome,
      source: 'lookup',
    });
  });

  it('was not asked to stop before its first attempt', () => {
    expect(isPastWindow({ transaction: sampleTransaction(stopped), attempts: [] }, now)).toBe(false);
  });
});

describe('a challenge that a look-up finds', () => {
  it('leaves a payment that has shown one before as it is', () => {
    const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;
    const report = { providerReference: 'id-1', outcome: 'open' } as const;
    const known = subject(sampleAttempt(1, 'unknown'), { status: 'created' });
    const change = lookUp(known, { answer: { kind: 'found', report, challenge } });
    expect(change).toMatchObject({ attempt: { n: 1, to: 'accepted' } });
    expect(change).not.toHaveProperty('move');
  });
});

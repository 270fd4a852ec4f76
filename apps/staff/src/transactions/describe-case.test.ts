import { describe, expect, it } from 'vitest';
import type { StaffCase } from '#persistence/staff/load-case';
import { actsOf } from './acts-of.js';
import { describeCase } from './describe-case.js';

const now = new Date('2026-11-27T04:00:00Z');
const until = new Date('2026-11-27T04:20:00Z');

const caseOf = (given: Partial<StaffCase>): StaffCase => ({
  type: 'payment',
  status: 'pending',
  phase: 'waiting',
  provider: 'sandbox',
  awaitsBank: false,
  waitsFor: null,
  until,
  isUnreached: false,
  reviews: [],
  asked: '99.9 BRL',
  delivery: undefined,
  nextDelivery: undefined,
  nextLookUp: undefined,
  ...given,
});
const said = (given: Partial<StaffCase>) => describeCase(caseOf(given), now).join(' ');
const acts = (given: Partial<StaffCase>) => actsOf(caseOf(given)).map(({ name }) => name);

describe('what a transaction waits for', () => {
  it('is said of each phase', () => {
    expect(said({ phase: 'awaitingInput', status: 'new' })).toBe(
      'Waiting for the customer to pay on the hosted page, until 2026-11-27 04:20:00, in 20 minutes.',
    );
    expect(said({})).toBe(
      'Sandbox has accepted it and has not said how it ended. The customer can pay until 2026-11-27 04:20:00, in 20 minutes.',
    );
    expect(said({ phase: 'due' })).toBe('It is about to be sent to the provider.');
    expect(said({ type: 'payout', phase: 'unknown' })).toMatch(/may have paid.*Its funds are reserved\.$/);
    expect(said({ type: 'payout', phase: 'awaitingInput', awaitsBank: true })).toMatch(/choose the bank/);
    expect(said({ type: 'payout', phase: 'awaitingInput' })).toMatch(/a person has to approve it/);
    expect(said({ type: 'refund', phase: 'awaitingInput', waitsFor: 'x' })).toMatch(/waits for its turn/);
    expect(said({ phase: 'final', status: 'error', isUnreached: true })).toMatch(/No provider was reached/);
  });

  it('never says that a customer can pay when the time is over', () => {
    const over = said({ until: new Date('2026-11-27T03:59:59Z') });
    expect(over).toContain('The time to pay is over.');
    expect(over).not.toContain('can pay until');
  });

  it('of a transaction under review begins with the review, and never waits for a provider that has answered', () => {
    const reviews = [{ id: '7', cause: 'wrong amount', said: 'success 199.9 BRL SENT' }];
    for (const type of ['payment', 'payout'] as const) {
      const words = said({ type, reviews });
      expect(words).toMatch(
        /^A person is needed: review 7, wrong amount: the provider says success 199\.90 BRL SENT, asked for 99\.90 BRL\. Its provider has answered/,
      );
      expect(words).not.toMatch(/has not said|can pay until/);
    }
  });

  it('has the next question and the next delivery', () => {
    expect(said({ nextLookUp: new Date('2026-11-27T04:10:00Z') })).toMatch(/asked next in 10 minutes\.$/);
    expect(said({ nextLookUp: new Date('2026-11-27T03:10:00Z') })).toMatch(/asked next at any moment\.$/);
    const ended = { phase: 'final', status: 'success', delivery: 'pending', nextDelivery: until } as const;
    expect(said(ended)).toMatch(/has not accepted the callback yet\. The next attempt is in 20 minutes\.$/);
  });
});

describe('what can be done', () => {
  it('is what the workflow accepts as it stands', () => {
    expect(acts({})).toEqual(['lookUpNow', 'resolve', 'cancelPayment']);
    expect(acts({ phase: 'awaitingInput', status: 'new' })).toEqual(['cancelPayment']);
    expect(acts({ type: 'payout', phase: 'unknown' })).toEqual(['lookUpNow', 'resolve']);
    expect(acts({ type: 'payout', phase: 'awaitingInput', awaitsBank: true })).toEqual([
      'confirmBankCode',
      'cancelPayout',
    ]);
    expect(acts({ type: 'payout', phase: 'awaitingInput' })).toEqual(['approve', 'cancelPayout']);
    expect(acts({ type: 'refund', phase: 'awaitingInput', waitsFor: 'x' })).toEqual(['cancelRefund']);
    expect(acts({ phase: 'final', status: 'success', delivery: 'exhausted' })).toEqual(['deliverNow']);
    expect(acts({ phase: 'final', status: 'success', delivery: 'delivered' })).toEqual([]);
    const reviews = [{ id: '7', cause: 'money came back', said: '' }];
    expect(acts({ phase: 'final', status: 'success', delivery: 'delivered', reviews })).toEqual([
      'closeReview',
    ]);
  });
});

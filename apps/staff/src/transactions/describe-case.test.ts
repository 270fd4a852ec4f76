import { describe, expect, it } from 'vitest';
import type { DescribedTransaction } from '#domain/transaction/describe-state';
import type { StaffCase } from '#persistence/staff/load-case';
import { actsOf } from './acts-of.js';
import { describeCase } from './describe-case.js';

const now = new Date('2026-11-27T04:00:00Z');
const until = '2026-11-27T04:20:00.123Z';

type Given = Partial<Omit<DescribedTransaction, 'state'>> &
  Partial<DescribedTransaction['state']> &
  Partial<Omit<StaffCase, 'described'>>;

function caseOf(given: Given): StaffCase {
  const { phase = 'waiting', status = 'pending', awaits, isUnreached = false, ...rest } = given;
  const { nextDelivery, nextLookUp, ...described } = rest;
  const state = {
    phase,
    status,
    until: given.until ?? until,
    provider: 'sandbox',
    ...(awaits && { awaits }),
  };
  return {
    described: { type: 'payment', identifier: 'x', attempts: [], reviews: [], ...described, state },
    isUnreached,
    nextDelivery,
    nextLookUp,
  };
}

const said = (given: Given) =>
  describeCase(caseOf(given), now)
    .map(({ markup }) => markup)
    .join(' ');
const acts = (given: Given) => actsOf(caseOf(given)).map(({ name }) => name);

describe('what a transaction waits for', () => {
  it('is what the page of its workflow says, written as on these pages', () => {
    expect(said({})).toBe(
      '<b>pending</b> at provider <b>sandbox</b>. The provider has accepted it. Waiting for the provider&#39;s callback, and looking it up meanwhile. The customer can pay until 2026-11-27 04:20:00.',
    );
    const reviews = [{ id: '7', cause: 'wrong amount', said: 'the provider says <b> of 199.9 BRL' }];
    const words = said({ reviews });
    expect(words).toContain(
      '<b>A person is needed</b>: review 7, wrong amount: the provider says &lt;b&gt; of 199.90 BRL.',
    );
    expect(words).toContain('<code>resolve</code>');
    expect(words).not.toContain('can pay until');
  });

  it('has the next question, the next delivery, and whether a provider was reached', () => {
    expect(said({ nextLookUp: new Date('2026-11-27T04:10:00Z') })).toMatch(/asked next in 10 minutes\.$/);
    expect(said({ nextLookUp: new Date('2026-11-27T03:10:00Z') })).toMatch(/asked next at any moment\.$/);
    const ended = {
      phase: 'final',
      status: 'success',
      delivery: 'pending',
      nextDelivery: new Date(until),
    } as const;
    expect(said(ended)).toMatch(/The callback is tried again in 20 minutes\.$/);
    expect(said({ ...ended, delivery: 'delivered' })).not.toContain('tried again');
    expect(said({ phase: 'final', status: 'error', isUnreached: true })).toMatch(/No provider was reached/);
  });
});

describe('what can be done', () => {
  it('is what the workflow accepts as it stands', () => {
    const held = { phase: 'awaitingInput' } as const;
    expect(acts({})).toEqual(['lookUpNow', 'resolve', 'cancelPayment']);
    expect(acts({ ...held, awaits: { kind: 'page' } })).toEqual(['cancelPayment']);
    expect(acts({ type: 'payout', phase: 'unknown' })).toEqual(['lookUpNow', 'resolve']);
    expect(
      acts({ type: 'payout', ...held, awaits: { kind: 'bank', banks: ['058 GTBank'], more: 0 } }),
    ).toEqual(['confirmBankCode', 'cancelPayout']);
    expect(acts({ type: 'payout', ...held, awaits: { kind: 'approval' } })).toEqual([
      'approve',
      'cancelPayout',
    ]);
    expect(acts({ type: 'refund', ...held, awaits: { kind: 'turn' } })).toEqual(['cancelRefund']);
    expect(acts({ phase: 'final', status: 'success', delivery: 'exhausted' })).toEqual(['deliverNow']);
    expect(acts({ phase: 'final', status: 'success', delivery: 'delivered' })).toEqual([]);
    const reviews = [{ id: '7', cause: 'money came back', said: '' }];
    expect(acts({ phase: 'final', status: 'success', delivery: 'delivered', reviews })).toEqual([
      'closeReview',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../chaos/check-invariants.js';
import type { Evidence } from '../chaos/gather-evidence.js';
import {
  callback,
  cleanEvidence,
  event,
  id,
  transaction,
  withEvidence,
} from '../witnesses/clean-chaos-run.js';

/** Goal: a chaos run can be red for what happens after a success. Method: one chargeback, and changes that break each rule. */
const correction = {
  kind: 'chargeback',
  identifier: id,
  order: `${id}-1`,
  amount: '10.10',
  key: 'co_1',
  isTold: true,
} as const;
const reversal = {
  reversal_id: 'rev_1',
  identifier: id,
  kind: 'chargeback',
  amount: '10.10',
  counted: '10.10',
  state: 'posted',
  key: 'co_1',
};
const body = { event_id: 'evt_3', type: 'reversal', reversal_id: 'rev_1', identifier: id };
const reversalEvent = { ...event, event_id: 'evt_3', body: JSON.stringify(body), reversal_id: 'rev_1' };
const chargedBack: Partial<Evidence> = {
  corrections: [correction],
  reversals: [reversal],
  events: [event, reversalEvent],
  callbacks: [callback, { ...callback, eventId: 'evt_3', body }],
};
const rulesWith = (change: Partial<Evidence>) =>
  checkInvariants(withEvidence({ ...chargedBack, ...change })).map(({ invariant }) => invariant);
const unheard = { reversals: [], events: [event], callbacks: [callback] };
const waiting = { ...reversal, state: 'recorded', counted: '0' };

const once = 'what happens to money after a success is recorded once';
const happened = 'no reversal counts that did not happen';
const announced = 'a reversal has its one event';

describe('the invariants of reversals', () => {
  it('hold for a payment that is charged back', () => {
    expect(rulesWith({})).toEqual([]);
  });

  it('hold for a reversal that waits for a person, and for one that a review names', () => {
    expect(rulesWith({ ...unheard, reversals: [waiting] })).toEqual([]);
    const reversalReviews = [{ identifier: id, kind: 'chargeback', key: 'co_1' }];
    expect(rulesWith({ ...unheard, reversalReviews })).toEqual([]);
  });

  it('let pass what the provider could not tell, and nothing that moved', () => {
    expect(rulesWith({ ...unheard, corrections: [{ ...correction, isTold: false }] })).toEqual([]);
    expect(rulesWith({ ...unheard, corrections: [{ ...correction, amount: '0.00' }] })).toEqual([]);
  });

  const broken: readonly (readonly [rule: string, change: Partial<Evidence>])[] = [
    [once, unheard],
    [once, { reversals: [reversal, { ...waiting, reversal_id: 'rev_2' }] }],
    [once, { ...unheard, reversalReviews: [{ identifier: id, kind: 'chargeback', key: 'co_2' }] }],
    [happened, { corrections: [] }],
    [happened, { reversals: [{ ...reversal, amount: '5.00', counted: '5.00' }] }],
    [announced, { events: [event], callbacks: [callback] }],
    [announced, { reversals: [waiting] }],
    [
      'every callback is delivered',
      { events: [event, { ...reversalEvent, state: 'pending' }], openWorkflows: [id] },
    ],
    ['every callback is delivered', { callbacks: [callback] }],
    [
      'copies of a callback are equal byte for byte',
      { callbacks: [callback, { ...callback, eventId: 'evt_3', body: { ...body, kind: 'inquiry' } }] },
    ],
  ];
  it.each(broken)('%s', (rule, change) => {
    expect(rulesWith(change)).toContain(rule);
  });

  it('count a refund that came back no longer in what was refunded', () => {
    const refund = { ...transaction, type: 'refund', amount: '10.1', payment: id } as const;
    const two = ['a', 'b'].map((name) => ({ ...refund, identifier: name, reference: name }));
    const back = { ...reversal, identifier: 'a', kind: 'returned', amount: '10.1', counted: '10.1' };
    const sums = 'refunds that count are never more than was paid';
    const transactions = [...cleanEvidence.transactions, ...two];
    expect(rulesWith({ transactions })).toContain(sums);
    expect(rulesWith({ transactions, reversals: [reversal, back] })).not.toContain(sums);
  });
});

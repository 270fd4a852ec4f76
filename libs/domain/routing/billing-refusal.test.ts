import { describe, expect, it } from 'vitest';
import { bill } from './billing.js';

const money = { amount: '0.03', currency: 'BRL' };
const rate = { from: 'BRL', to: 'EUR', rate: '0.16', source: 'bank' };

describe('a bill', () => {
  it('of a project that is not configured is the money itself', () => {
    expect(bill({ projects: {}, providers: {}, rates: [rate] }, 'shop', money)).toEqual({
      kind: 'billed',
      billing: money,
    });
  });

  it('of less than half a minor unit is refused with a sentence about it', () => {
    const terms = { projects: { shop: { billingCurrency: 'EUR' } }, providers: { bank: {} }, rates: [rate] };
    expect(bill(terms, 'shop', money)).toEqual({
      kind: 'refused',
      error: 'limitExceeded',
      description: 'amount: must be at least one minor unit in the billing currency',
    });
  });
});

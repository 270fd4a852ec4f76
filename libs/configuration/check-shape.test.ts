import { describe, expect, it } from 'vitest';
import { connectorTerms } from '#gateway/connectors/registry';
import { checkShape } from './check-shape.js';

describe('limits that count', () => {
  const mistakesOf = (limits: unknown) =>
    checkShape(
      { mids: { main: { provider: 'bank', counted_limits: limits } } },
      { methods: ['card'], connectors: connectorTerms },
    )
      .filter(({ at }) => at[0] === 'mids')
      .map(({ at, message }) => `${at.slice(3).join('.')}: ${message}`);

  it('are amounts, for all currencies or for some, and numbers, for both directions or for one', () => {
    const sound = {
      amount: '10.5',
      count: 1,
      payment: { amount: 10 },
      payout: { amount: { EUR: 1, all: 2 } },
    };
    expect(mistakesOf({ per_day: sound, per_month: { count: 1 } })).toEqual([]);
  });

  it('must limit something', () => {
    expect(mistakesOf({ per_day: {}, per_month: { amount: {} } })).toEqual([
      'per_day: must NOT have fewer than 1 properties',
      'per_month.amount: must NOT have fewer than 1 properties',
    ]);
  });

  it('know no other names, currencies or figures', () => {
    expect(mistakesOf({ per_week: { count: 1 } })).toEqual(['per_week: unknown key']);
    expect(mistakesOf({ per_day: { count: 0, amount: 0.5 } })).toEqual([
      'per_day.amount: must be integer or string or object',
      'per_day.count: must be >= 1',
    ]);
    expect(mistakesOf({ per_day: { payout: { amount: { eur: 1 } }, refund: { count: 1 } } })).toEqual([
      'per_day.refund: unknown key',
      'per_day.payout.amount.eur: must be an ISO 4217 code in upper case, or the word all',
    ]);
  });
});

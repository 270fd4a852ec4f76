import { describe, expect, it } from 'vitest';
import type { CountedLimits, Mid, Project } from '../configuration/configuration.js';
import { describeReached, plannedLimits, type LimitedRequest, type ReachedLimit } from './counted-limits.js';

const both = (limit: { amounts: Readonly<Record<string, string>>; count?: number }) => ({
  payment: limit,
  payout: limit,
});
const limits: CountedLimits = {
  day: both({ amounts: { all: '1000', JPY: '150000' }, count: 20 }),
  month: { payment: { amounts: {} }, payout: { amounts: { EUR: '500' } } },
};
const configuration = {
  projects: { shop: { merchant: 'owner', countedLimits: limits } as Project },
  merchants: {
    owner: {
      name: 'owner',
      enabled: true,
      openingBalances: {},
      customerLimits: { month: both({ amounts: {}, count: 3 }) },
    },
  },
  mids: {
    free: { provider: 'bank', enabled: true } as Mid,
    first: { provider: 'bank', enabled: true, countedLimits: { day: both({ amounts: {}, count: 5 }) } },
    second: { provider: 'bank', enabled: true, countedLimits: { month: both({ amounts: { EUR: '9' } }) } },
  },
};
const request: LimitedRequest = { type: 'payment', currency: 'EUR', customerHashes: [], mids: ['free'] };
const plan = (changed: Partial<LimitedRequest>, project = 'shop') =>
  plannedLimits(configuration, project, { ...request, ...changed });

describe('the limits that a request meets', () => {
  it('are those of its direction and currency', () => {
    const day = { scope: 'project', subject: 'shop', per: 'day', count: 20 };
    expect(plan({})).toEqual([{ ...day, amount: '1000' }]);
    expect(plan({ currency: 'JPY' })).toEqual([{ ...day, amount: '150000' }]);
    expect(plan({ type: 'payout' })).toEqual([
      { ...day, amount: '1000' },
      { scope: 'project', subject: 'shop', per: 'month', amount: '500' },
    ]);
    expect(plan({ type: 'payout', currency: 'BRL' })).toEqual([{ ...day, amount: '1000' }]);
  });

  it('are those of the merchant for a customer who is named', () => {
    const limit = { scope: 'customer', subject: 'f00d', per: 'month', count: 3 };
    expect(plan({ customerHashes: ['f00d'] })).toContainEqual(limit);
  });

  it('are counted by each hash of the customer while the secret is replaced', () => {
    const ofCustomer = plan({ customerHashes: ['new', 'old'] }).filter(({ scope }) => scope === 'customer');
    expect(ofCustomer).toEqual([
      { scope: 'customer', subject: 'new', per: 'month', count: 3 },
      { scope: 'customer', subject: 'old', per: 'month', count: 3 },
    ]);
  });

  it('are those of every MID on the way, once', () => {
    const ofMids = plan({ mids: ['first', 'second', 'first', 'free', 'gone'] }).filter(
      ({ scope }) => scope === 'mid',
    );
    expect(ofMids).toEqual([
      { scope: 'mid', subject: 'first', per: 'day', count: 5 },
      { scope: 'mid', subject: 'second', per: 'month', amount: '9' },
    ]);
  });

  it('are those of the project alone for a refund, and only those that name refunds', () => {
    expect(plan({ type: 'refund', customerHashes: ['f00d'], mids: ['first', 'second'] })).toEqual([]);
    const named = { ...limits, day: { ...limits.day, refund: { amounts: { all: '100' }, count: 3 } } };
    const projects = { shop: { merchant: 'owner', countedLimits: named } as Partial<Project> as Project };
    const refund: LimitedRequest = {
      ...request,
      type: 'refund',
      customerHashes: ['f00d'],
      mids: ['first', 'second'],
    };
    expect(plannedLimits({ ...configuration, projects }, 'shop', refund)).toEqual([
      { scope: 'project', subject: 'shop', per: 'day', amount: '100', count: 3 },
    ]);
  });

  it('are none where none is configured', () => {
    expect(plan({ customerHashes: ['f00d'] }, 'other')).toEqual([]);
  });
});

const reached: ReachedLimit = {
  scope: 'project',
  per: 'day',
  type: 'payment',
  currency: 'EUR',
  reached: 'amount',
  ends: '2026-02-01T00:00:00.000Z',
};
const anew = 'which resets at 2026-02-01T00:00:00.000Z';

it.each<[Partial<ReachedLimit>, string]>([
  [{}, `amount: exceeds the daily limit of the project for payments in EUR, ${anew}`],
  [
    { scope: 'customer', per: 'month', type: 'payout' },
    `amount: exceeds the monthly limit of the customer for payouts in EUR, ${anew}`,
  ],
  [
    { scope: 'mid', mid: 'main', reached: 'count' },
    `Number of payments: exceeds the daily limit of the MID for payments in EUR, ${anew}`,
  ],
  [{ reached: 'amount alone' }, 'amount: exceeds the daily limit of the project for payments in EUR'],
])('%j: which limit, whose, and when it is free again', (changed, description) => {
  expect(describeReached({ ...reached, ...changed })).toBe(description);
});

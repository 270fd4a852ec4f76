import { expect, it } from 'vitest';
import { resolveCountedLimits } from './resolve-routes.js';

it('holds for payments and for payouts, each counted for itself', () => {
  expect(resolveCountedLimits({ per_day: { amount: 1000, count: 5 } })).toEqual({
    day: { payment: { amounts: { all: '1000' }, count: 5 }, payout: { amounts: { all: '1000' }, count: 5 } },
  });
});

it('a direction may have its own, which replaces that of both as a whole', () => {
  expect(resolveCountedLimits({ per_month: { amount: '10.5', count: 5, payout: { count: 2 } } })).toEqual({
    month: { payment: { amounts: { all: '10.5' }, count: 5 }, payout: { amounts: {}, count: 2 } },
  });
  expect(resolveCountedLimits({ per_month: { payout: { count: 2 } } })).toEqual({
    month: { payment: { amounts: {} }, payout: { amounts: {}, count: 2 } },
  });
});

it('nothing is counted where no period is written', () => {
  expect(resolveCountedLimits({})).toBeUndefined();
  expect(resolveCountedLimits()).toBeUndefined();
});

it('an amount may be one for each currency', () => {
  expect(resolveCountedLimits({ per_day: { amount: { EUR: 100, all: '9.9' } } })?.day?.payment).toEqual({
    amounts: { EUR: '100', all: '9.9' },
  });
});

import { describe, expect, it } from 'vitest';
import { bill } from './billing.js';
import type { Rate } from '../configuration/configuration.js';

const now = new Date('2026-06-01T00:00:00Z');
const rate: Rate = { from: 'BRL', to: 'EUR', rate: '0.16', source: 'bank' };
const money = { amount: '10.1', currency: 'BRL' };

function billed(rates: readonly Rate[], amount = money, billingCurrency = 'EUR') {
  return bill(
    { projects: { shop: { billingCurrency } }, providers: { bank: {} }, rates },
    'shop',
    amount,
    now,
  );
}

describe('what a transaction is billed (contract §12, §13)', () => {
  it('is equal to amount and currency, as written, when nothing is converted', () => {
    expect(billed([rate], money, 'BRL')).toEqual({ kind: 'billed', billing: money });
    const unbilled = { projects: { shop: {} }, providers: {}, rates: [rate] };
    expect(bill(unbilled, 'shop', money)).toEqual({ kind: 'billed', billing: money });
  });

  it('is converted to the billing currency of the project, half-up', () => {
    expect(billed([rate])).toEqual({ kind: 'billed', billing: { amount: '1.62', currency: 'EUR' } });
  });

  it.each<[string, readonly Rate[]]>([
    ['without any rate', []],
    ['from another currency', [{ ...rate, from: 'BOB' }]],
    ['to another currency', [{ ...rate, to: 'USD' }]],
    ['in the other direction', [{ ...rate, from: 'EUR', to: 'BRL' }]],
    ['not valid yet', [{ ...rate, validFrom: '2026-06-01T00:00:01Z' }]],
    ['no longer valid', [{ ...rate, validUntil: '2026-06-01T00:00:00Z' }]],
  ])('a currency rate error: %s', (_name, rates) => {
    expect(billed(rates)).toEqual({ kind: 'refused', error: 'rateMissing' });
  });

  it.each<[string, Rate]>([
    ['from its first instant on', { ...rate, validFrom: '2026-06-01T00:00:00Z' }],
    ['before its last instant', { ...rate, validUntil: '2026-06-01T00:00:01Z' }],
  ])('a rate counts %s', (_name, valid) => {
    expect(billed([valid])).toMatchObject({ kind: 'billed' });
  });

  it('of several rates the first that is valid counts', () => {
    const old = { ...rate, rate: '9', validUntil: '2026-01-01T00:00:00Z' };
    expect(billed([old, rate, { ...rate, rate: '7' }])).toMatchObject({ billing: { amount: '1.62' } });
  });

  it('a rate whose provider is not configured: resource not found', () => {
    for (const source of ['gone', 'constructor']) {
      expect(billed([{ ...rate, source }])).toEqual({ kind: 'refused', error: 'rateProviderMissing' });
    }
  });

  it('is never nothing', () => {
    expect(billed([rate], { amount: '0.03', currency: 'BRL' })).toMatchObject({ error: 'limitExceeded' });
    expect(billed([rate], { amount: '0.04', currency: 'BRL' })).toMatchObject({
      billing: { amount: '0.01' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { currencyCodes, decimalsOf } from '#domain/values/currencies';
import { fromProviderUnits, toProviderUnits } from './provider-decimals.js';
import { connectorTerms } from './registry.js';

const odd = { XOF: 2, KWD: 2, EUR: 2, JPY: 0 };

describe('the minor units of providers', () => {
  it('differ from those of ISO 4217 where it is listed here, and nowhere else', () => {
    const differences = Object.entries(connectorTerms).flatMap(([name, { decimals }]) =>
      Object.entries(decimals === 'iso' ? {} : decimals)
        .filter(([currency, theirs]) => theirs !== decimalsOf(currency))
        .map(([currency, theirs]) => `${name}, ${currency}: ${theirs}, not ${decimalsOf(currency)}`),
    );
    expect(differences).toEqual([
      'paystack, XOF: 2, not 0',
      'stripe, MGA: 0, not 2',
      'stripe, ISK: 2, not 0',
    ]);
  });

  it.each(Object.entries(connectorTerms))(
    '%s: they are of currencies that there are',
    (_name, { decimals }) => {
      if (decimals === 'iso') return;
      for (const currency of Object.keys(decimals)) expect(currencyCodes).toContain(currency);
    },
  );
});

describe('an amount in units of a provider', () => {
  it.each([
    ['1500', 'XOF', 150_000],
    ['10.1', 'EUR', 1_010],
    ['7', 'JPY', 7],
    ['1.250', 'KWD', undefined],
    ['1.25', 'KWD', 125],
  ] as const)('%s %s is %s', (amount, currency, units) => {
    expect(toProviderUnits(odd, { amount, currency })).toBe(units);
  });

  it.each([
    ['a fraction of a currency that has none', '1500.50', 'XOF'],
    ['a currency that the provider does not have', '1500', 'RWF'],
    ['more than a JSON number holds', '99999999999999.99', 'EUR'],
  ])('is not sent: %s', (_case, amount, currency) => {
    expect(toProviderUnits(odd, { amount, currency })).toBeUndefined();
  });

  it('is read by the same table, and comes back as it was sent', () => {
    for (const [amount, currency] of [
      ['1500', 'XOF'],
      ['10.10', 'EUR'],
      ['7', 'JPY'],
      ['1.25', 'KWD'],
    ] as const)
      expect(
        fromProviderUnits(odd, { amount: toProviderUnits(odd, { amount, currency }), currency }),
      ).toEqual({
        amount,
        currency,
      });
  });

  it('is read exactly, even if we could not have sent it', () => {
    expect(fromProviderUnits(odd, { amount: 1_500, currency: 'XOF' })).toEqual({
      amount: '15',
      currency: 'XOF',
    });
    expect(fromProviderUnits(odd, { amount: 1_550, currency: 'XOF' })).toEqual({
      amount: '15.50',
      currency: 'XOF',
    });
  });

  it.each([
    [{ amount: 1_500, currency: 'RWF' }],
    [{ amount: -1, currency: 'EUR' }],
    [{ amount: 1.5, currency: 'EUR' }],
    [{ amount: '100', currency: 'EUR' }],
    [{ amount: 100 }],
  ])('is not read: %o', (written) => {
    expect(fromProviderUnits(odd, written)).toBeUndefined();
  });
});

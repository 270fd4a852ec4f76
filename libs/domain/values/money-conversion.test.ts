import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf } from './currencies.js';
import { convertMoney, decimalsWritten, toMinorUnits } from './money.js';

describe('an amount in another currency', () => {
  it.each([
    ['10.1', '0.16', 'EUR', '1.62'],
    ['10', '0.125', 'EUR', '1.25'],
    ['0.1', '0.05', 'EUR', '0.01'],
    ['0.01', '0.4999', 'EUR', '0.00'],
    ['1.005', '1', 'EUR', '1.01'],
    ['1.004999999999', '1', 'EUR', '1.00'],
    ['2.5', '1', 'CLP', '3'],
    ['1', '3', 'BHD', '3.000'],
    ['999999999999999.99', '999999999999999.999999999999', 'EUR', '999999999999999989999999999000.00'],
  ])('%s at %s in %s is %s: rounded half-up', (amount, rate, currency, converted) => {
    expect(convertMoney(amount, { rate, currency })).toEqual({ amount: converted, currency });
  });

  it('refuses what is no decimal and no currency', () => {
    expect(() => convertMoney('1e3', { rate: '1', currency: 'EUR' })).toThrow(RangeError);
    expect(() => convertMoney('1', { rate: '-1', currency: 'EUR' })).toThrow(RangeError);
    expect(() => convertMoney('1', { rate: '1', currency: 'eur' })).toThrow(RangeError);
  });

  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
    .map(([digits, decimals]) => ({ digits, decimals, text: write(digits, decimals) }));
  const anyCurrency = fc.constantFrom('EUR', 'CLP', 'BHD', 'CLF');

  it('is within half a minor unit of the exact product, the upper one where it is in the middle', () => {
    fc.assert(
      fc.property(decimal, decimal, anyCurrency, (amount, rate, currency) => {
        const converted = convertMoney(amount.text, { rate: rate.text, currency });
        const decimals = decimalsOf(currency) ?? 0;
        // Everything in units that are as fine as the exact product and as the currency.
        const exact = amount.digits * rate.digits * 10n ** BigInt(decimals);
        const written = toMinorUnits(converted) * 10n ** BigInt(amount.decimals + rate.decimals);
        const twice = 2n * (written - exact);
        const minorUnit = 10n ** BigInt(amount.decimals + rate.decimals);
        expect(twice > -minorUnit && twice <= minorUnit).toBe(true);
        expect(decimalsWritten(converted.amount)).toBe(decimals);
      }),
    );
  });

  it('at one to one keeps what the currency can say', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
        const amount = write(units, 2);
        expect(convertMoney(amount, { rate: '1', currency: 'EUR' }).amount).toBe(amount);
      }),
    );
  });
});

function write(digits: bigint, decimals: number): string {
  const padded = digits.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, decimalsWritten, fromMinorUnits, isSameMoney, toMinorUnits } from './money.js';

describe('money', () => {
  it('10.1 and 10.10 are the same money', () => {
    const written = (amount: string, currency = 'EUR') => ({ amount, currency });
    expect(isSameMoney(written('10.1'), written('10.10'))).toBe(true);
    expect(isSameMoney(written('10.1'), written('10.11'))).toBe(false);
    expect(isSameMoney(written('10.1'), written('10.1', 'USD'))).toBe(false);
    expect(isSameMoney(written('ten'), written('ten'))).toBe(false);
  });

  it.each([
    ['10.1', 'EUR', 1010n],
    ['10', 'CLP', 10n],
    ['0.001', 'BHD', 1n],
    ['999999999999999.99', 'COP', 99999999999999999n],
  ])('%s %s is %s minor units', (amount, currency, units) => {
    expect(toMinorUnits({ amount, currency })).toBe(units);
  });

  it('counts decimals as written', () => {
    expect(decimalsWritten('10.100')).toBe(3);
    expect(() => toMinorUnits({ amount: '10.100', currency: 'EUR' })).toThrow(RangeError);
  });

  it.each(['', '-1', '1e3', '.5', '5.', '1,5', ' 1'])('refuses %j as an amount', (amount) => {
    expect(() => toMinorUnits({ amount, currency: 'EUR' })).toThrow(RangeError);
  });

  it('refuses what is no currency', () => {
    expect(() => toMinorUnits({ amount: '1', currency: 'eur' })).toThrow(RangeError);
    expect(() => fromMinorUnits(1n, 'eur')).toThrow(RangeError);
  });

  it('minor units written out and read again are the same', () => {
    const currency = fc.constantFrom('EUR', 'CLP', 'BHD', 'CLF');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), currency, (units, code) => {
        expect(toMinorUnits({ amount: fromMinorUnits(units, code), currency: code })).toBe(units);
      }),
    );
  });

  it('compares like the integers they stand for, trailing zeros or not', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 17n });
    fc.assert(
      fc.property(units, units, fc.nat(5), (left, right, zeros) => {
        const written = `${fromMinorUnits(left, 'EUR')}${'0'.repeat(zeros)}`;
        const expected = left === right ? 0 : left < right ? -1 : 1;
        expect(compareAmounts(written, fromMinorUnits(right, 'EUR'))).toBe(expected);
      }),
    );
  });
});

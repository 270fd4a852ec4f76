import { describe, expect, it } from 'vitest';
import {
  convertMoney,
  decimalsWritten,
  fromMinorUnits,
  fromUnits,
  isSameMoney,
  toMinorUnits,
  toUnits,
} from './money.js';

describe('an error about an amount', () => {
  it('names the text that is no currency', () => {
    const sentence = 'eur is no ISO 4217 code';
    expect(() => toMinorUnits({ amount: '1', currency: 'eur' })).toThrow(sentence);
    expect(() => fromMinorUnits(1n, 'eur')).toThrow(sentence);
    expect(() => convertMoney('1', { rate: '1', currency: 'eur' })).toThrow(sentence);
  });

  it('counts decimals that are too many', () => {
    expect(() => toUnits('1.005', 2)).toThrow('The amount has 3 decimals, 2 are possible');
  });

  it('repeats nothing of a text that is no decimal string', () => {
    expect(() => decimalsWritten('4242 4242')).toThrow(/^The amount is no decimal string$/);
  });
});

describe('two amounts of which one is no decimal string', () => {
  it('are not the same, whichever of them it is', () => {
    const [number, text] = [
      { amount: '10', currency: 'EUR' },
      { amount: 'ten', currency: 'EUR' },
    ];
    expect(isSameMoney(number, text)).toBe(false);
    expect(isSameMoney(text, number)).toBe(false);
  });
});

describe('an amount in units', () => {
  it.each([
    [-1010n, 2, '-10.10'],
    [-1n, 2, '-0.01'],
    [-7n, 0, '-7'],
    [0n, 2, '0.00'],
    [0n, 0, '0'],
    [5n, 3, '0.005'],
  ])('%s with %i decimals is written as %s', (units, decimals, written) => {
    expect(fromUnits(units, decimals)).toBe(written);
  });
});

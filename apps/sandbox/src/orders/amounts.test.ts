import { describe, expect, it } from 'vitest';
import { fromUnits, halfOf, toUnits } from './amounts.js';

describe('an amount of the provider', () => {
  it.each([
    ['10.1', 'EUR', '10.10'],
    ['0.05', 'EUR', '0.05'],
    ['15000', 'CLP', '15000'],
    ['1.2345', 'EUR', '1.2345'],
    ['0', 'EUR', '0.00'],
  ])('%s %s is written %s', (value, iso, written) => {
    expect(fromUnits(toUnits(value), iso)).toBe(written);
  });

  it.each([
    ['10.10', 'EUR', '5.05'],
    ['10.01', 'EUR', '5.00'],
    ['5', 'EUR', '2.50'],
    ['15001', 'CLP', '7500'],
    ['0.01', 'EUR', '0.00'],
  ])('half of %s %s is %s, rounded down', (value, iso, half) => {
    expect(halfOf(value, iso)).toBe(half);
  });
});

import { expect, it } from 'vitest';
import { canonicalAmount, exactUnits } from './signed-amount.js';

it.each([
  ['10.1', 'EUR', '10.10'],
  ['10.1000', 'EUR', '10.10'],
  ['-10.000', 'EUR', '-10.00'],
  ['100', 'JPY', '100'],
  ['100.0', 'JPY', '100'],
  ['0.000', 'EUR', '0.00'],
])('%s %s is %s', (amount, currency, canonical) => {
  expect(canonicalAmount(amount, currency)).toBe(canonical);
});

it.each(['10.001', '10.0010', '1.2.3', '10.', '.5', '1e2', '--1', ''])('%j EUR is no amount', (amount) => {
  expect(() => exactUnits(amount, 'EUR')).toThrow(RangeError);
});

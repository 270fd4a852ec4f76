import { expect, it } from 'vitest';
import { formatValue } from './format-value.js';

it.each([
  [undefined, 's', '–'],
  [0, 's', '0 s'],
  [0.0123, 's', '12.3 ms'],
  [1.5, 's', '1.5 s'],
  [600, 's', '10 min'],
  [200_000, 's', '2.31 d'],
  [0.98765, 'percentunit', '98.8 %'],
  [0.25, 'reqps', '0.25/s'],
  [12_345, 'ops', '12.3 k/s'],
  [131_072_000, 'bytes', '131 MB'],
  [9_999, 'short', '10000'],
  [2_500_000, 'short', '2.5 M'],
  [-3, 'short', '-3'],
])('%d as %s is %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});

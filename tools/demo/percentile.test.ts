import { expect, it } from 'vitest';
import { percentile } from './percentile.js';

it('is a value that was measured, in whatever order they came', () => {
  const values = [20, 1, ...Array.from({ length: 18 }, (_, index) => index + 2)];
  expect(percentile(values, 0.5)).toBe(10);
  expect(percentile(values, 0.95)).toBe(19);
  expect(percentile(values, 1)).toBe(20);
  expect(percentile([7], 0.5)).toBe(7);
});

it('does not make up a figure for nothing', () => {
  expect(() => percentile([], 0.5)).toThrow(/at least one/);
});

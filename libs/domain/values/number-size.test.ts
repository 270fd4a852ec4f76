import { describe, expect, it } from 'vitest';
import { isOfFloatSize, writeByValue } from './number-value.js';

describe('a number by its value', () => {
  const zeros = (count: number) => '0'.repeat(count);

  it('has no exponent up to 400 digits before or behind the point', () => {
    expect(writeByValue('1e399')).toBe(`1${zeros(399)}`);
    expect(writeByValue('1e400')).toBe('1e400');
    expect(writeByValue('1e-400')).toBe(`0.${zeros(399)}1`);
    expect(writeByValue('1e-401')).toBe('1e-401');
  });

  it('has a digit before the point', () => {
    expect(writeByValue('0.5')).toBe('0.5');
    expect(writeByValue('-5e-1')).toBe('-0.5');
  });

  it('has no leading zeros', () => {
    expect(writeByValue('0.001e999999')).toBe('1e999996');
    expect(isOfFloatSize('0.0001e312')).toBe(true);
  });

  it.each(['', 'x25', '25x', '-', '1e', '.5'])('is zero for a text that is no JSON number: %j', (text) => {
    expect(writeByValue(text)).toBe('0');
    expect(isOfFloatSize(text)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { JsonNumber } from '../values/json.js';
import { amountProblem } from './amount-forms.js';
import type { AmountForm } from './method.js';

const noCents = 'must be a whole number of major units, no cents';
const noExponent = 'must be a whole number of at most 15 digits in major units, without an exponent';
const noDecimal = 'must be a plain decimal of at most 15 digits before the point, without an exponent';
const notPositive = 'must be positive';

/** Which amounts are refused is in `test/unit/specification`; here are the messages. */
describe('an amount is refused with what is wrong with it, its sign first', () => {
  const numbers: readonly (readonly [AmountForm, string, string | undefined])[] = [
    ['integer', '10', undefined],
    ['integer', '-1', notPositive],
    ['integer', '-10.5', notPositive],
    ['integer', '-1e1', notPositive],
    ['integer', '0', notPositive],
    ['integer', '0.0', notPositive],
    ['integer', '10.50', noCents],
    ['integer', '10.0', noCents],
    ['integer', '1e1', noExponent],
    ['integer', '1234567890123456', noExponent],
    ['number', '-1', notPositive],
    ['number', '-0', notPositive],
    ['number', '0.00', notPositive],
    ['number', '1e1', noDecimal],
    ['number', '1234567890123456', noDecimal],
    ['number', '10.123', 'must have at most 2 decimals'],
  ];
  it.each(numbers)('%s %s: %s', (form, text, problem) => {
    expect(amountProblem(form, new JsonNumber(text), 'EUR')).toBe(problem);
  });

  it.each([
    ['-1', notPositive],
    ['0', notPositive],
    ['-ten', noDecimal],
    ['ten', noDecimal],
  ])('the string %s: %s', (text, problem) => {
    expect(amountProblem('string', text, 'EUR')).toBe(problem);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOfFloatSize, writeByValue } from './number-value.js';

describe('a JSON number by its value', () => {
  it.each([
    ['25.50', '25.5'],
    ['2.55e1', '25.5'],
    ['2550E-2', '25.5'],
    ['1E+2', '100'],
    ['100', '100'],
    ['1.0', '1'],
    ['-0', '0'],
    ['0.000', '0'],
    ['0e999999999999', '0'],
    ['0.010', '0.01'],
    ['-1.10', '-1.1'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['1e999999999999', '1e999999999999'],
    ['10e999999999998', '1e999999999999'],
    ['1.5e-999999999999', '15e-1000000000000'],
  ])('%s is %s', (written, value) => {
    expect(writeByValue(written)).toBe(value);
    expect(writeByValue(value)).toBe(value);
  });

  it('tells numbers apart that a float does not', () => {
    expect(writeByValue('9007199254740993')).not.toBe(writeByValue('9007199254740992'));
    expect(writeByValue('1e400')).not.toBe(writeByValue('1e401'));
  });

  it('is the same for the same float, however it is written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(20), (number, decimals) => {
        const plain = JSON.stringify(number);
        expect(Number(writeByValue(plain))).toBe(number + 0);
        expect(writeByValue(number.toExponential())).toBe(writeByValue(plain));
        const longer = plain.includes('e')
          ? plain
          : plain + (plain.includes('.') ? '' : '.0') + '0'.repeat(decimals);
        expect(writeByValue(longer)).toBe(writeByValue(plain));
      }),
    );
  });

  it.each([
    ['1e308', true],
    ['-1e308', true],
    [`1${'0'.repeat(308)}`, true],
    ['0.1e309', true],
    ['0e999999999999', true],
    ['1e-999999999999', true],
    ['1.0000000000000000000000001e308', false],
    ['1.1e308', false],
    ['-1e309', false],
    ['1e400', false],
    [`1e${'9'.repeat(300)}`, false],
  ])('%s is within 1e308: %s', (written, isWithin) => {
    expect(isOfFloatSize(written)).toBe(isWithin);
  });
});

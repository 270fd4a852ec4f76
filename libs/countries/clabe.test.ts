import * as fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { isClabe, withClabeCheckDigit } from './clabe.js';

describe('CLABE', () => {
  it.each(['646180110400000007', '032180000118359719', '002010077777777771'])('%s is one', (text) => {
    expect(isClabe(text)).toBe(true);
  });

  it.each(['646180110400000008', '64618011040000000', '6461801104000000070', '646180 110400000007', ''])(
    '%j is not a CLABE',
    (text) => {
      expect(isClabe(text)).toBe(false);
    },
  );

  it('may be of a bank and a city that no list knows yet', () => {
    expect(isClabe(withClabeCheckDigit('99999900000000000'))).toBe(true);
  });

  it('one wrong digit is always found', () => {
    const digits = fc.stringMatching(/^\d{17}$/);
    fc.assert(
      fc.property(digits, fc.nat(17), fc.integer({ min: 1, max: 9 }), (seventeen, place, shift) => {
        const right = withClabeCheckDigit(seventeen);
        const digit = (Number(right[place]) + shift) % 10;
        expect(isClabe(right)).toBe(true);
        expect(isClabe(right.slice(0, place) + digit + right.slice(place + 1))).toBe(false);
      }),
    );
  });

  it('agrees with an independent check wherever that one knows the bank', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(002|012|032|646)180\d{11}$/), fc.nat(9), (seventeen, digit) => {
        const text = `${seventeen}${digit}`;
        expect(isClabe(text)).toBe(stdnum.MX?.['clabe']?.validate(text).isValid);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  cardDigitsOf,
  fullMonth,
  fullYear,
  isCardNumber,
  isExpired,
  isExpiryMonth,
  isExpiryYear,
} from './card.js';

describe('card', () => {
  it.each(['4242424242424242', '378282246310005', '4000000000000002', '6759649826438453'])(
    '%s is a card number',
    (pan) => {
      expect(isCardNumber(pan)).toBe(true);
    },
  );

  it('any single wrong digit breaks the check digit', () => {
    const pan = '4242424242424242';
    for (const [place, digit] of Array.from(pan).entries()) {
      const wrong = pan.slice(0, place) + String((Number(digit) + 1) % 10) + pan.slice(place + 1);
      expect(isCardNumber(wrong)).toBe(false);
    }
  });

  it.each(['00000000000', '4242 4242 4242 4242', '00000000000000000000', ''])(
    '%j is not a card number: 12 to 19 digits',
    (pan) => {
      expect(isCardNumber(pan)).toBe(false);
    },
  );

  it.each([
    ['1', true],
    ['01', true],
    ['12', true],
    ['0', false],
    ['13', false],
    ['001', false],
  ])('month %s: %s', (month, fits) => {
    expect(isExpiryMonth(month)).toBe(fits);
  });

  it.each([
    ['30', true],
    ['2030', true],
    ['230', false],
    ['20300', false],
  ])('year %s: %s', (year, fits) => {
    expect(isExpiryYear(year)).toBe(fits);
  });

  it('is good until the last moment of its month', () => {
    const card = { expMonth: '2', expYear: '28' };
    expect(isExpired(card, new Date('2028-02-29T23:59:59.999Z'))).toBe(false);
    expect(isExpired(card, new Date('2028-03-01T00:00:00.000Z'))).toBe(true);
    expect(isExpired({ expMonth: '12', expYear: '2027' }, new Date('2028-01-01T00:00:00Z'))).toBe(true);
  });

  it('is written in full', () => {
    expect([fullMonth('3'), fullMonth('11'), fullYear('30'), fullYear('2030')]).toEqual([
      '03',
      '11',
      '2030',
      '2030',
    ]);
  });

  it('keeps first six, last four and brand', () => {
    expect(cardDigitsOf('4242420000004242')).toEqual({ first6: '424242', last4: '4242', brand: 'visa' });
  });
});

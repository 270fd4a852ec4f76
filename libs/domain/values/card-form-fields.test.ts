import { describe, expect, it } from 'vitest';
import { brandName, brandOf } from './card-brands.js';
import { holderNameLength, isHolderName, isSecurityCode } from './card.js';

describe('the security code of a card', () => {
  it.each(['123', '0000'])('%s has three or four digits', (cvv) => {
    expect(isSecurityCode(cvv)).toBe(true);
  });

  it.each(['', '12', '12345', '12a', 'a123', '123 ', 'abc'])('%j is none', (cvv) => {
    expect(isSecurityCode(cvv)).toBe(false);
  });
});

describe('the name of a card holder', () => {
  const { min, max } = holderNameLength;

  it('has 2 to 120 characters', () => {
    expect([min, max]).toEqual([2, 120]);
    for (const length of [min, max]) expect(isHolderName('é'.repeat(length))).toBe(true);
    for (const length of [0, min - 1, max + 1]) expect(isHolderName('é'.repeat(length))).toBe(false);
  });

  it('can be stored', () => {
    expect(isHolderName('Ada\u0000')).toBe(false);
  });
});

describe('the brand of a card', () => {
  it.each([
    ['amex', 'Amex'],
    ['jcb', 'JCB'],
    ['rupay', 'RuPay'],
    ['unionpay', 'UnionPay'],
    ['visa', 'Visa'],
    ['mastercard', 'Mastercard'],
  ])('%s is shown as %s', (brand, name) => {
    expect(brandName(brand)).toBe(name);
  });

  it.each(['25', '5'])('is unknown until enough digits are known: %s', (digits) => {
    expect(brandOf(digits)).toBe('unknown');
  });
});

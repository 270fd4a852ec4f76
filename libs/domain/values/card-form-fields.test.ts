import { describe, expect, it } from 'vitest';
import { holderNameLength, isHolderName, isSecurityCode } from './card.js';

describe('the security code of a card', () => {
  it.each(['123', '0000'])('accepts %s', (cvv) => {
    expect(isSecurityCode(cvv)).toBe(true);
  });

  it.each(['', '12', '12345', '12a', 'a123', '123 ', 'abc'])('refuses %j', (cvv) => {
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

import { randomInt } from 'node:crypto';

/** Digits completed by the check digit that makes them a card number. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A card of this test alone, if no other test uses these first digits. */
export function newCard(bin: string): string {
  return withCheckDigit(bin + Array.from({ length: 15 - bin.length }, () => randomInt(10)).join(''));
}

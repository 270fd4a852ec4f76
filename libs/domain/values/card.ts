import { brandOf } from './card-brands.js';
import { isText, lengthOf } from './text.js';

/** 12 to 19 digits with a right check digit. */
export function isCardNumber(pan: string): boolean {
  return /^\d{12,19}$/.test(pan) && luhnSum(pan) % 10 === 0;
}

function luhnSum(digits: string): number {
  const summands = Array.from(digits)
    .toReversed()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : doubled(digit)));
  // Stryker disable next-line ArithmeticOperator: a negative sum has the same remainder of zero
  return summands.reduce((sum, value) => sum + value, 0);
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** `1` and `01` are the first month. */
export function isExpiryMonth(month: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(month);
}

export function isExpiryYear(year: string): boolean {
  return /^(\d{2}|\d{4})$/.test(year);
}

export function isSecurityCode(cvv: string): boolean {
  return /^\d{3,4}$/.test(cvv);
}

/** Code points, both ends included. */
export const holderNameLength = { min: 2, max: 120 } as const;

export function isHolderName(name: string): boolean {
  return lengthOf(name) >= holderNameLength.min && isText(name, holderNameLength.max);
}

/** `3` to `03`. */
export function fullMonth(month: string): string {
  return month.padStart(2, '0');
}

/** `30` to `2030`. */
export function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

/** A card is good until the last day of its month, UTC. Takes month and year in any accepted form. */
export function isExpired(card: { readonly expMonth: string; readonly expYear: string }, now: Date): boolean {
  return now.getTime() >= Date.UTC(Number(fullYear(card.expYear)), Number(card.expMonth));
}

/** The parts of a card number that may be kept and shown. */
export type CardDigits = { readonly first6: string; readonly last4: string; readonly brand: string };

export function cardDigitsOf(pan: string): CardDigits {
  return { first6: pan.slice(0, 6), last4: pan.slice(-4), brand: brandOf(pan) };
}

import { isText, lengthOf } from './text.js';

/** 12 to 19 digits with a right check digit. */
export function isCardNumber(pan: string): boolean {
  return /^\d{12,19}$/.test(pan) && luhnSum(pan) % 10 === 0;
}

function luhnSum(digits: string): number {
  return Array.from(digits)
    .toReversed()
    .map(Number)
    .reduce((sum, digit, place) => sum + (place % 2 === 0 ? digit : doubled(digit)), 0);
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

/** What may be kept and shown of a card number. */
export type CardDigits = { readonly first6: string; readonly last4: string; readonly brand: string };

export function cardDigitsOf(pan: string): CardDigits {
  return { first6: pan.slice(0, 6), last4: pan.slice(-4), brand: brandOf(pan) };
}

/** Ranges of leading digits, both ends included; the first that fits wins, so narrow ones stand first. */
const brandRanges: readonly (readonly [from: string, to: string, brand: string])[] = [
  ['8600', '8600', 'uzcard'],
  ['5614', '5614', 'uzcard'],
  ['9860', '9860', 'humo'],
  ['506099', '506198', 'verve'],
  ['650002', '650027', 'verve'],
  ['2200', '2204', 'mir'],
  ['2221', '2720', 'mastercard'],
  ['51', '55', 'mastercard'],
  ['34', '34', 'amex'],
  ['37', '37', 'amex'],
  ['300', '305', 'diners'],
  ['36', '36', 'diners'],
  ['38', '39', 'diners'],
  ['3528', '3589', 'jcb'],
  ['6011', '6011', 'discover'],
  ['644', '649', 'discover'],
  ['65', '65', 'discover'],
  ['62', '62', 'unionpay'],
  ['50', '50', 'maestro'],
  ['56', '58', 'maestro'],
  ['63', '63', 'maestro'],
  ['67', '67', 'maestro'],
  ['4', '4', 'visa'],
];

/** Every brand that a number may be of. */
export const cardBrands: readonly string[] = [...new Set(brandRanges.map(([, , brand]) => brand))];

/** The brand that the number's first digits name, else `unknown`. */
export function brandOf(pan: string): string {
  const range = brandRanges.find(([from, to]) => {
    const start = pan.slice(0, from.length);
    return start >= from && start <= to;
  });
  return range?.[2] ?? 'unknown';
}

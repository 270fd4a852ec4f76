import { decimalsOf } from './currencies.js';

/** An exact amount: a decimal string as the merchant wrote it, in major units, and an ISO 4217 code. */
export type Money = { readonly amount: string; readonly currency: string };

const decimalPattern = /^\d+(\.\d+)?$/;

/** Decimals of an amount as written: `10.100` has three (contract §5). */
export function decimalsWritten(amount: string): number {
  assertDecimal(amount);
  return amount.split('.')[1]?.length ?? 0;
}

/**
 * Major units as a decimal string to minor units: `10.1` EUR is `1010n`. Throws a RangeError if the text is
 * not a decimal string, the currency is unknown, or the amount is finer than its minor unit.
 */
export function toMinorUnits({ amount, currency }: Money): bigint {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw new RangeError(`${currency} is no ISO 4217 code`);
  return toUnits(amount, decimals);
}

/** Minor units to major units with all decimals of the currency: `1010n` EUR is `10.10`. */
export function fromMinorUnits(units: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw new RangeError(`${currency} is no ISO 4217 code`);
  return fromUnits(units, decimals);
}

/** Units to major units with the given number of decimals. */
export function fromUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = units
    .toString()
    .slice(sign.length)
    .padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A signed decimal string in major units to minor units. Throws a RangeError as `toMinorUnits` does. */
export function signedUnits(amount: string, currency: string): bigint {
  const isNegative = amount.startsWith('-');
  const units = toMinorUnits({ amount: isNegative ? amount.slice(1) : amount, currency });
  return isNegative ? -units : units;
}

/** A decimal in major units, negative too, with all decimals of its currency: `-10.1` EUR is `-10.10`. */
export function writeInFull(amount: string, currency: string): string {
  return fromMinorUnits(signedUnits(amount, currency), currency);
}

/** -1, 0 or 1. `10.1` equals `10.10`. Decimal strings only, not negative. */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  const decimals = Math.max(decimalsWritten(left), decimalsWritten(right));
  const difference = toUnits(left, decimals) - toUnits(right, decimals);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The same currency and the same amount, however written. False when an amount is no decimal string. */
export function isSameMoney(left: Money, right: Money): boolean {
  if (left.currency !== right.currency) return false;
  if (!decimalPattern.test(left.amount) || !decimalPattern.test(right.amount)) return false;
  return compareAmounts(left.amount, right.amount) === 0;
}

/** A decimal string in units of the given number of decimals. Throws a RangeError if it is no decimal string, or finer. */
export function toUnits(amount: string, decimals: number): bigint {
  const written = decimalsWritten(amount);
  const [whole, fraction = ''] = amount.split('.');
  if (written <= decimals) return BigInt(whole + fraction.padEnd(decimals, '0'));
  throw new RangeError(`The amount has ${written} decimals, ${decimals} are possible`);
}

function assertDecimal(amount: string): void {
  if (!decimalPattern.test(amount)) throw new RangeError('The amount is no decimal string');
}

/**
 * Converts an amount exactly, then rounds it half-up to the decimals of `currency`, all of which are written. `rate`: units of
 * `currency` for one unit, a decimal string. Throws a RangeError if a text is not a decimal string or the currency is unknown.
 */
export function convertMoney(amount: string, { rate, currency }: { rate: string; currency: string }): Money {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw new RangeError(`${currency} is no ISO 4217 code`);
  const digits = decimalsWritten(amount) + decimalsWritten(rate);
  const exact = digitsOf(amount) * digitsOf(rate);
  return { amount: fromMinorUnits(rescale(exact, digits, decimals), currency), currency };
}

function digitsOf(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}

/** Rounds half-up: ⌊x + ½⌋ in whole numbers. */
function rescale(digits: bigint, from: number, to: number): bigint {
  const divisor = 10n ** BigInt(from);
  return (2n * digits * 10n ** BigInt(to) + divisor) / (2n * divisor);
}

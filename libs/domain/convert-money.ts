import { decimalsOf } from './currencies.js';
import { decimalsWritten, fromMinorUnits, type Money } from './money.js';

/**
 * An amount in another currency, exact until it is rounded half-up to that currency's decimals, all of which are
 * written. `rate` is how many units of `currency` one unit is, a decimal string. Throws a RangeError for what is no
 * decimal string or no currency.
 */
export function convertMoney(amount: string, { rate, currency }: { rate: string; currency: string }): Money {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw new RangeError(`${currency} is no ISO 4217 code`);
  const scale = decimalsWritten(amount) + decimalsWritten(rate);
  const exact = digitsOf(amount) * digitsOf(rate);
  return { amount: fromMinorUnits(rescale(exact, scale, decimals), currency), currency };
}

function digitsOf(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}

function rescale(digits: bigint, from: number, to: number): bigint {
  if (from <= to) return digits * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return (digits + divisor / 2n) / divisor;
}

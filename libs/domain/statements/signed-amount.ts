import { fromMinorUnits, toMinorUnits } from '../values/money.js';

/** A signed decimal string in major units to minor units. Throws a RangeError as `toMinorUnits` does. */
export function signedUnits(amount: string, currency: string): bigint {
  const isNegative = amount.startsWith('-');
  const units = toMinorUnits({ amount: isNegative ? amount.slice(1) : amount, currency });
  return isNegative ? -units : units;
}

/** The same amount with all decimals of its currency: `10.1` EUR and `10.1000` EUR are `10.10`. Throws a RangeError if it is finer. */
export function canonicalAmount(amount: string, currency: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '');
  const shortest = digits === '' ? whole : `${whole}.${digits}`;
  return fromMinorUnits(signedUnits(shortest, currency), currency);
}

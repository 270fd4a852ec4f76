import { fromMinorUnits, signedUnits } from '../values/money.js';

/** A signed amount in minor units, undefined for a text that is no amount of the currency. */
export function unitsOf(amount: string, currency: string): bigint | undefined {
  try {
    return signedUnits(amount, currency);
  } catch {
    return undefined;
  }
}

/** As `signedUnits`, with any number of zeros at the end: `10.1000` EUR is `1010n`. Throws a RangeError for what is finer. */
export function exactUnits(amount: string, currency: string): bigint {
  return signedUnits(amount.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1'), currency);
}

/** The same amount with all decimals of its currency: `10.1` EUR and `10.1000` EUR are `10.10`. Throws as `exactUnits` does. */
export function canonicalAmount(amount: string, currency: string): string {
  return fromMinorUnits(exactUnits(amount, currency), currency);
}

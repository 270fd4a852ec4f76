import type { ProviderDecimals } from '#domain/configuration/connector-terms';
import { decimalsOf } from '#domain/values/currencies';
import { decimalsWritten, fromUnits, toUnits, type Money } from '#domain/values/money';

/** The provider's decimals of a currency; undefined for a currency that it does not have. */
export function providerDecimalsOf(table: ProviderDecimals, currency: string): number | undefined {
  if (table === 'iso') return decimalsOf(currency);
  return Object.hasOwn(table, currency) ? table[currency] : undefined;
}

/**
 * An amount as an exact whole number of the provider's units. Undefined for a currency that the provider does not have, for
 * an amount with more decimals than it or ISO 4217 has, and for one that a JSON number does not hold exactly.
 */
export function toProviderUnits(table: ProviderDecimals, { amount, currency }: Money): number | undefined {
  const theirs = providerDecimalsOf(table, currency);
  const ours = decimalsOf(currency);
  if (theirs === undefined || ours === undefined) return undefined;
  if (decimalsWritten(amount) > Math.min(theirs, ours)) return undefined;
  const units = Number(toUnits(amount, theirs));
  return Number.isSafeInteger(units) ? units : undefined;
}

/**
 * The reverse: major units with the decimals of ISO 4217, or more if the provider's amount has more. Undefined for a
 * currency that the provider does not have, and for a value that is not such a number.
 */
export function fromProviderUnits(
  table: ProviderDecimals,
  { amount, currency }: { readonly amount?: unknown; readonly currency?: unknown },
): Money | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  if (typeof currency !== 'string') return undefined;
  const theirs = providerDecimalsOf(table, currency);
  const ours = decimalsOf(currency);
  if (theirs === undefined || ours === undefined) return undefined;
  const scale = 10n ** BigInt(Math.max(0, theirs - ours));
  const units = BigInt(amount);
  // An amount with more decimals than the currency has is kept as it is: it equals no amount that we sent.
  if (units % scale !== 0n) return { amount: fromUnits(units, theirs), currency };
  const decimals = Math.min(theirs, ours);
  return { amount: fromUnits(units / scale, decimals), currency };
}

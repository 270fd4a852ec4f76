import type { ProviderDecimals } from '#domain/configuration/connector-terms';
import { decimalsOf } from '#domain/values/currencies';
import { decimalsWritten, fromUnits, toUnits, type Money } from '#domain/values/money';

/** Decimals that the provider counts a currency with; `undefined` for a currency that it does not have. */
export function providerDecimalsOf(table: ProviderDecimals, currency: string): number | undefined {
  if (table === 'iso') return decimalsOf(currency);
  return Object.hasOwn(table, currency) ? table[currency] : undefined;
}

/**
 * An exact amount in whole units of the provider's. `undefined` for a currency that it does not have, an amount finer than either
 * it or ISO 4217 has, and one that a JSON number does not hold exactly.
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
 * The other way round, in major units with the decimals of ISO 4217, and more of them only where the provider has counted them.
 * `undefined` for a currency that it does not have, and for what is no such number.
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
  // What the provider counts finer than the currency is counted is written as it is: it equals no amount that we sent.
  if (units % scale !== 0n) return { amount: fromUnits(units, theirs), currency };
  const decimals = Math.min(theirs, ours);
  return { amount: fromUnits(units / scale, decimals), currency };
}

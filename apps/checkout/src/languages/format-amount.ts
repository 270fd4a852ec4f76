import { decimalsOf } from '#domain/currencies';
import { decimalsWritten, type Money } from '#domain/money';
import type { Language } from './words.js';

/**
 * `1234.5` BRL is `BRL 1,234.50` in English. All decimals of the currency, none rounded away: Intl follows custom and
 * not ISO 4217 unless both digit options are set. The code instead of a symbol: many currencies are a dollar.
 */
export function formatAmount(money: Money, locale: string): string {
  return format(money, locale, { style: 'currency', currency: money.currency, currencyDisplay: 'code' });
}

/** The number alone, as it is typed into a bank's form: `1234,50` in Brazil. */
export function formatNumber(money: Money, locale: string): string {
  return format(money, locale, { useGrouping: false });
}

/** `COP` is `Colombian peso`; a code that Intl has no name for is shown by its code. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency;
}

function format({ amount, currency }: Money, locale: string, options: Intl.NumberFormatOptions): string {
  const decimals = Math.max(decimalsOf(currency) ?? 0, decimalsWritten(amount));
  if (!isDecimal(amount)) throw new RangeError('The amount is no decimal string');
  return new Intl.NumberFormat(locale, {
    ...options,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount);
}

/** As text it keeps every digit; as a number it would not. */
function isDecimal(amount: string): amount is `${number}` {
  return /^\d+(\.\d+)?$/.test(amount);
}

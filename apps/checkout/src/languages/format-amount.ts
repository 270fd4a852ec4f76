import { decimalsOf } from '#domain/currencies';
import { decimalsWritten, type Money } from '#domain/money';
import type { Language } from './words.js';

/**
 * `1234.5` BRL is `BRL 1,234.50` in English. Shows all decimals of the currency and rounds none away: without both digit
 * options Intl does not follow ISO 4217. Shows the code instead of a symbol, because many currencies are dollars.
 */
export function formatAmount(money: Money, locale: string): string {
  return format(money, locale, { style: 'currency', currency: money.currency, currencyDisplay: 'code' });
}

/** The number only, as it is typed into a bank's form: `1234,50` in Brazil. */
export function formatNumber(money: Money, locale: string): string {
  return format(money, locale, { useGrouping: false });
}

/** `COP` is `Colombian peso`; a currency without a name in Intl is shown by its code. */
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

/** A decimal as text keeps every digit; a number would not. */
function isDecimal(amount: string): amount is `${number}` {
  return /^\d+(\.\d+)?$/.test(amount);
}

import { currencyCodes, decimalsOf } from '#domain/values/currencies';
import { decimalsWritten, type Money } from '#domain/values/money';
import type { Language } from './words.js';

/**
 * As people write it: `1234.5` BRL is `R$ 1.234,50` in Brazil, `350` MXN is `$350.00 MXN` in Mexico. The code follows a
 * symbol that several currencies have. Shows all decimals of the currency and rounds none away: without both digit options
 * Intl does not follow ISO 4217. A line is never broken inside it.
 */
export function formatAmount(money: Money, locale: string): string {
  const { currency } = money;
  const written = format(money, locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const amount = (isAmbiguous(currency) ? `${written} ${currency}` : written).replaceAll(/\s/g, '\u00a0');
  // Isolated, or `R$` would be turned around between words that run from right to left.
  return locale.startsWith('ar') ? `\u2066${amount.replaceAll('\u200f', '')}\u2069` : amount;
}

/** The number only, as it is typed into a bank's form: `1234,50` in Brazil. */
export function formatNumber(money: Money, locale: string): string {
  return format(money, locale, { useGrouping: false });
}

/** `COP` is `Colombian peso`; a currency without a name in Intl is shown by its code. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency;
}

/** Whether several currencies share the symbol, unless everybody means this one by it (£, ¥); $ is always shared. */
export function isAmbiguous(currency: string): boolean {
  return ambiguousCodes.has(currency);
}

const ambiguousCodes: ReadonlySet<string> = findAmbiguous();

function findAmbiguous(): ReadonlySet<string> {
  const symbols = currencyCodes.map((code) => symbolOf(code, 'narrowSymbol'));
  const shared = currencyCodes.filter((code, place) => {
    const symbol = symbols[place];
    const isShared = symbols.indexOf(symbol) !== symbols.lastIndexOf(symbol);
    return symbol === '$' || (isShared && symbol !== symbolOf(code, 'symbol'));
  });
  return new Set(shared);
}

function symbolOf(currency: string, currencyDisplay: 'narrowSymbol' | 'symbol'): string | undefined {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(
    0,
  );
  return parts.find(({ type }) => type === 'currency')?.value;
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

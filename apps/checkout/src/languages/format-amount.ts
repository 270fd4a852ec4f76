import { decimalsOf } from '#domain/currencies';
import { decimalsWritten } from '#domain/money';
import type { Money } from '#domain/transaction';
import type { Language } from './words.js';

/**
 * `1234.5` BRL is `BRL 1,234.50` in English. All decimals of the currency, none rounded away: Intl follows custom and
 * not ISO 4217 unless both digit options are set. The code instead of a symbol: many currencies are a dollar.
 */
export function formatAmount({ amount, currency }: Money, language: Language): string {
  const decimals = Math.max(decimalsOf(currency) ?? 0, decimalsWritten(amount));
  if (!isDecimal(amount)) throw new RangeError('The amount is no decimal string');
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount);
}

/** As text it keeps every digit; as a number it would not. */
function isDecimal(amount: string): amount is `${number}` {
  return /^\d+(\.\d+)?$/.test(amount);
}

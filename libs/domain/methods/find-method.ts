import { catalogue } from './catalogue.js';
import type { RefundTerms } from '../refunds/refund-terms.js';
import { notRefundable } from './row-parts.js';
import type { RoutedType, Style, TransactionType } from '../transaction/status.js';
import type { Method } from './method.js';

/** The row that a method value names, or why no row matches (contract §3). */
export type MethodSearch =
  | { readonly kind: 'found'; readonly row: Method }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'otherDirection' }
  | { readonly kind: 'wrongStyle' };

/** `value` as it stands in `method` (h2h) or `widget.method` (hpp); aliases are names in the latter only. */
export function findMethod(type: RoutedType, style: Style, value: string): MethodSearch {
  const named = catalogue.filter(
    (row) => row.code === value || (style === 'hpp' && row.aliases?.includes(value)),
  );
  if (named.length === 0) return { kind: 'unknown' };
  const directed = named.filter((row) => row.type === type);
  if (directed.length === 0) return { kind: 'otherDirection' };
  const row = directed.find((candidate) => candidate.style === style);
  return row === undefined ? { kind: 'wrongStyle' } : { kind: 'found', row };
}

/**
 * The row of a registered transaction; a refund has that of its payment. Throws if no row matches: every stored code is a
 * catalogue code.
 */
export function methodOf(type: TransactionType, style: Style, code: string): Method {
  const rowType = type === 'refund' ? 'payment' : type;
  const row = catalogue.find((one) => one.code === code && one.type === rowType && one.style === style);
  if (row === undefined) throw new Error(`The catalogue has no ${style} ${type} row ${code}`);
  return row;
}

/** What the rail of a payment method allows of refunds, the same for all its rows (contract §15.5). */
export function railTermsOf(code: string): RefundTerms {
  return catalogue.find((row) => row.type === 'payment' && row.code === code)?.refund ?? notRefundable;
}

/** The country that a transaction belongs to: the method's, or its currency's; undefined where there may be several. */
export function countryOf(row: Method, currency: string): string | undefined {
  const [country, ...others] = row.countriesOfCurrency?.[currency] ?? [];
  return row.country ?? (others.length === 0 ? country : undefined);
}

/** Whether the method takes a currency by the catalogue alone. */
export function takesCurrency(row: Method, currency: string): boolean {
  return row.currencies === 'any' || row.currencies.includes(currency);
}

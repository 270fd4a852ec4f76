import { catalogue } from './catalogue.js';
import type { Style, TransactionType } from '../transaction/status.js';
import type { Method } from './method.js';

/** What a method value names: a row, or why there is none (contract §3). */
export type MethodSearch =
  | { readonly kind: 'found'; readonly row: Method }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'otherDirection' }
  | { readonly kind: 'wrongStyle' };

/** `value` as it stands in `method` (h2h) or `widget.method` (hpp); aliases are names in the latter only. */
export function findMethod(
  type: TransactionType,
  style: Style,
  value: string,
  rows: readonly Method[] = catalogue,
): MethodSearch {
  const named = rows.filter((row) => row.code === value || (style === 'hpp' && isAlias(row, value)));
  if (named.length === 0) return { kind: 'unknown' };
  const directed = named.filter((row) => row.type === type);
  if (directed.length === 0) return { kind: 'otherDirection' };
  const row = directed.find((candidate) => candidate.style === style);
  return row === undefined ? { kind: 'wrongStyle' } : { kind: 'found', row };
}

function isAlias(row: Method, value: string): boolean {
  return row.aliases?.includes(value) ?? false;
}

/** The row of a registered transaction. Throws when there is none: a stored code is a catalogue code. */
export function methodOf(type: TransactionType, style: Style, code: string): Method {
  const row = catalogue.find((candidate) => isRow(candidate, type, style, code));
  if (row === undefined) throw new Error(`The catalogue has no ${style} ${type} row ${code}`);
  return row;
}

function isRow(row: Method, type: TransactionType, style: Style, code: string): boolean {
  return row.code === code && row.type === type && row.style === style;
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

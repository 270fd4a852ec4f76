import { isCurrency } from '#domain/values/currencies';
import { fromMinorUnits, toMinorUnits } from '#domain/values/money';
import type { StaffRow } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { renderSection } from './render-table.js';
import { textOf } from './text-of.js';

/** The sums, with the headings of their section and of the rows below. */
export function renderSums(summed: readonly string[], rows: readonly StaffRow[]): Html {
  const columns = Object.fromEntries(['Currency', ...summed].map((heading) => [heading, '']));
  return html`${renderSection({ title: 'Together', columns, from: '' }, sumByCurrency(summed, rows))}
    <h2>One by one</h2>`;
}

/** The sums of these columns, a row for each currency in the order of their names. Amounts are decimals in major units, or null. */
export function sumByCurrency(headings: readonly string[], rows: readonly StaffRow[]): readonly StaffRow[] {
  const currencies = [...new Set(rows.map((row) => textOf(row['Currency'])))].filter(isCurrency).toSorted();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row['Currency'] === currency);
    const sums = headings.map((heading): [string, string] => {
      const units = own.map((row) => unitsOf(textOf(row[heading]) || '0', currency));
      const sum = units.reduce((total, one) => total + one, 0n);
      return [heading, fromMinorUnits(sum, currency)];
    });
    return { Currency: currency, ...Object.fromEntries(sums) };
  });
}

function unitsOf(amount: string, currency: string): bigint {
  return amount.startsWith('-')
    ? -toMinorUnits({ amount: amount.slice(1), currency })
    : toMinorUnits({ amount, currency });
}

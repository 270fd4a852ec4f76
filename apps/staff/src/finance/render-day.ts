import { reportColumns, reportKinds, type ReportColumn } from '#domain/wire/report';
import { html, type Html } from '#runtime/html';
import { titleId } from '../pages/layout.js';
import { scrolled } from '../pages/render-table.js';
import { writeAmount, writeMinute } from '../pages/words.js';
import { writeCsv } from '../pages/write-csv.js';
import type { FinanceDay } from './read-day.js';

type Row = FinanceDay['rows'][number];
type Moved = ReportColumn | 'other';

/** What moved, with the heading of its column. */
const moved: Readonly<Record<Moved, string>> = {
  payments: 'Payments',
  refunds: 'Refunds',
  refunds_returned: 'Refunds returned',
  provider_refunds: 'Refunds in the panel',
  chargebacks: 'Chargebacks',
  chargebacks_won: 'Chargebacks won',
  payouts: 'Payouts',
  payouts_returned: 'Payouts returned',
  fees: 'Fees',
  settled: 'Settled',
  other: 'Funding and unexplained',
};
const headings: Readonly<Record<string, string>> = {
  merchant: 'Merchant',
  provider: 'Provider',
  method: 'Method',
  currency: 'Currency',
  opening: 'Opening',
  ...moved,
  closing: 'Closing',
  in_transit: 'On no statement yet',
};
const columns = Object.keys(headings);
const words: ReadonlySet<string> = new Set(['merchant', 'provider', 'method', 'currency']);
const dayMs = 24 * 60 * 60_000;

/** The rows of a day; each number leads to its entries. A column of noughts is left out. */
export function renderDay({ date, closedAt, rows }: FinanceDay): Html {
  const at = (days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, date.length);
  // The provider is shown below its method.
  const shown = columns.filter(
    (column) => column !== 'provider' && (!(column in moved) || rows.some((row) => !isNought(row, column))),
  );
  const state = closedAt ? `Closed ${writeMinute(closedAt)}` : 'Open';
  return html`<form action="/finance" class="day">
      <input type="date" name="day" value="${date}" required aria-label="Day" />
      <button>Show</button>
    </form>
    <p>
      ${state}. <a href="/finance?day=${at(-1)}">The day before</a>,
      ${at(1) <= new Date().toISOString() ? html`<a href="/finance?day=${at(1)}">the day after</a>, ` : undefined}
      <a href="/finance/csv?day=${date}" download>as CSV</a>. Opening and what came in, less what went out, is
      closing. Each number leads to its entries.
    </p>
    ${
      rows.length === 0
        ? html`<p class="none">No provider has ever held any money.</p>`
        : scrolled(
            titleId,
            html`<thead>
                <tr>
                  ${shown.map(
                    (column) =>
                      html`<th scope="col" ${words.has(column) ? undefined : html`class="figure"`}>
                        ${headings[column]}
                      </th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) =>
                    html`<tr>
                      ${shown.map((column) => renderCell(row, column, date))}
                    </tr>`,
                )}
              </tbody>`,
          )
    }`;
}

function renderCell(row: Row, column: string, date: string): Html {
  const label = html`data-label="${headings[column]}"`;
  if (column === 'merchant')
    return html`<td ${label} class="name">
      <div>${row.merchant === '' ? 'the house' : row.merchant}</div>
    </td>`;
  const text = textOf(row, column);
  if (column === 'method')
    return html`<td ${label}>
      <div>
        ${text.replaceAll('_', ' ')}${text === '' ? undefined : html`<br />`}<small>${row.provider}</small>
      </div>
    </td>`;
  if (words.has(column)) return html`<td ${label}><div>${text}</div></td>`;
  const amount = writeAmount(text, row.currency);
  if (!(column in moved) || isNought(row, column))
    return html`<td ${label} class="figure">
      <div>${isNought(row, column) ? html`<small>${amount}</small>` : amount}</div>
    </td>`;
  const query = new URLSearchParams({
    day: date,
    merchant: row.merchant,
    provider: row.provider,
    method: row.method,
    currency: row.currency,
    kinds: kindsOf(column as Moved).join(','),
  });
  return html`<td ${label} class="figure">
    <div><a href="/finance/entries?${query.toString()}">${amount}</a></div>
  </td>`;
}

function kindsOf(column: Moved): readonly string[] {
  if (column === 'other') return ['funding', 'unexplained'];
  return reportKinds.filter((kind) => reportColumns[kind] === column);
}

function isNought(row: Row, column: string): boolean {
  return /^-?[0.]*$/.test(textOf(row, column));
}

function textOf(row: Row, column: string): string {
  const value = (row as unknown as Readonly<Record<string, unknown>>)[column];
  return typeof value === 'string' ? value : '';
}

export function rowsOfCsv({ rows }: FinanceDay): string {
  return writeCsv(
    { columns: headings },
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, textOf(row, column)]))),
  );
}

import { isCurrency } from '#domain/values/currencies';
import { writeInFull } from '#domain/values/money';
import { html, type Html } from '#runtime/html';
import type { StaffRow, StaffTable } from '#persistence/staff/staff-table';

type Cell = StaffRow[string] | undefined;

/** A value as text; instants in UTC, as ISO 8601 writes them. */
function textOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

/** A section with its heading. */
export function renderSection(table: StaffTable, rows: readonly StaffRow[]): Html {
  const id = table.title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return html`<section>
    <h2 id="${id}">${table.title}</h2>
    ${renderTable(table, rows, id)}
  </section>`;
}

/** What is scrolled where it is wide, without columns that are empty; a word where it has no rows. `titleId` names it. */
export function renderTable({ columns }: StaffTable, rows: readonly StaffRow[], titleId: string): Html {
  if (rows.length === 0) return html`<p class="none">None.</p>`;
  const headings = Object.keys(columns).filter((heading) => rows.some((row) => textOf(row[heading]) !== ''));
  return html`<div class="scroll" role="region" aria-labelledby="${titleId}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map(
            (heading) =>
              html`<th scope="col" ${figures.has(heading) ? html`class="figure"` : undefined}>
                ${heading}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${headings.map((heading) => renderCell(heading, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** One row from top to bottom, without what is empty. */
export function renderFacts({ columns }: StaffTable, row: StaffRow): Html {
  const headings = Object.keys(columns).filter((heading) => textOf(row[heading]) !== '');
  return html`<dl>
    ${headings.map(
      (heading) =>
        html`<div>
          <dt>${heading}</dt>
          <dd>
            ${figures.has(heading) ? figureOf(row[heading], row['Currency']) : renderValue(heading, row[heading])}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** Where what a column names is shown. */
const addresses: Readonly<Record<string, string>> = {
  Identifier: '/transactions/',
  Entry: '/finance/entries/',
  Line: '/finance/lines/',
  'Bank line': '/finance/bank-lines/',
  File: '/finance/files/',
  Settlement: '/finance/settlements/',
  Difference: '/finance/differences/',
};

/** From here on a text is broken into lines, and one without blanks is an id, which is not. */
const longLength = 20;

/** The columns of amounts. */
const figures: ReadonlySet<string> = new Set([
  'Amount',
  'In the books',
  'Gross',
  'Fee',
  'Tax',
  'Net',
  'Sum of lines',
  'Does not add up by',
  'Available',
  'Reserved',
  'Collected',
  'Refunding',
  'We owe',
  'At providers',
  'On its way to us',
]);

function renderCell(heading: string, row: StaffRow): Html {
  const value = row[heading];
  if (figures.has(heading)) return html`<td class="figure">${figureOf(value, row['Currency'])}</td>`;
  const isLong = typeof value === 'string' && value.length > longLength && /\s/.test(value);
  return html`<td ${isLong ? html`class="long"` : undefined}>${renderValue(heading, value)}</td>`;
}

/** With all decimals of its currency, where the row names one. */
function figureOf(value: Cell, currency: Cell): string {
  const text = textOf(value);
  const isWhole = typeof currency === 'string' && isCurrency(currency) && number.test(text);
  return isWhole ? writeInFull(text, currency) : text;
}

function renderValue(heading: string, value: Cell): Html | string {
  const text = textOf(value);
  if (value instanceof Date)
    return html`<time datetime="${text}">${text.replace('T', ' ').replace('Z', '')}</time>`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return html`<time datetime="${text}">${text}</time>`;
  const leadsTo = addresses[heading];
  if (leadsTo !== undefined && text !== '') {
    const shown = heading === 'Entry' ? text.split('.').at(-1) : text;
    return html`<a href="${leadsTo}${text}"><code>${shown}</code></a>`;
  }
  if (heading === 'Status') return html`<span class="status ${text}">${text}</span>`;
  return text.length > longLength && !/\s/.test(text) ? html`<code>${text}</code>` : text;
}

/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;
/** The same behind what separates cells where the list separator is no comma, as in most of Europe and Latin America. */
const formulaWithin = /([;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * RFC 4180, with a line of headings. What would be a formula begins with an apostrophe, which spreadsheets show as text;
 * so does what would be one in a cell that another separator makes of the rest of a field.
 */
export function writeCsv({ columns }: Pick<StaffTable, 'columns'>, rows: readonly StaffRow[]): string {
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => headings.map((heading) => textOf(row[heading])))];
  return lines.map((line) => `${line.map(writeField).join(',')}\r\n`).join('');
}

function writeField(text: string): string {
  const within = text.replaceAll(formulaWithin, "$1'");
  const harmless = formula.test(within) && !number.test(text) ? `'${within}` : within;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

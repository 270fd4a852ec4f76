import type { StaffRow, StaffTable } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { isAmount, isFigure, longLength, renderValue } from './render-cell.js';
import { textOf } from './text-of.js';
import { wordOf } from './words.js';

/**
 * Columns that stand in one cell, so that a table fits the screen: the first one where the others follow below it. A CSV has
 * each by itself.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  Identifier: ['Reference', 'Type', 'Method', 'Merchant'],
  Provider: ['MID'],
  'Our reference': ["Provider's id"],
  State: ['Cause', 'Detail'],
  From: ['To'],
  To: ['Event'],
  Reversal: ['Dispute'],
  Reason: ['Who'],
  Who: ['Login'],
  Told: ['Told by'],
};
/** The heading of such a cell, where it is not that of its first column. */
const headingOf: Readonly<Record<string, string>> = {
  Identifier: 'Transaction',
  'Our reference': 'Names at the provider',
  From: 'From, to',
  Reversal: 'Reversal, dispute',
};

/** A section with its heading. */
export function renderSection(table: StaffTable, rows: readonly StaffRow[]): Html {
  const id = idOf(table);
  return html`<section>
    <h2 id="${id}">${table.title}</h2>
    ${renderTable(table, rows, id)}
  </section>`;
}

function idOf({ title }: StaffTable): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** A table without its empty columns, or a word if it has no rows; on a phone each row is a card. `titleId` names it. */
export function renderTable({ columns }: StaffTable, rows: readonly StaffRow[], titleId: string): Html {
  if (rows.length === 0) return html`<p class="none">None.</p>`;
  const cells = cellsOf(
    Object.keys(columns).filter((heading) => rows.some((row) => textOf(row[heading]) !== '')),
  );
  return scrolled(
    titleId,
    html`<thead>
        <tr>
          ${cells.map(
            ({ heading, isFigure: is }) =>
              html`<th scope="col" ${is ? html`class="figure"` : undefined}>${heading}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells.map((cell) => renderCell(cell, row))}
            </tr>`,
        )}
      </tbody>`,
  );
}

/** A table that scrolls where the screen is too narrow for it. */
export function scrolled(titleId: string, table: Html): Html {
  return html`<div class="scroll" role="region" aria-labelledby="${titleId}" tabindex="0">
    <table>
      ${table}
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
          <dd>${renderValue(heading, row[heading], row)}</dd>
        </div>`,
    )}
  </dl>`;
}

type TableCell = {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly isFigure: boolean;
};

function cellsOf(headings: readonly string[]): readonly TableCell[] {
  const taken = new Set<string>();
  // An amount is written with its currency; several of them have it in a column of its own.
  const isOneAmount = headings.includes('Currency') && headings.filter(isAmount).join() === 'Amount';
  if (isOneAmount) taken.add('Currency');
  return headings.flatMap((heading) => {
    if (taken.has(heading)) return [];
    const isUnnamed = heading === 'Identifier' && !headings.includes('Reference');
    const wanted = isUnnamed ? [] : (together[heading] ?? []);
    const below = wanted.filter((other) => headings.includes(other) && !taken.has(other));
    for (const other of [heading, ...below]) taken.add(other);
    return [
      {
        heading: below.length > 0 ? (headingOf[heading] ?? heading) : heading,
        columns: heading === 'Amount' && isOneAmount ? [heading, 'Currency'] : [heading, ...below],
        isFigure: isFigure(heading),
      },
    ];
  });
}

function renderCell({ heading, columns, isFigure: is }: TableCell, row: StaffRow): Html {
  const isLong = columns.some((column) => isSentence(row[column]));
  const kind = is ? 'figure' : isLong ? 'long' : undefined;
  return html`<td data-label="${heading}" ${kind === undefined ? undefined : html`class="${kind}"`}>
    <div>${renderColumns(columns, row)}</div>
  </td>`;
}

function renderColumns(columns: readonly string[], row: StaffRow): Html {
  const [first = '', ...below] = columns;
  if (first === 'Amount' && below[0] === 'Currency')
    return html`${renderValue(first, row[first], row)} ${textOf(row['Currency'])}`;
  if (first === 'Identifier' && below[0] === 'Reference') return renderTransaction(row, below.slice(1));
  const rest = below.filter((column) => textOf(row[column]) !== '');
  return html`${renderValue(first, row[first], row)}${rest.map(
    (column) => html`<br /><small>${renderValue(column, row[column], row)}</small>`,
  )}`;
}

/** The merchant's reference leads to its page. */
function renderTransaction(row: StaffRow, below: readonly string[]): Html {
  const words = below.map((column) => wordOf(column, textOf(row[column]))).filter((text) => text !== '');
  return html`<a href="/transactions/${textOf(row['Identifier'])}">${textOf(row['Reference'])}</a><br /><small
      >${words.join(' · ')}</small
    >`;
}

function isSentence(value: StaffRow[string] | undefined): boolean {
  return typeof value === 'string' && value.length > longLength && /\s/.test(value);
}

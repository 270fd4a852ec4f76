import { catalogue } from '#domain/methods/catalogue';
import type { StaffTable } from '#persistence/staff/staff-table';
import {
  lookedAtMax,
  transactionColumns,
  type TransactionFilter,
  type TransactionWindow,
} from '#persistence/staff/window-transactions';
import { html, type Html } from '#runtime/html';
import { titleId } from '../pages/layout.js';
import { renderChoice, renderInput } from '../pages/render-form.js';
import { renderTable } from '../pages/render-table.js';
import { statuses, types } from './read-filter.js';

export const listTable: StaffTable = { title: 'Transactions', columns: transactionColumns, from: '' };

const methods = [...new Set(catalogue.map(({ code }) => code))].toSorted();

/** The form, the rows, how far back was looked, and where to go on. */
export function renderList(
  wanted: TransactionFilter,
  { rows, after, lookedBackTo }: TransactionWindow,
  merchants: readonly string[],
): Html {
  const back = lookedBackTo?.toISOString().slice(0, 16).replace('T', ' ');
  return html`${renderForm(wanted, merchants)}
    <p>
      ${rows.length === 1 ? '1 row' : `${rows.length} rows`}${
        back === undefined
          ? wanted.after === undefined
            ? '. That is all of them.'
            : '. There is nothing older.'
          : html`, back to ${back}. <a href="${addressOf({ ...wanted, after })}">Look further back</a>.`
      }
      ${rows.length > 0 ? html`<a href="${addressOf(wanted, '/csv')}" download>As CSV</a>.` : undefined}
    </p>
    ${renderTable(listTable, rows, titleId)}
    <p>
      A page looks at ${lookedAtMax.toLocaleString('en')} transactions at most, the newest first, and shows
      those that are wanted; a whole reference, a number or an identifier is found at once by the search
      above, however old it is.
    </p>`;
}

function addressOf(wanted: TransactionFilter, end = ''): string {
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/transactions${end}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`;
}

function renderForm(wanted: TransactionFilter, merchants: readonly string[]): Html {
  return html`<form action="/transactions" class="filters" aria-label="Filter">
    ${renderChoice('merchant', 'Merchant', merchants, wanted.merchant)}
    ${renderChoice('type', 'Type', types, wanted.type)}
    ${renderChoice('status', 'Status', statuses, wanted.status)}
    ${renderChoice('method', 'Method', methods, wanted.method)}
    ${renderInput('provider', 'Provider', 'text', wanted.provider)}
    ${renderInput('day', 'Day', 'date', wanted.day)}
    ${renderInput('part', 'Part of the reference', 'search', wanted.part)}
    <button>Show</button>
  </form>`;
}

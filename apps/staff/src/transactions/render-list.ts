import { catalogue } from '#domain/methods/catalogue';
import type { StaffTable } from '#persistence/staff/staff-table';
import {
  lookedAtMax,
  transactionColumns,
  type TransactionFilter,
  type TransactionWindow,
} from '#persistence/staff/window-transactions';
import { html, type Html } from '#runtime/html';
import { writeAsked } from '../http/read-asked.js';
import { titleId } from '../pages/layout.js';
import { renderChoice, renderInput } from '../pages/render-form.js';
import { renderTable } from '../pages/render-table.js';
import { writeCount, writeMinute } from '../pages/words.js';
import { statuses, types } from './read-filter.js';

export const listTable: StaffTable = { title: 'Transactions', columns: transactionColumns, from: '' };

const methods = [...new Set(catalogue.map(({ code }) => code))].toSorted();

/** The form, the rows, how far back was looked, and where to go on. */
export function renderList(
  wanted: TransactionFilter,
  { rows, after, lookedBackTo }: TransactionWindow,
  merchants: readonly string[],
): Html {
  return html`${renderForm(wanted, merchants)}
    <p>
      ${writeCount(rows.length, 'row')}${
        lookedBackTo === undefined
          ? wanted.after === undefined
            ? '. That is all of them.'
            : '. There is nothing older.'
          : html`, back to ${writeMinute(lookedBackTo)}.
              <a href="/transactions${writeAsked({ ...wanted, after })}">Look further back</a>.`
      }
      ${rows.length > 0 ? html`<a href="/transactions/csv${writeAsked(wanted)}" download>As CSV</a>.` : undefined}
    </p>
    ${renderTable(listTable, rows, titleId)}
    <p>
      A page looks at ${lookedAtMax.toLocaleString('en')} transactions at most, the newest first, and shows
      those that are wanted; a whole reference, a number or an identifier is found at once by the search
      above, however old it is.
    </p>`;
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

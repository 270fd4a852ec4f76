import { shownNumber } from '#domain/transaction/shown-number';
import type { StaffRow } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { identifierPattern } from '../http/read-asked.js';
import { textOf, type Cell } from './text-of.js';
import { wordOf, writeAmount, writeAmounts, writeDistance } from './words.js';

/** The page of what a column names. */
const addresses: Readonly<Record<string, string>> = {
  Identifier: '/transactions/',
  Payment: '/transactions/',
  Entry: '/finance/entries/',
  Line: '/finance/lines/',
  'Bank line': '/finance/bank-lines/',
  File: '/finance/files/',
  Settlement: '/finance/settlements/',
  Difference: '/finance/differences/',
  Version: '/configuration/',
};

/** The columns of amounts. */
const amounts: ReadonlySet<string> = new Set([
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
const counts: ReadonlySet<string> = new Set(['Count', 'Waiting', 'Given up', 'Lines', 'New']);
export const isAmount = (heading: string) => amounts.has(heading);
export const isFigure = (heading: string) => amounts.has(heading) || counts.has(heading);

/** Columns of instants that are shown with their milliseconds, because many fall into one second. */
const precise: ReadonlySet<string> = new Set(['At', 'Started', 'Received', 'Applied']);
/** Columns of instants whose distance from now says more than the instant. */
const distant: ReadonlySet<string> = new Set([
  'Raised',
  'Oldest',
  'Since',
  'Next attempt',
  'Answer until',
  'Sent',
]);

/** A longer text is an id if it has no blanks, else a sentence. */
export const longLength = 20;

/** One value, as its heading wants it. `row` names the currency of amounts. */
export function renderValue(heading: string, value: Cell, row: StaffRow): Html | string {
  const text = textOf(value);
  if (text === '') return '';
  if (value instanceof Date) return renderInstant(heading, value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return html`<time datetime="${text}">${text}</time>`;
  if (isAmount(heading)) return writeAmounts(writeAmount(text, row['Currency']));
  const leadsTo = addresses[heading];
  if (leadsTo !== undefined)
    return html`<a href="${leadsTo}${text}"><code>${nameOf(heading, text)}</code></a>`;
  if (heading === 'Status') return html`<span class="status ${text}">${text}</span>`;
  const words = wordOf(heading, text);
  return words.length > longLength && !/\s/.test(words) ? html`<code>${words}</code>` : writeAmounts(words);
}

/** Short enough for a column: the number of a transaction as people read it out, else the end of an id. */
function nameOf(heading: string, text: string): string {
  if (heading === 'Identifier' || heading === 'Payment') return shownNumber(text);
  if (heading === 'Entry') return text.split('.').at(-1) ?? text;
  return identifierPattern.test(text) ? `…${text.slice(-12)}` : text;
}

function renderInstant(heading: string, at: Date): Html {
  const text = at.toISOString();
  const [date = '', time = ''] = text.slice(0, -'.123Z'.length).split('T');
  const rest = text.slice(-'.123Z'.length, -1);
  return html`<time datetime="${text}"
    ><span>${date}</span>
    <span>${time}${precise.has(heading) ? html`<small>${rest}</small>` : undefined}</span>${
      distant.has(heading) ? html` <small>${writeDistance(at, new Date())}</small>` : undefined
    }</time
  >`;
}

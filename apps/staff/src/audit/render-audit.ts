import {
  auditLookedAtMax,
  auditTable,
  type AuditFilter,
  type AuditWindow,
} from '#persistence/staff/window-audit';
import { html, type Html } from '#runtime/html';
import { titleId } from '../pages/layout.js';
import { renderChoice, renderInput } from '../pages/render-form.js';
import { renderTable } from '../pages/render-table.js';

/** Beside the changes, which are shown where nothing is chosen. */
const kinds = ['looks', 'all'] as const;

/** The form, the rows in words, and where to go on. */
export function renderAudit(wanted: AuditFilter, { rows, before }: AuditWindow): Html {
  const { Row: _row, ...columns } = auditTable.columns;
  const shown = rows.map((row) => ({ ...row, Details: describeDetails(String(row['Details'])) }));
  return html`<form action="/audit" class="filters" aria-label="Filter">
      ${renderChoice('kind', 'What', kinds, wanted.kind, 'changes')}
      ${renderInput('who', 'Who', 'text', wanted.who)}
      <button>Show</button>
    </form>
    <p>
      ${rows.length === 1 ? '1 row' : `${rows.length} rows`}.
      ${before === undefined ? undefined : html`<a href="${addressOf({ ...wanted, before })}">Look further back</a>.`}
      <a href="${addressOf(wanted, '/csv')}" download>As CSV</a>. A page looks at
      ${auditLookedAtMax.toLocaleString('en')} rows of the audit log at most. A version of the configuration
      leads to what it changed, from what to what.
    </p>
    ${renderTable({ ...auditTable, columns }, shown, titleId)}`;
}

function addressOf(wanted: AuditFilter, end = ''): string {
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/audit${end}?${new URLSearchParams(given).toString()}`;
}

/** More names of settings than these are told by their number. */
const namesMax = 6;

/** What a row of the audit log says beside who, what and when, in words: from what to what, where both are known. */
export function describeDetails(details: string): string {
  const { is_off: isOff, changed, ...rest } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  const turned = isOff === undefined ? [] : [textOf(isOff) === 'true' ? 'on → off' : 'off → on'];
  const names = Array.isArray(changed) ? changed.map(String) : [];
  const more = names.length - namesMax;
  const settings =
    names.length === 0
      ? []
      : [`${names.slice(0, namesMax).join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
  const { amount, currency, ...others } = rest;
  const money = amount === undefined ? [] : [`${textOf(amount)} ${textOf(currency ?? '')}`.trimEnd()];
  const said = Object.entries(others).map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`,
  );
  return [...turned, ...settings, ...money, ...said].join('; ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

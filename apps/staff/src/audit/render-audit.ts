import {
  auditLookedAtMax,
  auditTable,
  type AuditFilter,
  type AuditWindow,
} from '#persistence/staff/window-audit';
import { html, type Html } from '#runtime/html';
import { writeAsked } from '../http/read-asked.js';
import { titleId } from '../pages/layout.js';
import { renderChoice, renderInput } from '../pages/render-form.js';
import { renderTable } from '../pages/render-table.js';
import { writeCount } from '../pages/words.js';

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
      ${writeCount(rows.length, 'row')}.
      ${before === undefined ? undefined : html`<a href="/audit${writeAsked({ ...wanted, before })}">Look further back</a>.`}
      <a href="/audit/csv${writeAsked(wanted)}" download>As CSV</a>. A page looks at
      ${auditLookedAtMax.toLocaleString('en')} rows of the audit log at most. A version of the configuration
      leads to what it changed, from what to what.
    </p>
    ${renderTable({ ...auditTable, columns }, shown, titleId)}`;
}

/** Of more settings than these only the number is given. */
const namesMax = 6;

/** The details of a row of the audit log as one line of words. */
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

import { countedMax, overviewTables } from '#persistence/staff/overview-tables';
import type { StaffRow } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { renderTable } from '../pages/render-table.js';
import { writeDistance } from '../pages/words.js';
import { renderHealth } from './render-health.js';

/** By the name of each part; undefined where it could not be read. */
export type Overview = Readonly<Record<keyof typeof overviewTables, readonly StaffRow[] | undefined>>;

type Part = keyof Overview;

/** What waits for a person or a partner, and where all of it is listed. */
const waiting: readonly { readonly part: Part; readonly label: string; readonly list: string }[] = [
  { part: 'reviews', label: 'Open reviews', list: '/lists/reviews' },
  { part: 'unknown', label: 'Unknown outcomes', list: '/lists/unknown' },
  { part: 'undelivered', label: 'Callbacks not delivered', list: '/lists/undelivered' },
  { part: 'differences', label: 'Open differences', list: '/lists/differences' },
  { part: 'unmatched', label: 'Unmatched reports', list: '/lists/unmatched' },
  { part: 'disputes', label: 'Disputes to answer', list: '#disputes' },
  { part: 'stopped', label: 'Switched off', list: '#stopped' },
  { part: 'circuits', label: 'Open circuits', list: '#circuits' },
  { part: 'paused', label: 'Paused endpoints', list: '#paused' },
];

/** The tiles, the rows behind each that is not empty, health, what is under way, and the newest. */
export function renderHome(overview: Overview, health: StaffRow | undefined, now: Date): Html {
  const shown = waiting.filter(({ part }) => overview[part]?.length !== 0);
  return html`<ul class="tiles">
      ${waiting.map((tile) => renderTile(tile, overview[tile.part], now))}
    </ul>
    <div class="parts">
      ${shown.map(({ part, list }) => renderPart(part, overview[part], list))} ${renderHealth(health, now)}
      ${renderPart('open', overview.open, '/transactions?status=open')}
    </div>
    ${renderPart('newest', overview.newest, '/transactions')}
    <p>
      Counts go up to ${countedMax.toLocaleString('en')}. Nothing can be changed on these pages: the page of a
      transaction says what can be done, and where. Everything you look at is written into the audit log.
    </p>`;
}

function renderTile(
  { label, list }: (typeof waiting)[number],
  rows: readonly StaffRow[] | undefined,
  now: Date,
): Html {
  const count = rows?.reduce((sum, row) => sum + countOf(row), 0);
  const figure =
    count === undefined ? '?' : count >= countedMax ? `${countedMax.toLocaleString('en')}+` : `${count}`;
  const oldest = oldestOf(rows ?? []);
  return html`<li ${count === 0 ? html`class="nothing"` : undefined}>
    <strong>${figure}</strong>
    ${count === 0 && list.startsWith('#') ? label : html`<a href="${list}">${label}</a>`}
    ${oldest && html`<small>the oldest ${writeDistance(oldest, now)}</small>`}
  </li>`;
}

/** A row stands for as many as it counts. */
function countOf(row: StaffRow): number {
  if ('Waiting' in row) return Number(row['Waiting']) + Number(row['Given up']);
  return 'Count' in row ? Number(row['Count']) : 1;
}

function oldestOf(rows: readonly StaffRow[]): Date | undefined {
  const instants = rows.flatMap((row) => [row['Oldest'] ?? row['Since']].filter((at) => at instanceof Date));
  return instants.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

function renderPart(part: Part, rows: readonly StaffRow[] | undefined, list: string): Html {
  const table = overviewTables[part];
  const heading = list.startsWith('#') ? table.title : html`<a href="${list}">${table.title}</a>`;
  return html`<section ${part === 'undelivered' ? html`class="wide"` : undefined}>
    <h2 id="${part}">${heading}</h2>
    ${rows === undefined ? html`<p class="none">This could not be read in time.</p>` : renderTable(table, rows, part)}
  </section>`;
}

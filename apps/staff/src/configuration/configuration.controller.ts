import { Controller, Get, NotFoundException, Param, Query, UseGuards } from '@nestjs/common';
import { compareConfigurations, type Difference } from '#configuration/compare-configurations';
import { Database } from '#persistence/database';
import { loadVersion, versionsTable, type ShownVersion } from '#persistence/staff/load-version';
import { readTable, recordView, type StaffRow, type StaffTable } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { HtmlPage } from '../http/answers.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout, titleId } from '../pages/layout.js';
import { renderTable } from '../pages/render-table.js';
import { writeCount } from '../pages/words.js';

const shownMax = 100;
const versionPattern = /^[1-9]\d{0,8}$/;

const differencesTable: StaffTable = {
  title: 'Differences',
  columns: { Change: '', Path: '', Before: '', After: '' },
  from: '',
};

/** Who applied which configuration when, and each setting that changed, before and after. */
@Controller('configuration')
@UseGuards(SignedOn)
export class ConfigurationController {
  constructor(private readonly database: Database) {}

  @Get()
  @HtmlPage()
  async versions(@Viewer() viewer: string, @Query('before') before: unknown): Promise<string> {
    const rows = await readTable(this.database, versionsTable, [readVersion(before) ?? null, shownMax]);
    await recordView(this.database, viewer, { action: 'list.viewed', subject: 'configuration' });
    const last = String(rows.at(-1)?.['Version']);
    const body = html`<p>
        Each version leads to what it changed.
        ${rows.length === shownMax ? html`<a href="/configuration?before=${last}">Older ones</a>.` : undefined}
      </p>
      ${renderTable(versionsTable, rows, titleId)}`;
    return layout({ title: versionsTable.title, body, at: '/configuration', viewer }).markup;
  }

  /** What changed since the version before, or since the one that the address names. */
  @Get(':version')
  @HtmlPage()
  async version(
    @Viewer() viewer: string,
    @Param('version') given: string,
    @Query('with') other: unknown,
  ): Promise<string> {
    const version = readVersion(given);
    const compared = readVersion(other);
    const after = version === undefined ? undefined : await loadVersion(this.database, version);
    if (!after) throw new NotFoundException();
    const before =
      compared === undefined
        ? await loadVersion(this.database, after.version, true)
        : await loadVersion(this.database, compared);
    if (!before && compared !== undefined) throw new NotFoundException();
    await recordView(this.database, viewer, {
      action: 'list.viewed',
      subject: `configuration ${after.version}`,
      ...(before && { details: { with: before.version } }),
    });
    const body = renderVersion(after, before);
    return layout({ title: `Configuration, version ${after.version}`, body, viewer }).markup;
  }
}

function renderVersion(after: ShownVersion, before: ShownVersion | undefined) {
  const applied = after.appliedAt.toISOString().slice(0, 19).replace('T', ' ');
  const rows = before ? compareConfigurations(before.configuration, after.configuration).map(rowOf) : [];
  return html`<p>Applied ${applied} by ${after.appliedBy}.</p>
    ${
      before
        ? html`<form action="/configuration/${String(after.version)}" class="day">
              <input
                type="number"
                name="with"
                min="1"
                value="${String(before.version)}"
                required
                aria-label="Version to compare with"
              />
              <button>Compare</button>
            </form>
            <p>
              ${writeCount(rows.length, 'difference')} from
              <a href="/configuration/${String(before.version)}">version ${String(before.version)}</a>. Keys,
              credentials and the blocklist are not shown, nor whether they have changed.
            </p>
            ${renderTable(differencesTable, rows, titleId)}`
        : html`<p>It is the first version: there is nothing to compare it with.</p>`
    }
    <p><a href="/configuration">All versions</a></p>`;
}

function rowOf(difference: Difference): StaffRow {
  const { kind, path } = difference;
  const at = { Change: kind, Path: path };
  if (kind === 'changed') return { ...at, Before: difference.before, After: difference.after };
  const { value } = difference;
  return kind === 'added' ? { ...at, Before: null, After: value } : { ...at, Before: value, After: null };
}

/** Undefined if the address names no version. */
function readVersion(given: unknown): number | undefined {
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !versionPattern.test(given)) throw new NotFoundException();
  return Number(given);
}

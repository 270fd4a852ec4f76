import { Controller, Get, NotFoundException, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isStorableDate } from '#domain/values/calendar';
import { Database } from '#persistence/database';
import { financeCases } from '#persistence/staff/finance-cases';
import { entriesOfDay } from '#persistence/staff/finance-tables';
import { readTable, recordView, type View } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { CsvFile, exportedMax, HtmlPage, nameFile } from '../http/answers.js';
import { isText, writeAsked, type Asked } from '../http/read-asked.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout, titleId } from '../pages/layout.js';
import { renderFacts, renderSection, renderTable } from '../pages/render-table.js';
import { writeCount } from '../pages/words.js';
import { writeCsv } from '../pages/write-csv.js';
import { renderDay, rowsOfCsv } from './render-day.js';
import { readDay } from './read-day.js';

const shownMax = 500;

/** Reconciled money (contract §16): from each number of a day to its entries, and to the files that they come from. */
@Controller('finance')
@UseGuards(SignedOn)
export class FinanceController {
  constructor(private readonly database: Database) {}

  @Get()
  @HtmlPage()
  async day(@Viewer() viewer: string, @Query('day') given: unknown): Promise<string> {
    const day = await readDay(this.database, dayOf(given));
    await this.record(viewer, 'list.viewed', `finance ${day.date}`, { rows: day.rows.length });
    return layout({ title: `Finance of ${day.date}`, body: renderDay(day), at: '/finance', viewer }).markup;
  }

  @Get('csv')
  @CsvFile()
  async exportDay(
    @Viewer() viewer: string,
    @Query('day') given: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const day = await readDay(this.database, dayOf(given));
    await this.record(viewer, 'list.exported', `finance ${day.date}`, { rows: day.rows.length });
    nameFile(reply, `finance-${day.date}.csv`);
    return rowsOfCsv(day);
  }

  @Get('entries')
  @HtmlPage()
  async entries(@Viewer() viewer: string, @Query() asked: Asked): Promise<string> {
    const wanted = readEntryFilter(asked);
    const { day, merchant, ...others } = wanted;
    const rows = await readTable(this.database, entriesOfDay, valuesOf(wanted, shownMax));
    await this.record(viewer, 'list.viewed', `finance ${day} entries`, { rows: rows.length });
    const count =
      rows.length < shownMax ? writeCount(rows.length, 'entry', 'entries') : `The first ${shownMax} entries`;
    const subject = [merchant || 'the house', ...Object.values(others).filter(Boolean)].join(', ');
    const body = html`<p>
        ${count} of ${subject}.
        <a href="/finance?day=${day}">The day</a>.
        <a href="/finance/entries/csv${writeAsked(wanted)}" download>As CSV</a>, up to
        ${exportedMax.toLocaleString('en')} rows.
      </p>
      ${renderTable(entriesOfDay, rows, titleId)}`;
    return layout({ title: `Entries of ${day}`, body, at: '/finance', viewer }).markup;
  }

  @Get('entries/csv')
  @CsvFile()
  async exportEntries(
    @Viewer() viewer: string,
    @Query() asked: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const wanted = readEntryFilter(asked);
    const { day } = wanted;
    const rows = await readTable(this.database, entriesOfDay, valuesOf(wanted, exportedMax));
    await this.record(viewer, 'list.exported', `finance ${day} entries`, { rows: rows.length });
    nameFile(reply, `entries-${day}.csv`);
    return writeCsv(entriesOfDay, rows);
  }

  /** One entry, line, file, settlement or difference, with what leads on from it. */
  @Get(':kind/:id')
  @HtmlPage()
  async case(
    @Viewer() viewer: string,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ): Promise<string> {
    const known = Object.hasOwn(financeCases, kind) ? financeCases[kind] : undefined;
    if (!known?.id.test(id)) throw new NotFoundException();
    const [facts] = await readTable(this.database, known.facts, [id]);
    if (!facts) throw new NotFoundException();
    const sections = await Promise.all(
      known.sections.map(async (table) => renderSection(table, await readTable(this.database, table, [id]))),
    );
    await this.record(viewer, 'list.viewed', `finance ${kind} ${id}`);
    const body = html`${renderFacts(known.facts, facts)} ${sections}`;
    return layout({ title: `${known.facts.title} ${id.split('.').at(-1)}`, body, viewer }).markup;
  }

  private record(viewer: string, action: View['action'], subject: string, details = {}): Promise<void> {
    return recordView(this.database, viewer, { action, subject, details });
  }
}

/** Today, if nothing is asked for. */
function dayOf(given: unknown): string {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (given === undefined || given === '') return today;
  if (typeof given !== 'string' || !isStorableDate(given) || given > today) throw new NotFoundException();
  return given;
}

/** Absent: any. An empty method is that of entries without one; an empty merchant is the house. */
type EntryFilter = {
  readonly day: string;
  readonly merchant: string;
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  readonly currency?: string | undefined;
  readonly kinds?: string | undefined;
};

function readEntryFilter(asked: Asked): EntryFilter {
  return {
    day: dayOf(asked['day']),
    merchant: textOf(asked['merchant']) ?? '',
    provider: textOf(asked['provider']),
    method: textOf(asked['method']),
    currency: textOf(asked['currency']),
    kinds: textOf(asked['kinds']),
  };
}

function textOf(given: unknown): string | undefined {
  if (given === undefined || given === '') return given;
  if (typeof given !== 'string' || !isText(given)) throw new NotFoundException();
  return given;
}

/** In the order of the parameters of `entriesOfDay`. */
function valuesOf(
  { merchant, day, provider, method, currency, kinds }: EntryFilter,
  limit: number,
): readonly (string | number | null)[] {
  return [merchant, day, limit, provider ?? null, method ?? null, currency ?? null, kinds ?? null];
}

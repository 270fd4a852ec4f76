import { Controller, Get, Header, NotFoundException, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isCalendarDate } from '#domain/values/calendar';
import { Database } from '#persistence/database';
import { financeCases } from '#persistence/staff/finance-cases';
import { entriesOfDay } from '#persistence/staff/finance-tables';
import { readTable, recordView, type View } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout, titleId } from '../pages/layout.js';
import { renderFacts, renderSection, renderTable } from '../pages/render-table.js';
import { writeCsv } from '../pages/write-csv.js';
import { renderDay, rowsOfCsv } from './render-day.js';
import { readDay } from './read-day.js';

const page = ['content-type', 'text/html; charset=utf-8'] as const;
const csv = ['content-type', 'text/csv; charset=utf-8; header=present'] as const;
const shownMax = 500;
const exportedMax = 10_000;
/** Longer than any name of a merchant, provider or method. */
const textMax = 255;

type Asked = Readonly<Record<string, unknown>>;

/** Money reconciled (contract §16): from each number of a day to what it is made of, and to the file that told it. */
@Controller('finance')
@UseGuards(SignedOn)
export class FinanceController {
  constructor(private readonly database: Database) {}

  @Get()
  @Header(...page)
  async day(@Viewer() viewer: string, @Query('day') given: unknown): Promise<string> {
    const day = await readDay(this.database, dayOf(given));
    await this.record(viewer, 'list.viewed', `finance ${day.date}`, { rows: day.rows.length });
    return layout({ title: `Finance of ${day.date}`, body: renderDay(day), at: '/finance', viewer }).markup;
  }

  @Get('csv')
  @Header(...csv)
  async exportDay(
    @Viewer() viewer: string,
    @Query('day') given: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const day = await readDay(this.database, dayOf(given));
    await this.record(viewer, 'list.exported', `finance ${day.date}`, { rows: day.rows.length });
    void reply.header('content-disposition', `attachment; filename="finance-${day.date}.csv"`);
    return rowsOfCsv(day);
  }

  @Get('entries')
  @Header(...page)
  async entries(@Viewer() viewer: string, @Query() asked: Asked): Promise<string> {
    const day = dayOf(asked['day']);
    const rows = await readTable(this.database, entriesOfDay, valuesOf(asked, day, shownMax));
    await this.record(viewer, 'list.viewed', `finance ${day} entries`, { rows: rows.length });
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const body = html`<p>
        ${rows.length < shownMax ? `${rows.length} entries` : `The first ${shownMax} entries`} of
        ${textOf(asked['merchant']) || 'the house'}${[
          asked['provider'],
          asked['method'],
          asked['currency'],
          asked['kinds'],
        ]
          .map((value) => textOf(value))
          .filter((value) => value !== null && value !== '')
          .map((value) => `, ${value}`)
          .join('')}.
        <a href="/finance?day=${day}">The day</a>.
        <a href="/finance/entries/csv?${query.toString()}" download>As CSV</a>, up to
        ${exportedMax.toLocaleString('en')} rows.
      </p>
      ${renderTable(entriesOfDay, rows, titleId)}`;
    return layout({ title: `Entries of ${day}`, body, at: '/finance', viewer }).markup;
  }

  @Get('entries/csv')
  @Header(...csv)
  async exportEntries(
    @Viewer() viewer: string,
    @Query() asked: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const day = dayOf(asked['day']);
    const rows = await readTable(this.database, entriesOfDay, valuesOf(asked, day, exportedMax));
    await this.record(viewer, 'list.exported', `finance ${day} entries`, { rows: rows.length });
    void reply.header('content-disposition', `attachment; filename="entries-${day}.csv"`);
    return writeCsv(entriesOfDay, rows);
  }

  /** One entry, line, file, settlement or difference, with what leads on from it. */
  @Get(':kind/:id')
  @Header(...page)
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
  if (typeof given !== 'string' || !isCalendarDate(given) || given.startsWith('0000') || given > today)
    throw new NotFoundException();
  return given;
}

/** Absent: any. */
function textOf(given: unknown): string | null {
  if (given === undefined) return null;
  if (typeof given !== 'string' || given.length > textMax || /\p{Cc}/u.test(given))
    throw new NotFoundException();
  return given;
}

function valuesOf(asked: Asked, day: string, limit: number): readonly (string | number | null)[] {
  const filters = ['provider', 'method', 'currency', 'kinds'].map((name) => textOf(asked[name]));
  return [textOf(asked['merchant']) ?? '', day, limit, ...filters];
}

import { Controller, Get, NotFoundException, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#persistence/database';
import { merchantsTable } from '#persistence/staff/find-cases';
import { openLists } from '#persistence/staff/open-lists';
import {
  readList,
  readTable,
  recordView,
  type StaffRow,
  type StaffTable,
} from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { CsvFile, exportedMax, HtmlPage, nameFile } from '../http/answers.js';
import { writeAsked, type Asked } from '../http/read-asked.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { readFilter } from '../transactions/read-filter.js';
import { layout, titleId } from './layout.js';
import { renderChoice } from './render-form.js';
import { renderSums } from './render-sums.js';
import { renderTable } from './render-table.js';
import { writeCount } from './words.js';
import { writeCsv } from './write-csv.js';

const shownMax = 500;

/** What waits for a person or a partner, list by list. What is shown was put into the audit log before. */
@Controller()
@UseGuards(SignedOn)
export class ListsController {
  constructor(private readonly database: Database) {}

  @Get('lists/:name/csv')
  @CsvFile()
  async export(
    @Viewer() viewer: string,
    @Param('name') name: string,
    @Query() asked: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = listOf(name);
    const { table, rows } = await readList(
      this.database,
      list,
      valuesOf(list, exportedMax, merchantOf(asked)),
    );
    await recordView(this.database, viewer, {
      action: 'list.exported',
      subject: name,
      details: { rows: rows.length },
    });
    nameFile(reply, `${name}.csv`);
    return writeCsv(table, rows);
  }

  @Get('lists/:name')
  @HtmlPage()
  async list(@Viewer() viewer: string, @Param('name') name: string, @Query() asked: Asked): Promise<string> {
    const list = listOf(name);
    const merchant = merchantOf(asked);
    const { table, rows, says } = await readList(this.database, list, valuesOf(list, shownMax, merchant));
    const merchants = list.isByMerchant ? await readTable(this.database, merchantsTable, []) : [];
    await recordView(this.database, viewer, {
      action: 'list.viewed',
      subject: name,
      details: { rows: rows.length },
    });
    const isAll = rows.length < shownMax;
    const count = isAll ? writeCount(rows.length, 'row') : `The first ${shownMax} rows`;
    const body = html`${list.isByMerchant ? renderFilter(name, merchants, merchant) : undefined}
      <p>
        ${count}. <a href="/lists/${name}/csv${writeAsked({ merchant })}" download>As CSV</a>, up to
        ${exportedMax.toLocaleString('en')} rows.
      </p>
      ${says === undefined ? undefined : html`<p>${says}</p>`}
      ${isAll && table.summed ? renderSums(table.summed, rows) : undefined}
      ${renderTable(table, rows, titleId)}`;
    return layout({ title: list.title, body, at: `/lists/${name}`, viewer }).markup;
  }
}

function renderFilter(name: string, merchants: readonly StaffRow[], chosen: string | undefined): Html {
  const names = merchants.map(({ Merchant }) => String(Merchant));
  return html`<form action="/lists/${name}" class="filters" aria-label="Filter">
    ${renderChoice('merchant', 'Merchant', names, chosen)}
    <button>Show</button>
  </form>`;
}

function valuesOf(list: StaffTable, limit: number, merchant: string | undefined) {
  return list.isByMerchant ? [limit, merchant ?? null] : [limit];
}

function merchantOf(asked: Asked): string | undefined {
  return readFilter({ merchant: asked['merchant'] }).merchant;
}

function listOf(name: string): StaffTable {
  const list = Object.hasOwn(openLists, name) ? openLists[name] : undefined;
  if (list === undefined) throw new NotFoundException();
  return list;
}

import { Controller, Get, Header, NotFoundException, Param, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#persistence/database';
import { openLists } from '#persistence/staff/open-lists';
import { readList, recordView, type StaffTable } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout, titleId } from './layout.js';
import { renderTable } from './render-table.js';
import { renderSums } from './render-sums.js';
import { writeCsv } from './write-csv.js';

const page = ['content-type', 'text/html; charset=utf-8'] as const;
const shownMax = 500;
const exportedMax = 10_000;

/** What waits for a person or for somebody else, list by list. What is shown was put into the audit log before. */
@Controller()
@UseGuards(SignedOn)
export class ListsController {
  constructor(private readonly database: Database) {}

  @Get('lists/:name/csv')
  @Header('content-type', 'text/csv; charset=utf-8; header=present')
  async export(
    @Viewer() viewer: string,
    @Param('name') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = listOf(name);
    const { table, rows } = await readList(this.database, list, [exportedMax]);
    await recordView(this.database, viewer, {
      action: 'list.exported',
      subject: name,
      details: { rows: rows.length },
    });
    void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
    return writeCsv(table, rows);
  }

  @Get('lists/:name')
  @Header(...page)
  async list(@Viewer() viewer: string, @Param('name') name: string): Promise<string> {
    const list = listOf(name);
    const { table, rows, says } = await readList(this.database, list, [shownMax]);
    await recordView(this.database, viewer, {
      action: 'list.viewed',
      subject: name,
      details: { rows: rows.length },
    });
    const isAll = rows.length < shownMax;
    const count = isAll
      ? `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`
      : `The first ${shownMax} rows`;
    const body = html`<p>
        ${count}. <a href="/lists/${name}/csv" download>As CSV</a>, up to ${exportedMax.toLocaleString('en')}
        rows.
      </p>
      ${says === undefined ? undefined : html`<p>${says}</p>`}
      ${isAll && table.summed ? renderSums(table.summed, rows) : undefined}
      ${renderTable(table, rows, titleId)}`;
    return layout({ title: list.title, body, at: `/lists/${name}`, viewer }).markup;
  }
}

function listOf(name: string): StaffTable {
  const list = Object.hasOwn(openLists, name) ? openLists[name] : undefined;
  if (list === undefined) throw new NotFoundException();
  return list;
}

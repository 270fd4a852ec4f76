import { Controller, Get, Header, Inject, NotFoundException, Param, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { shownNumber } from '#domain/transaction/shown-number';
import type { TransactionType } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { caseTables, transactionTable } from '#persistence/staff/case-tables';
import { openLists } from '#persistence/staff/open-lists';
import { readTable, recordView, type StaffTable } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { SignedOn, Viewer } from '../http/viewer.js';
import { LINKS } from '../resources/resources.module.js';
import { identifierPattern } from '../transactions/read-filter.js';
import { layout, titleId } from './layout.js';
import { linksOf, type LinkTemplates } from './links.js';
import { renderFacts, renderSection, renderTable } from './render-table.js';
import { writeCsv } from './write-csv.js';

const titles: Readonly<Record<TransactionType, string>> = {
  payment: 'Payment',
  payout: 'Payout',
  refund: 'Refund',
};
const page = ['content-type', 'text/html; charset=utf-8'] as const;
const shownMax = 500;
const exportedMax = 10_000;

/** Everything that staff look at. What is shown was put into the audit log before. */
@Controller()
@UseGuards(SignedOn)
export class PagesController {
  constructor(
    private readonly database: Database,
    @Inject(LINKS) private readonly links: LinkTemplates,
  ) {}

  @Get('transactions/:identifier')
  @Header(...page)
  async transaction(@Viewer() viewer: string, @Param('identifier') identifier: string): Promise<string> {
    if (!identifierPattern.test(identifier)) throw new NotFoundException();
    const [facts] = await readTable(this.database, transactionTable, [identifier]);
    if (!facts) throw new NotFoundException();
    const tables = await Promise.all(
      caseTables.map(async (table) =>
        renderSection(table, await readTable(this.database, table, [identifier])),
      ),
    );
    await recordView(this.database, viewer, { action: 'transaction.viewed', subject: identifier });
    const type = facts.Type as TransactionType;
    const traceId = typeof facts.Trace === 'string' ? facts.Trace : undefined;
    const links = linksOf(this.links, { type, identifier, requestId: String(facts.Request), traceId });
    const body = html`<ul class="links">
        ${Object.entries(links).map(
          ([name, address]) => html`<li><a href="${address}" rel="noreferrer">${name}</a></li>`,
        )}
      </ul>
      ${type === 'payment' ? html`<p>Number on the customer’s page: ${shownNumber(identifier)}</p>` : undefined}
      ${renderFacts(transactionTable, facts)} ${tables}`;
    return layout({
      title: `${titles[type]} ${String(facts['Reference'])}`,
      body,
      viewer,
    }).markup;
  }

  @Get('lists/:name/csv')
  @Header('content-type', 'text/csv; charset=utf-8; header=present')
  async export(
    @Viewer() viewer: string,
    @Param('name') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const list = listOf(name);
    const rows = await readTable(this.database, list, [exportedMax]);
    await recordView(this.database, viewer, {
      action: 'list.exported',
      subject: name,
      details: { rows: rows.length },
    });
    void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
    return writeCsv(list, rows);
  }

  @Get('lists/:name')
  @Header(...page)
  async list(@Viewer() viewer: string, @Param('name') name: string): Promise<string> {
    const list = listOf(name);
    const rows = await readTable(this.database, list, [shownMax]);
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
      ${renderTable(list, rows, titleId)}`;
    return layout({ title: list.title, body, at: `/lists/${name}`, viewer }).markup;
  }
}

function listOf(name: string): StaffTable {
  const list = Object.hasOwn(openLists, name) ? openLists[name] : undefined;
  if (list === undefined) throw new NotFoundException();
  return list;
}

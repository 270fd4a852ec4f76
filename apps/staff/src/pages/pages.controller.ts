import {
  Controller,
  Get,
  Header,
  Inject,
  NotFoundException,
  Param,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { shownNumber } from '#domain/transaction/shown-number';
import type { TransactionType } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { caseTables, transactionTable } from '#persistence/staff/case-tables';
import { foundTable } from '#persistence/staff/find-cases';
import { openLists } from '#persistence/staff/open-lists';
import { readTable, recordView, type StaffTable } from '#persistence/staff/staff-table';
import { html } from '#runtime/html';
import { SignedOn, Viewer } from '../http/viewer.js';
import { LINKS } from '../resources/resources.module.js';
import { layout, titleId } from './layout.js';
import { linksOf, type LinkTemplates } from './links.js';
import { renderFacts, renderSection, renderTable, writeCsv } from './write-table.js';

const identifierPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const wordsPattern = /^[^\p{Cc}]{1,255}$/u;
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

  @Get()
  @Header(...page)
  home(@Viewer() viewer: string): string {
    const body = html`<p>
      Find a payment or payout by its identifier, the merchant’s reference, the provider’s id or the id of a
      callback, or open a list. Nothing can be changed here: actions are in the
      <a href="${this.links.temporalUi}" rel="noreferrer">Temporal UI</a>. Whatever you look at is written
      into the audit log.
    </p>`;
    return layout({ title: 'Payments and payouts', body, viewer }).markup;
  }

  /** One that is found is shown at once. */
  @Get('search')
  @Header(...page)
  async search(
    @Viewer() viewer: string,
    @Query('q') given: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const words = typeof given === 'string' ? given.trim() : '';
    const identifier = identifierPattern.test(words) ? words : null;
    const rows = wordsPattern.test(words)
      ? await readTable(this.database, foundTable, [words, identifier])
      : [];
    const found = rows.map(({ Identifier }) => String(Identifier));
    await recordView(this.database, viewer, {
      action: 'transactions.searched',
      subject: `${found.length} found`,
      details: { found },
    });
    if (found.length === 1) void reply.code(303).header('location', `/transactions/${found[0]}`);
    return layout({ title: 'Search', body: renderTable(foundTable, rows, titleId), words, viewer }).markup;
  }

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
    return layout({ title: list.title, body, list: name, viewer }).markup;
  }
}

function listOf(name: string): StaffTable {
  const list = Object.hasOwn(openLists, name) ? openLists[name] : undefined;
  if (list === undefined) throw new NotFoundException();
  return list;
}

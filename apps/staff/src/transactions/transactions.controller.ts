import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { readShownNumber } from '#domain/transaction/shown-number';
import { Database } from '#persistence/database';
import { foundTable, merchantsTable } from '#persistence/staff/find-cases';
import { readTable, recordView } from '#persistence/staff/staff-table';
import { windowTransactions, type TransactionFilter } from '#persistence/staff/window-transactions';
import { html } from '#runtime/html';
import { CsvFile, exportedMax, HtmlPage, nameFile } from '../http/answers.js';
import { identifierPattern, isText, type Asked } from '../http/read-asked.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout, titleId } from '../pages/layout.js';
import { renderTable } from '../pages/render-table.js';
import { writeCsv } from '../pages/write-csv.js';
import { readFilter } from './read-filter.js';
import { listTable, renderList } from './render-list.js';

const shownMax = 100;
/** Shorter texts are part of too many references. */
const partMin = 3;

/** Transactions by what is known of them: a list to narrow down, and a search. */
@Controller()
@UseGuards(SignedOn)
export class TransactionsController {
  constructor(private readonly database: Database) {}

  @Get('transactions')
  @HtmlPage()
  async list(@Viewer() viewer: string, @Query() asked: Asked): Promise<string> {
    const wanted = readFilter(asked);
    const [window, merchants] = await Promise.all([
      windowTransactions(this.database, wanted, shownMax),
      this.merchants(),
    ]);
    await recordView(this.database, viewer, {
      action: 'list.viewed',
      subject: 'transactions',
      details: { ...told(wanted), rows: window.rows.length },
    });
    const body = renderList(wanted, window, merchants);
    return layout({ title: 'Transactions', body, at: '/transactions', viewer }).markup;
  }

  @Get('transactions/csv')
  @CsvFile()
  async export(
    @Viewer() viewer: string,
    @Query() asked: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const wanted = readFilter(asked);
    const { rows } = await windowTransactions(this.database, wanted, exportedMax);
    await recordView(this.database, viewer, {
      action: 'list.exported',
      subject: 'transactions',
      details: { ...told(wanted), rows: rows.length },
    });
    nameFile(reply, 'transactions.csv');
    return writeCsv(listTable, rows);
  }

  /** Leads on to the only transaction with this name; if none has it, looks for it in the newest references. */
  @Get('search')
  @HtmlPage()
  async search(
    @Viewer() viewer: string,
    @Query('q') given: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const words = typeof given === 'string' ? given.trim() : '';
    const isSearchable = isText(words);
    const identifier = identifierPattern.test(words) ? words : null;
    const number = readShownNumber(words);
    const values = [words, identifier, number?.from ?? null, number?.before ?? null, number?.tail ?? null];
    const rows = isSearchable ? await readTable(this.database, foundTable, values) : [];
    const isPart = isSearchable && rows.length === 0 && words.length >= partMin;
    const wanted = { part: words };
    const window = isPart ? await windowTransactions(this.database, wanted, shownMax) : undefined;
    const found = [...rows, ...(window?.rows ?? [])].map(({ Identifier }) => String(Identifier));
    await recordView(this.database, viewer, {
      action: 'transactions.searched',
      subject: `${found.length} found`,
      details: { found },
    });
    if (rows.length === 1) void reply.code(303).header('location', `/transactions/${found[0]}`);
    const body = window
      ? html`<p>Nothing has exactly this name. These have it in their reference:</p>
          ${renderList(wanted, window, await this.merchants())}`
      : renderTable(foundTable, rows, titleId);
    return layout({ title: 'Search', body, words, viewer }).markup;
  }

  private async merchants(): Promise<readonly string[]> {
    return (await readTable(this.database, merchantsTable, [])).map(({ Merchant }) => String(Merchant));
  }
}

/** For the audit log: that a part of a reference was asked for, but not the text, which may be a person's name. */
function told({ part, ...wanted }: TransactionFilter): Readonly<Record<string, unknown>> {
  return part === undefined ? wanted : { ...wanted, part: true };
}

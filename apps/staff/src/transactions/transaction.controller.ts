import { Controller, Get, Inject, NotFoundException, Param, UseGuards } from '@nestjs/common';
import type { TransactionType } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { aftermathTables, caseTables, transactionTable } from '#persistence/staff/case-tables';
import { loadCase } from '#persistence/staff/load-case';
import { readTable, recordView } from '#persistence/staff/staff-table';
import { HtmlPage } from '../http/answers.js';
import { identifierPattern } from '../http/read-asked.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout } from '../pages/layout.js';
import { linksOf, type LinkTemplates } from '../pages/links.js';
import { LINKS } from '../resources/resources.module.js';
import { renderTransaction } from './render-transaction.js';

const titles: Readonly<Record<TransactionType, string>> = {
  payment: 'Payment',
  payout: 'Payout',
  refund: 'Refund',
};

/** Everything about one transaction: what it waits for, what can be done, and what has happened. */
@Controller('transactions')
@UseGuards(SignedOn)
export class TransactionController {
  constructor(
    private readonly database: Database,
    @Inject(LINKS) private readonly links: LinkTemplates,
  ) {}

  @Get(':identifier')
  @HtmlPage()
  async transaction(@Viewer() viewer: string, @Param('identifier') identifier: string): Promise<string> {
    if (!identifierPattern.test(identifier)) throw new NotFoundException();
    const [[facts], stands] = await Promise.all([
      readTable(this.database, transactionTable, [identifier]),
      loadCase(this.database, identifier),
    ]);
    if (!facts || !stands) throw new NotFoundException();
    const read = async (table: (typeof caseTables)[number]) =>
      ({ table, rows: await readTable(this.database, table, [identifier]) }) as const;
    const [aftermath, history] = await Promise.all([
      Promise.all(aftermathTables.map(read)),
      Promise.all(caseTables.map(read)),
    ]);
    await recordView(this.database, viewer, { action: 'transaction.viewed', subject: identifier });
    const traceId = typeof facts.Trace === 'string' ? facts.Trace : undefined;
    const { type } = stands.described;
    const links = linksOf(this.links, { type, identifier, requestId: String(facts.Request), traceId });
    const sections = [...aftermath.filter(({ rows }) => rows.length > 0), ...history];
    const body = renderTransaction(
      { identifier, facts, stands, sections, links, temporal: this.links },
      new Date(),
    );
    return layout({ title: `${titles[type]} ${String(facts.Reference)}`, body, viewer }).markup;
  }
}

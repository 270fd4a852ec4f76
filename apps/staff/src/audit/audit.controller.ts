import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#persistence/database';
import { recordView } from '#persistence/staff/staff-table';
import { auditTable, windowAudit, type AuditFilter } from '#persistence/staff/window-audit';
import { CsvFile, exportedMax, HtmlPage, nameFile } from '../http/answers.js';
import { isText, readAsked, type Asked } from '../http/read-asked.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout } from '../pages/layout.js';
import { writeCsv } from '../pages/write-csv.js';
import { renderAudit } from './render-audit.js';

const shownMax = 100;

/** Who did what, when, and from what to what: the audit log, the newest first. */
@Controller('audit')
@UseGuards(SignedOn)
export class AuditController {
  constructor(private readonly database: Database) {}

  @Get()
  @HtmlPage()
  async list(@Viewer() viewer: string, @Query() asked: Asked): Promise<string> {
    const wanted = readAuditFilter(asked);
    const window = await windowAudit(this.database, wanted, shownMax);
    await recordView(this.database, viewer, {
      action: 'list.viewed',
      subject: 'audit',
      details: { rows: window.rows.length },
    });
    return layout({ title: auditTable.title, body: renderAudit(wanted, window), at: '/audit', viewer })
      .markup;
  }

  @Get('csv')
  @CsvFile()
  async export(
    @Viewer() viewer: string,
    @Query() asked: Asked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { rows } = await windowAudit(this.database, readAuditFilter(asked), exportedMax);
    await recordView(this.database, viewer, {
      action: 'list.exported',
      subject: 'audit',
      details: { rows: rows.length },
    });
    nameFile(reply, 'audit.csv');
    return writeCsv(auditTable, rows);
  }
}

function readAuditFilter(asked: Asked): AuditFilter {
  return readAsked<AuditFilter>(
    {
      kind: (text) => /^(?:changes|looks|all)$/.test(text),
      who: isText,
      before: (text) => /^[1-9]\d{0,17}$/.test(text),
    },
    asked,
  );
}

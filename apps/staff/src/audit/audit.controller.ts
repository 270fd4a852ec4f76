import { Controller, Get, Header, NotFoundException, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#persistence/database';
import { recordView } from '#persistence/staff/staff-table';
import { auditTable, windowAudit, type AuditFilter } from '#persistence/staff/window-audit';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout } from '../pages/layout.js';
import { writeCsv } from '../pages/write-csv.js';
import { renderAudit } from './render-audit.js';

const shownMax = 100;
const exportedMax = 10_000;

type Asked = Readonly<Record<string, unknown>>;

/** Who did what, when, and from what to what: the audit log, the newest first. */
@Controller('audit')
@UseGuards(SignedOn)
export class AuditController {
  constructor(private readonly database: Database) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
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
  @Header('content-type', 'text/csv; charset=utf-8; header=present')
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
    void reply.header('content-disposition', 'attachment; filename="audit.csv"');
    return writeCsv(auditTable, rows);
  }
}

const forms: Readonly<Record<keyof AuditFilter, RegExp>> = {
  kind: /^(?:changes|looks|all)$/,
  who: /^[^\p{Cc}]{1,255}$/u,
  before: /^[1-9]\d{0,17}$/,
};

function readAuditFilter(asked: Asked): AuditFilter {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => {
      const value = asked[name];
      if (value === undefined || value === '') return [];
      if (typeof value !== 'string' || !form.test(value)) throw new NotFoundException();
      return [[name, value]];
    }),
  );
}

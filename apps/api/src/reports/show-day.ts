import { Injectable } from '@nestjs/common';
import type { dailyReport } from '#domain/wire/report';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { readRowsOfDay } from '#persistence/reports/rows-of-day';
import { acceptQuery, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { DailyReportQuery } from './report-query.dto.js';
import { reportTermsOf, requireDay } from './report-terms.js';

@Injectable()
export class ShowDay {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** A day's rows (contract §16.6); of a closed day those that were kept. */
  async show({ merchant, project }: Caller, sent: SentQuery): Promise<ValueOf<typeof dailyReport>> {
    const { date, ...filters } = acceptQuery(DailyReportQuery, sent);
    const terms = reportTermsOf(this.configuration.project(project));
    const day = await requireDay(this.database, terms, date);
    const asked = { merchant, date: day.date, ...terms };
    const rows = await readRowsOfDay(this.database, asked, day.closedAt).catch(unavailable());
    return {
      date: day.date,
      state: day.closedAt ? 'closed' : 'open',
      rows: rows.filter((row) => isAsked(row, filters)),
      timestamp: (day.closedAt ?? new Date()).toISOString(),
    };
  }
}

type Filters = Omit<DailyReportQuery, 'date'>;

function isAsked(row: Readonly<Record<keyof Filters, string>>, filters: Filters): boolean {
  return (['currency', 'provider', 'method'] as const).every(
    (name) => filters[name] === undefined || filters[name] === row[name],
  );
}

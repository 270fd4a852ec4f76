import { Controller, Get, Header, Headers, Query } from '@nestjs/common';
import type { dailyReport, reportLinePage } from '#domain/wire/report';
import type { ValueOf } from '#domain/wire/schema';
import { CsvAnswer } from '../http/csv-answer.js';
import type { SentQuery } from '../http/list-query.js';
import { Caller } from '../http/parameters.js';
import { ListLines } from './list-lines.js';
import { ShowDay } from './show-day.js';

@Controller('v2/reports')
export class ReportsController {
  constructor(
    private readonly showDay: ShowDay,
    private readonly listLines: ListLines,
  ) {}

  /** Contract §16.6: what a day did to the money that providers hold for the merchant. */
  @Get('daily')
  daily(@Caller() caller: Caller, @Query() query: SentQuery): Promise<ValueOf<typeof dailyReport>> {
    return this.showDay.show(caller, query);
  }

  /** Contract §16.6: what the rows of a day are made of, page by page, or as one CSV. */
  @Get('lines')
  @Header('vary', 'Accept')
  lines(
    @Caller() caller: Caller,
    @Query() query: SentQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<ValueOf<typeof reportLinePage> | CsvAnswer> {
    return csvWanted(accept) ? this.listLines.stream(caller, query) : this.listLines.list(caller, query);
  }
}

/** Whether CSV is asked for by name: every other caller gets JSON. */
function csvWanted(accept = ''): boolean {
  return accept
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .some(
      ([type, ...parameters]) => type === 'text/csv' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)),
    );
}

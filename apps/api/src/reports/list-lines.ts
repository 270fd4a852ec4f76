import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { csvOfLines, describeLine, headOfLines, type ReportedEntry } from '#domain/reports/report-line';
import type { reportLinePage } from '#domain/wire/report';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { listReportLines, readReportLines, type LineSearch } from '#persistence/reports/report-lines';
import { entriesStart, readEntryCursor, writeEntryCursor } from '../balance/list-entries.dto.js';
import { CsvAnswer } from '../http/csv-answer.js';
import { HeldCalls } from '../http/held-calls.js';
import { acceptQuery, readLimit, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { ReportLinesQuery } from './report-query.dto.js';
import { reportTermsOf, requireDay } from './report-terms.js';

@Injectable()
export class ListLines {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly heldCalls: HeldCalls,
  ) {}

  /** One page of a day's lines; an empty page returns the cursor it was asked for. */
  async list(caller: Caller, sent: SentQuery): Promise<ValueOf<typeof reportLinePage>> {
    const search = await this.searchOf(caller, sent);
    const lines = await listReportLines(this.database, search).catch(unavailable());
    return {
      lines: lines.map((line) => describeLine(line, search.showsFees)),
      next_after: writeEntryCursor(lines.at(-1) ?? search.after),
    };
  }

  /** The whole day, from `after` on, as CSV: read and sent piece by piece, and cut off where Postgres fails. */
  async stream(caller: Caller, sent: SentQuery): Promise<CsvAnswer> {
    const release = this.heldCalls.join(caller.project);
    if (!release) {
      const description = 'Too many calls are under way; try again';
      throw new GatewayError('unavailable', { description });
    }
    try {
      const search = await this.searchOf(caller, sent);
      const parts = readReportLines(this.database, search)[Symbol.asyncIterator]();
      // The first lines are read before the answer begins, so that what fails then is still an error.
      const first = await parts.next().catch(unavailable());
      // What is read ahead is bounded by its bytes; by default it would be by the number of parts.
      const content = Readable.from(write(first, parts, search), { objectMode: false });
      content.once('close', release);
      return new CsvAnswer(`lines-${search.day.date}.csv`, content);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async searchOf({ merchant, project }: Caller, sent: SentQuery): Promise<LineSearch> {
    const query = acceptQuery(ReportLinesQuery, sent);
    const terms = reportTermsOf(this.configuration.project(project));
    return {
      merchant,
      day: await requireDay(this.database, terms, query.date),
      showsFees: terms.fees,
      after: (query.after === undefined ? undefined : readEntryCursor(query.after)) ?? entriesStart,
      limit: readLimit(query.limit),
    };
  }
}

type Parts = AsyncIterator<readonly ReportedEntry[]>;

async function* write(
  first: Awaited<ReturnType<Parts['next']>>,
  parts: Parts,
  { showsFees }: LineSearch,
): AsyncGenerator<string> {
  yield headOfLines(showsFees);
  for (let part = first; !part.done; part = await parts.next()) yield csvOfLines(part.value, showsFees);
}

import { isStorableDate } from '#domain/values/calendar';
import { isCurrency } from '#domain/values/currencies';
import { readEntryCursor } from '../balance/list-entries.dto.js';
import { Passing, Text } from '../http/constraints.js';
import { PageCursor, PageLimit } from '../http/list-query.js';

const nameMax = 64;

function Day(): PropertyDecorator {
  return Passing(isStorableDate, 'must be a day that exists, as YYYY-MM-DD', { format: 'date' });
}

/** The query of `GET /v2/reports/daily` (contract §16.6). */
export class DailyReportQuery {
  @Day() date?: string;
  @Passing(isCurrency, 'must be an ISO 4217 code in upper case', {}) currency?: string;
  @Text(nameMax) provider?: string;
  @Text(nameMax) method?: string;
}

/** The query of `GET /v2/reports/lines` (contract §16.6). */
export class ReportLinesQuery {
  @Day() date?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readEntryCursor(value) !== undefined) after?: string;
}

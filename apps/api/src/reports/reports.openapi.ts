import { currencyCodes } from '#domain/values/currencies';
import { writeCsvLine } from '#domain/values/csv';
import { pageLimit } from '#domain/wire/page';
import { dailyReport, reportLineColumns, reportLinePage } from '#domain/wire/report';
import { oneOf, text, type Schema } from '#domain/wire/schema';
import { writeEntryCursor } from '../balance/list-entries.dto.js';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { pageParameters, queryParameter } from '../openapi/list-parameters.js';

const exampleDay = '2026-01-31';
const day: Schema<string> = { type: 'string', format: 'date' };
const date = {
  ...queryParameter('date', 'A day in the project’s `reports.timezone` that has begun', day, exampleDay),
  required: true,
};
const zero = '0.00';

const showDay: Endpoint = {
  method: 'get',
  path: '/v2/reports/daily',
  operation: {
    operationId: 'showDailyReport',
    tags: ['reports'],
    summary: 'What a day did to the money that providers hold for the merchant',
    description: [
      'One row for each provider, method and currency in which money moved. `closing` is `opening` + `payments` +',
      '`refunds_returned` + `chargebacks_won` + `payouts_returned` − `refunds` − `provider_refunds` − `chargebacks` −',
      '`payouts` − `fees` − `settled`, exactly, and the `opening` of the next day. Without `reports.fees` a row is as if there',
      'were no fees. What a provider pays out belongs to no method: its rows have an empty one. An entry counts on the day on which it was posted.',
      'A `closed` day never changes.',
    ].join('\n'),
    parameters: [
      date,
      queryParameter('currency', 'ISO 4217', oneOf(currencyCodes), 'EUR'),
      queryParameter('provider', 'One provider', text, 'sandbox'),
      queryParameter('method', 'One method', text, 'ideal'),
    ],
    responses: {
      '200': {
        description: 'The day',
        content: jsonContent<unknown>(dailyReport, {
          day: {
            date: exampleDay,
            state: 'closed',
            rows: [
              {
                provider: 'sandbox',
                method: 'ideal',
                currency: 'EUR',
                opening: '120.00',
                payments: '30.30',
                refunds: '4.50',
                refunds_returned: zero,
                provider_refunds: zero,
                chargebacks: zero,
                chargebacks_won: zero,
                payouts: zero,
                payouts_returned: zero,
                fees: '1.17',
                settled: zero,
                closing: '144.63',
                in_transit: '25.80',
                counts: {
                  payments: 3,
                  refunds: 1,
                  refunds_returned: 0,
                  provider_refunds: 0,
                  chargebacks: 0,
                  chargebacks_won: 0,
                  payouts: 0,
                  payouts_returned: 0,
                  fees: 3,
                  settled: 0,
                },
              },
            ],
            timestamp: exampleInstant,
          },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

const exampleLine = {
  line_id: '4711',
  date: exampleInstant,
  kind: 'payment',
  identifier: '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73',
  reference: 'ord-1',
  provider: 'sandbox',
  method: 'ideal',
  currency: 'EUR',
  gross: '10.10',
  fee: zero,
  net: '10.10',
  settlement: 'set_12',
  entry_id: '4711',
  late_for: null,
};

const listLines: Endpoint = {
  method: 'get',
  path: '/v2/reports/lines',
  operation: {
    operationId: 'listReportLines',
    tags: ['reports'],
    summary: 'What the rows of a day are made of',
    description: [
      'Every entry of the day, in an order that never changes; nothing is skipped. The sum of `gross` by kind is the column of the',
      'rows, the sum of `fee` is `fees`: a fee is a line of its own, posted when the provider told it. Negative: an earlier line is',
      'taken back. Begin without `after`, then pass on `next_after`; an empty page repeats it. With `Accept: text/csv` the whole',
      'day comes as one stream (RFC 4180, UTF-8, with a header), whatever `limit` says; a text that a spreadsheet would take for a',
      'formula begins with an apostrophe.',
    ].join('\n'),
    parameters: [date, ...pageParameters],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} lines; as CSV all of them`,
        content: {
          ...jsonContent<unknown>(reportLinePage, {
            page: { lines: [exampleLine], next_after: writeEntryCursor({ committedIn: '731', id: '4711' }) },
          }),
          'text/csv': {
            schema: { type: 'string' },
            examples: {
              day: {
                value:
                  writeCsvLine(reportLineColumns) +
                  writeCsvLine(reportLineColumns.map((column) => exampleLine[column])),
              },
            },
          },
        },
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const reportEndpoints: readonly Endpoint[] = [showDay, listLines];

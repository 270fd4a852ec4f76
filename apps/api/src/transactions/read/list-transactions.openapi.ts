import { currencyCodes } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { listedFields, transactionPage } from '#domain/wire/transaction-list';
import { transactionStatuses, routedTypes } from '#domain/transaction/status';
import { instant, oneOf } from '#domain/wire/schema';
import { pageLimit } from '#domain/wire/page';
import { jsonContent, type Endpoint } from '../../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../../openapi/error-responses.js';
import { commaSeparated, pageParameters, queryParameter } from '../../openapi/list-parameters.js';
import { writeListCursor } from './list-transactions.dto.js';
import { exampleFrom } from '../transactions.openapi.js';

const example = exampleFrom(listedFields, {
  event_id: listedFields['event_id']?.example,
  provider: 'sandbox',
});
const isoExample = '2026-01-31T00:00:00+01:00';

const listTransactions: Endpoint = {
  method: 'get',
  path: '/v2/transactions',
  operation: {
    operationId: 'listTransactions',
    tags: ['transactions'],
    summary: 'The payments and payouts of the merchant, newest first',
    description: [
      'Of all its projects. Begin without `after`, then pass on `next_after` until it is `null`; what is created meanwhile',
      'shifts no page. A search for what is rare may answer with fewer records than `limit`, even none, and go on behind',
      '`next_after`: only `null` is the end.',
    ].join('\n'),
    parameters: [
      queryParameter('type', 'Payments or payouts; absent: both', oneOf(routedTypes), 'payment'),
      queryParameter(
        'status',
        'One or more, separated by commas',
        commaSeparated(transactionStatuses),
        'declined,error',
      ),
      queryParameter(
        'method',
        'By its name in the catalogue, which records have',
        oneOf([...new Set(catalogue.map(({ code }) => code))]),
        'ideal',
      ),
      queryParameter('currency', 'ISO 4217', oneOf(currencyCodes), 'EUR'),
      queryParameter('created_from', 'ISO 8601 with an offset; inclusive', instant, isoExample),
      queryParameter('created_to', 'ISO 8601 with an offset; exclusive', instant, isoExample),
      ...pageParameters,
    ],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} records`,
        content: jsonContent<unknown>(transactionPage, {
          page: {
            transactions: [example],
            next_after: writeListCursor({
              createdAt: new Date(String(example['created_date'])),
              identifier: String(example['identifier']),
            }),
          },
          last: { transactions: [], next_after: null },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const transactionEndpoints: readonly Endpoint[] = [listTransactions];

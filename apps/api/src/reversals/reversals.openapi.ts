import { reversalKinds } from '#domain/refunds/reversal';
import { transactionTypes } from '#domain/transaction/status';
import { pageLimit } from '#domain/wire/page';
import { reversalFields, reversalPage } from '#domain/wire/reversal';
import { instant, oneOf, text } from '#domain/wire/schema';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { commaSeparated, pageParameters, queryParameter } from '../openapi/list-parameters.js';
import { exampleFrom } from '../transactions/transactions.openapi.js';
import { writeReversalCursor } from './list-reversals.dto.js';

const example = exampleFrom(reversalFields);
const isoExample = '2026-01-31T00:00:00+01:00';

const listReversals: Endpoint = {
  method: 'get',
  path: '/v2/reversals',
  operation: {
    operationId: 'listReversals',
    tags: ['refunds'],
    summary: 'What happened to money after a success, newest first',
    description: [
      'Chargebacks of payments and refunds of them in the provider’s panel, and money of payouts and refunds that came back.',
      'The transaction keeps its status. By the rules of `GET /v2/transactions`.',
    ].join('\n'),
    parameters: [
      queryParameter(
        'kind',
        'One or more, separated by commas',
        commaSeparated(reversalKinds),
        'chargeback,chargeback_won',
      ),
      queryParameter(
        'transaction_type',
        'Those of payments, payouts or refunds',
        oneOf(transactionTypes),
        'payment',
      ),
      queryParameter('reference', "The transaction's, with its `transaction_type`", text, 'ord-1'),
      queryParameter('created_from', 'ISO 8601 with an offset; inclusive', instant, isoExample),
      queryParameter('created_to', 'ISO 8601 with an offset; exclusive', instant, isoExample),
      ...pageParameters,
    ],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} reversals`,
        content: jsonContent<unknown>(reversalPage, {
          page: {
            reversals: [example],
            next_after: writeReversalCursor({
              createdAt: new Date(String(example['created_date'])),
              id: '4711',
            }),
          },
          last: { reversals: [], next_after: null },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const reversalEndpoints: readonly Endpoint[] = [listReversals];

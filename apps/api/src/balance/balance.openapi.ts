import { currencyCodes } from '#domain/values/currencies';
import { balanceEntryPage, balanceList } from '#domain/wire/balance';
import { pageLimit } from '#domain/wire/page';
import { oneOf } from '#domain/wire/schema';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { pageParameters, queryParameter } from '../openapi/list-parameters.js';
import { writeEntryCursor } from './list-entries.dto.js';

const showBalance: Endpoint = {
  method: 'get',
  path: '/v2/balance',
  operation: {
    operationId: 'showBalance',
    tags: ['payouts'],
    summary: 'What the merchant can pay out',
    description: 'In every currency that anything was posted in, shared by all projects of the merchant.',
    responses: {
      '200': {
        description: 'The balances by currency',
        content: jsonContent(balanceList, {
          one: {
            balances: [{ currency: 'BRL', available: '1900.10', reserved: '99.90' }],
            timestamp: exampleInstant,
          },
        }),
      },
      ...errorResponses(signedErrors),
    },
  },
};

const listEntries: Endpoint = {
  method: 'get',
  path: '/v2/balance/entries',
  operation: {
    operationId: 'listBalanceEntries',
    tags: ['payouts'],
    summary: 'What moved the money of the merchant, oldest first',
    description: [
      'Each entry moves an amount from one account to another, and never changes: `top_up` funding → available, `reserve`',
      'available → reserved (a payout was accepted), `settle` reserved → clearing (it succeeded), `release` reserved →',
      'available (it did not), `collect` clearing → collected (a payment succeeded), `hold` collected → refunding (a refund',
      'was accepted), `refund` refunding → clearing, `unhold` refunding → collected, `chargeback` and `provider_refund`',
      'collected → clearing, `chargeback_won` and `refund_returned` clearing → collected, `adjust` clearing → available (money',
      'of a payout came back). Begin without `after`, then pass on `next_after`; nothing is skipped, and an empty',
      'page repeats it.',
    ].join('\n'),
    parameters: [queryParameter('currency', 'ISO 4217', oneOf(currencyCodes), 'BRL'), ...pageParameters],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} entries`,
        content: jsonContent(balanceEntryPage, {
          page: {
            entries: [
              {
                entry_id: '4711',
                date: exampleInstant,
                kind: 'reserve',
                currency: 'BRL',
                amount: '99.90',
                from: 'available',
                to: 'reserved',
                identifier: '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73',
                reference: 'ord-1',
                reversal_id: null,
              },
            ],
            next_after: writeEntryCursor({ committedIn: '731', id: '4711' }),
          },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const balanceEndpoints: readonly Endpoint[] = [showBalance, listEntries];

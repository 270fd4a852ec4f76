import {
  amount,
  closedObject,
  exampleInstant,
  instant,
  jsonContent,
  ref,
  type Endpoint,
} from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

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
        content: jsonContent(
          closedObject({ balances: { type: 'array', items: ref('Balance') }, timestamp: instant }),
          {
            one: {
              balances: [{ currency: 'BRL', available: '1900.10', reserved: '99.90' }],
              timestamp: exampleInstant,
            },
          },
        ),
      },
      ...errorResponses(signedErrors),
    },
  },
  schemas: {
    Balance: closedObject({
      currency: ref('Currency'),
      available: { ...amount, description: 'Major units, with all decimals of the currency' },
      reserved: { ...amount, description: 'Held by payouts that are not final' },
    }),
  },
};

export const balanceEndpoints: readonly Endpoint[] = [showBalance];

import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { creationErrors, errorResponses } from '../error-responses.js';
import {
  africanChoiceExample,
  africanPayoutExample,
  declinedPayoutExample,
  flatPayoutExample,
} from '../payout-examples.js';
import { requestSchema, requestSchemaName } from '../request-schema.js';
import { africanPayoutSchema, flatPayoutSchema } from '../schemas/payout-schemas.js';

const rows = catalogue.filter(({ type }) => type === 'payout');

export const createPayout: Endpoint = {
  method: 'post',
  path: '/v2/payout',
  operation: {
    operationId: 'createPayout',
    tags: ['payouts'],
    summary: 'Create a payout',
    description: [
      'Server to server with `method`. The amount is reserved before anybody is asked to send it.',
      'A declined payout is created again under a new `reference`; **504 proves no failure**.',
    ].join('\n'),
    requestBody: {
      required: true,
      content: jsonContent(
        ref('Payout'),
        Object.fromEntries(rows.map((row) => [requestSchemaName(row), exampleOf(row)])),
      ),
    },
    responses: {
      '200': {
        description: [
          'Registered. `error_code` 0: accepted, the end comes by callback. Any other: it failed while the caller waited.',
          'An African payout without a bank code is answered with the banks to choose from.',
        ].join('\n'),
        content: jsonContent(
          { oneOf: [ref('PayoutAcceptance'), ref('AfricanPayoutAcceptance')] },
          {
            flat: flatPayoutExample,
            flatDeclined: declinedPayoutExample,
            african: africanPayoutExample,
            africanWithoutBank: africanChoiceExample,
          },
        ),
      },
      ...errorResponses(creationErrors('payout')),
    },
  },
  schemas: {
    Payout: {
      description: 'Server to server.',
      oneOf: rows.map((row) => ref(requestSchemaName(row))),
      discriminator: {
        propertyName: 'method',
        mapping: Object.fromEntries(rows.map((row) => [row.code, ref(requestSchemaName(row)).$ref])),
      },
    },
    ...Object.fromEntries(rows.map((row) => [requestSchemaName(row), requestSchema(row)])),
    PayoutAcceptance: flatPayoutSchema,
    AfricanPayoutAcceptance: africanPayoutSchema,
  },
};

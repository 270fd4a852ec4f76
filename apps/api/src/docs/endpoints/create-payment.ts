import { currencyCodes } from '#domain/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import type { Method } from '#domain/methods/method';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { creationErrors, errorResponses } from '../error-responses.js';
import { requestSchema, requestSchemaName } from '../request-schema.js';
import {
  directAcceptanceExample,
  directDeclineExample,
  hostedAcceptanceExample,
} from '../response-examples.js';
import { directAcceptanceSchema, hostedAcceptanceSchema } from '../schemas/acceptance-schemas.js';

const rows = catalogue.filter(({ type }) => type === 'payment');
const direct = rows.filter(({ style }) => style === 'h2h');
const hosted = rows.filter(({ style }) => style === 'hpp');

export const createPayment: Endpoint = {
  method: 'post',
  path: '/v2/payment',
  operation: {
    operationId: 'createPayment',
    tags: ['payments'],
    summary: 'Create a payment',
    description: 'Server to server with `method`, or on our hosted page with `widget.method`; never both.',
    requestBody: {
      required: true,
      content: jsonContent(
        { oneOf: [ref('DirectPayment'), ref('HostedPayment')] },
        Object.fromEntries(rows.map((row) => [requestSchemaName(row), exampleOf(row)])),
      ),
    },
    responses: {
      '200': {
        description: [
          'Registered. `error_code` 0: accepted. Any other: it failed while the caller waited, as `status` says.',
        ].join('\n'),
        content: jsonContent(
          { oneOf: [ref('DirectAcceptance'), ref('HostedAcceptance')] },
          {
            direct: directAcceptanceExample,
            directDeclined: directDeclineExample,
            hosted: hostedAcceptanceExample,
          },
        ),
      },
      ...errorResponses(creationErrors('payment')),
    },
  },
  schemas: {
    DirectPayment: {
      description: 'Server to server.',
      oneOf: direct.map((row) => ref(requestSchemaName(row))),
      discriminator: { propertyName: 'method', mapping: Object.fromEntries(direct.map(mapped)) },
    },
    HostedPayment: {
      description:
        'On our hosted page; `widget.method` tells which (a discriminator cannot reach into an object).',
      oneOf: hosted.map((row) => ref(requestSchemaName(row))),
    },
    ...Object.fromEntries(rows.map((row) => [requestSchemaName(row), requestSchema(row)])),
    Currency: { type: 'string', enum: currencyCodes, description: 'ISO 4217', examples: ['EUR'] },
    DirectAcceptance: directAcceptanceSchema,
    HostedAcceptance: hostedAcceptanceSchema,
  },
};

function mapped(row: Method): [string, string] {
  return [row.code, ref(requestSchemaName(row)).$ref];
}

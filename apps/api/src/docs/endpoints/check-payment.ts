import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { finalRecordExample, openRecordExample } from '../response-examples.js';
import { recordSchema } from '../schemas/record-schema.js';

export const checkPayment: Endpoint = {
  method: 'get',
  path: '/v2/payment/{reference}',
  operation: {
    operationId: 'checkPayment',
    tags: ['payments'],
    summary: 'The full record of a payment',
    description: 'By the reference of the merchant, whichever of its projects created the payment.',
    parameters: [
      {
        name: 'reference',
        in: 'path',
        required: true,
        description: "The merchant's own reference, percent-encoded",
        schema: { type: 'string', minLength: 1, maxLength: 128 },
        example: 'ord-1',
      },
      {
        name: 'wait',
        in: 'query',
        description: 'Holds the request until the status changes, at most so many seconds.',
        schema: { type: 'integer', minimum: 0, maximum: 30 },
        example: 10,
      },
    ],
    responses: {
      '200': {
        description: 'The record, with its status history',
        content: jsonContent(ref('Record'), { open: openRecordExample, final: finalRecordExample }),
      },
      ...errorResponses([...signedErrors, 'invalidParams', 'resourceNotFound']),
    },
  },
  schemas: { Record: recordSchema },
};

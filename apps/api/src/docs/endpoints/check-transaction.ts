import type { TransactionType } from '#domain/transaction/status';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { finalRecordExample, openRecordExample } from '../response-examples.js';
import { openPayoutRecordExample, finalPayoutRecordExample } from '../payout-examples.js';
import { recordSchema } from '../schemas/record-schema.js';

export const checkPayment = check('payment', {
  operationId: 'checkPayment',
  tags: ['payments'],
  examples: { open: openRecordExample, final: finalRecordExample },
});

export const checkPayout = check('payout', {
  operationId: 'checkPayout',
  tags: ['payouts'],
  examples: { open: openPayoutRecordExample, final: finalPayoutRecordExample },
});

type Described = {
  readonly operationId: string;
  readonly tags: string[];
  readonly examples: Readonly<Record<string, { readonly reference: string }>>;
};

function check(type: TransactionType, { operationId, tags, examples }: Described): Endpoint {
  return {
    method: 'get',
    path: `/v2/${type}/{reference}`,
    operation: {
      operationId,
      tags,
      summary: `The full record of a ${type}`,
      description: `By the reference of the merchant, whichever of its projects created the ${type}.`,
      parameters: [
        {
          name: 'reference',
          in: 'path',
          required: true,
          description: "The merchant's own reference, percent-encoded",
          schema: { type: 'string', minLength: 1, maxLength: 128 },
          example: Object.values(examples)[0]?.reference,
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
          content: jsonContent(ref('Record'), examples),
        },
        ...errorResponses([...signedErrors, 'invalidParams', 'resourceNotFound']),
      },
    },
    schemas: { Record: recordSchema },
  };
}

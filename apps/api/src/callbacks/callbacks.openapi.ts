import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

const redeliverCallback: Endpoint = {
  method: 'post',
  path: '/v2/callbacks/{event_id}/redeliver',
  operation: {
    operationId: 'redeliverCallback',
    tags: ['events'],
    summary: 'Send one callback again',
    description: [
      'The same bytes with the same id, to the same URL. Refused with 30 when the transaction has no `callback_url`, and',
      'with 429 while it is being sent ten times already.',
    ].join('\n'),
    parameters: [
      {
        name: 'event_id',
        in: 'path',
        required: true,
        description: '`event_id` of the callback, `webhook-id` in its headers',
        schema: { type: 'string', minLength: 1 },
        example: 'evt_0190a6c2b1d47f3e8a5c',
      },
    ],
    requestBody: {
      required: false,
      description: 'Says nothing, and may be left out',
      content: jsonContent({ type: ['object', 'null'] }, { nothing: {} }),
    },
    responses: {
      '200': { description: 'It is being sent; the body is empty' },
      ...errorResponses([...signedErrors, 'unsupportedMediaType', 'invalidParams', 'resourceNotFound']),
    },
  },
};

export const callbackEndpoints: readonly Endpoint[] = [redeliverCallback];

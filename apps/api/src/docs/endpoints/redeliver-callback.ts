import type { Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';

export const redeliverCallback: Endpoint = {
  method: 'post',
  path: '/v2/callbacks/{event_id}/redeliver',
  operation: {
    operationId: 'redeliverCallback',
    tags: ['events'],
    summary: 'Send one callback again',
    description: 'The same bytes with the same id, to the same URL.',
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
    responses: {
      '200': { description: 'It will be sent' },
      ...errorResponses([...signedErrors, 'unsupportedMediaType', 'resourceNotFound']),
    },
  },
};

import { keptCallback } from '#domain/wire/callbacks';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses } from '../openapi/error-responses.js';

const receiveProviderCallback: Endpoint = {
  method: 'post',
  path: '/provider-callbacks/{provider}',
  operation: {
    operationId: 'receiveProviderCallback',
    tags: ['operations'],
    summary: 'A provider tells of a transaction',
    description: "In the provider's own words and signed its own way; verified and kept, then answered.",
    security: [],
    parameters: [
      {
        name: 'provider',
        in: 'path',
        required: true,
        description: 'Its name in the configuration',
        schema: { type: 'string', minLength: 1 },
        example: 'sandbox',
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      '200': {
        description: 'Kept: also when it is known already, or tells of nothing that we know',
        content: jsonContent(keptCallback, { kept: {} }),
      },
      ...errorResponses(['forbidden', 'resourceNotFound', 'bodyTooLarge', 'unexpected', 'unavailable']),
    },
  },
};

export const providerCallbackEndpoints: readonly Endpoint[] = [receiveProviderCallback];

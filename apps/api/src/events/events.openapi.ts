import { eventFields, eventPage, eventsMax } from '#domain/wire/events';
import { reversalEventFields } from '#domain/wire/reversal';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { exampleFrom } from '../transactions/transactions.openapi.js';
import { writeCursor } from './feed-cursor.js';

const listEvents: Endpoint = {
  method: 'get',
  path: '/v2/events',
  operation: {
    operationId: 'listEvents',
    tags: ['events'],
    summary: 'Final results and reversals, in order and without a gap',
    description:
      'What callbacks tell, for those who would rather ask. Begin without `after`, then pass on `next_after`; an empty page repeats it.',
    parameters: [
      {
        name: 'after',
        in: 'query',
        description: '`next_after` of an earlier page; absent or blank: from the beginning',
        schema: { type: 'string' },
      },
    ],
    responses: {
      '200': {
        description: `At most ${eventsMax} events of the merchant`,
        content: jsonContent<unknown>(eventPage, {
          page: {
            events: [exampleFrom(eventFields), exampleFrom(reversalEventFields)],
            next_after: writeCursor({
              committedIn: '731',
              eventId: String(eventFields['event_id']?.example),
            }),
          },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const eventEndpoints: readonly Endpoint[] = [listEvents];

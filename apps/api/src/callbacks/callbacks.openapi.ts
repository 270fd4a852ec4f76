import { eventStates, sentStates, untakenStates } from '#domain/delivery/event-states';
import {
  callback,
  callbackPage,
  callbackWithDeliveries,
  delivery,
  redeliveryCount,
} from '#domain/wire/callbacks';
import { closedObject, instant, listOf, named, oneOf, orNull, url, type ValueOf } from '#domain/wire/schema';
import { writeCursor } from '../events/feed-cursor.js';
import { pageLimit } from '#domain/wire/page';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { commaSeparated, pageParameters, queryParameter } from '../openapi/list-parameters.js';

const exampleUrl = 'https://shop.example.com/callbacks';
const exampleCallback: ValueOf<typeof callback> = {
  event_id: 'evt_0190a6c2b1d47f3e8a5c',
  identifier: '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73',
  reference: 'ord-1',
  state: 'exhausted',
  attempts: 10,
  next_attempt: null,
  callback_url: exampleUrl,
};
const exampleDeliveries: readonly ValueOf<typeof delivery>[] = [
  { date: exampleInstant, status: 503, error: null, duration_ms: 41 },
  { date: '2026-01-31T12:00:05.000Z', status: null, error: 'timeout', duration_ms: 15_000 },
];
const eventIdParameter = {
  name: 'event_id',
  in: 'path' as const,
  required: true,
  description: '`event_id` of the callback, `webhook-id` in its headers',
  schema: { type: 'string' as const, minLength: 1 },
  example: exampleCallback.event_id,
};

const listCallbacks: Endpoint = {
  method: 'get',
  path: '/v2/callbacks',
  operation: {
    operationId: 'listCallbacks',
    tags: ['events'],
    summary: 'The callbacks of the merchant, newest first',
    description: [
      'One for each transaction that has ended. Begin without `after`, then pass on `next_after` until it is `null`. A page of',
      'a rare `state` may hold fewer than `limit`, even none, and go on behind `next_after`: only `null` is the end.',
    ].join('\n'),
    parameters: [
      queryParameter(
        'state',
        'One or more, separated by commas',
        commaSeparated(eventStates),
        'exhausted,stopped',
      ),
      ...pageParameters,
    ],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} callbacks`,
        content: jsonContent(callbackPage, {
          page: {
            callbacks: [exampleCallback],
            next_after: writeCursor({ committedIn: '731', eventId: exampleCallback.event_id }),
          },
          last: { callbacks: [], next_after: null },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

const showCallback: Endpoint = {
  method: 'get',
  path: '/v2/callbacks/{event_id}',
  operation: {
    operationId: 'showCallback',
    tags: ['events'],
    summary: 'One callback, with what came of each attempt',
    description: 'By its id, of whichever project of the merchant it is.',
    parameters: [eventIdParameter],
    responses: {
      '200': {
        description: 'The callback with its latest hundred deliveries, oldest first',
        content: jsonContent(callbackWithDeliveries, {
          exhausted: { ...exampleCallback, deliveries: exampleDeliveries },
        }),
      },
      ...errorResponses([...signedErrors, 'resourceNotFound']),
    },
  },
};

const sendTestCallback: Endpoint = {
  method: 'post',
  path: '/v2/callbacks/test',
  operation: {
    operationId: 'sendTestCallback',
    tags: ['events'],
    summary: 'Send a callback that tells of nothing',
    description: [
      'Sends `{ "event_id": "evt_test_…", "type": "test", "timestamp": "…" }` at once and once, signed as every callback, to',
      "the URL of the body or to the project's own, and answers with what came of it. It is in no list and not in the feed.",
      'Refused with 429 while two of the merchant are under way.',
    ].join('\n'),
    requestBody: {
      required: false,
      description: "Where to send it; without a body to the project's default",
      content: jsonContent(closedObject({ callback_url: url }, ['callback_url']), {
        own: { callback_url: exampleUrl },
        default: {},
      }),
    },
    responses: {
      '200': {
        description: 'What came of it, whether or not it was taken',
        content: jsonContent(delivery, {
          taken: { date: exampleInstant, status: 200, error: null, duration_ms: 12 },
          refused: { date: exampleInstant, status: null, error: 'refused', duration_ms: 2 },
        }),
      },
      ...errorResponses([...signedErrors, 'unsupportedMediaType', 'requiredFieldsMissing', 'invalidParams']),
    },
  },
};

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
    parameters: [eventIdParameter],
    requestBody: {
      required: false,
      description: 'Says nothing, and may be left out',
      content: jsonContent(orNull({ type: 'object' }), { nothing: {} }),
    },
    responses: {
      '200': { description: 'It is being sent; the body is empty' },
      ...errorResponses([...signedErrors, 'unsupportedMediaType', 'invalidParams', 'resourceNotFound']),
    },
  },
};

const redeliverCallbacks: Endpoint = {
  method: 'post',
  path: '/v2/callbacks/redeliver',
  operation: {
    operationId: 'redeliverCallbacks',
    tags: ['events'],
    summary: 'Send the callbacks of a time again',
    description: [
      'Those of the merchant whose transactions became final from `from` (inclusive) to `to` (exclusive), in these states,',
      'the oldest first: the same bytes with the same ids, each once, at no more than the `callback_rate` of its endpoint a',
      'second. At most 1,000 a call: pass on `next_from` as `from` until it is `null`. A search for what is rare may count',
      'fewer, even none, and go on. One that was asked for and is not sent yet is counted, and not sent twice.',
    ].join('\n'),
    requestBody: {
      required: true,
      description: 'Which ones',
      content: jsonContent(
        named(
          'RedeliveryRequest',
          closedObject(
            {
              from: { ...instant, description: 'ISO 8601 with an offset, or a `next_from`' },
              to: { ...instant, description: 'ISO 8601 with an offset; absent: until now' },
              states: {
                ...listOf(oneOf(sentStates), { minItems: 1 }),
                default: [...untakenStates],
                description: 'As in the list of callbacks',
              },
            },
            ['to', 'states'],
          ),
        ),
        {
          outage: { from: '2026-01-31T00:00:00+01:00', to: '2026-01-31T12:00:00Z' },
          taken: { from: exampleInstant, states: ['delivered'] },
        },
      ),
    },
    responses: {
      '200': {
        description: 'They are being sent',
        content: jsonContent(redeliveryCount, {
          more: { count: 1_000, next_from: exampleInstant },
          all: { count: 17, next_from: null },
        }),
      },
      ...errorResponses([...signedErrors, 'unsupportedMediaType', 'requiredFieldsMissing', 'invalidParams']),
    },
  },
};

export const callbackEndpoints: readonly Endpoint[] = [
  listCallbacks,
  showCallback,
  sendTestCallback,
  redeliverCallback,
  redeliverCallbacks,
];

import type { ErrorKey } from '#domain/errors/error-catalogue';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { amount, currency, errorCode } from '#domain/transaction/record';
import { closedObject, instant, named, text, type Schema } from '#domain/wire-schema';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { directPayment, hostedPayment } from '../payments/payments.openapi.js';
import { payout } from '../payouts/payouts.openapi.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

const candidate = named(
  'RouteCandidate',
  closedObject(
    {
      route: text,
      provider: { ...text, description: 'Absent where the configuration names none that is there' },
      mid: text,
      taken: { type: 'boolean' },
      position: { type: 'integer', minimum: 1, description: 'Of a route that is taken: when it is tried' },
      reason: { ...text, description: '`error_reason` of the condition that left the route out' },
      error_code: errorCode,
      description: text,
    },
    ['provider', 'position', 'error_code', 'description'],
  ),
);

const limit = named(
  'CountedLimit',
  closedObject(
    {
      whose: { type: 'string', enum: ['project', 'customer'] },
      per: { type: 'string', enum: ['day', 'month'], description: 'Of UTC' },
      amount: closedObject({ used: text, max: text }),
      count: closedObject({ used: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 1 } }),
      ends: { ...instant, description: 'When it is counted anew' },
    },
    ['amount', 'count'],
  ),
);

/** The answer of `POST /v2/routing/explain`. */
const explanationSchema: Schema = named(
  'Explanation',
  closedObject(
    {
      direction: { type: 'string', enum: ['payment', 'payout'] },
      method: { ...text, description: 'Canonical method code' },
      currency: currency,
      amount,
      decision: { type: 'string', enum: ['accepted', 'refused'] },
      error_code: errorCode,
      error_reason: text,
      description: text,
      candidates: {
        type: 'array',
        description: 'Every route of the project, preferred first',
        items: candidate,
      },
      limits: {
        type: 'array',
        description:
          'Counted limits that the request meets, in its direction and currency. Absent: there are none.',
        items: limit,
      },
      timestamp: instant,
    },
    ['error_code', 'error_reason', 'description', 'limits'],
  ),
);

const asked = { direction: 'payment', method: 'ideal', currency: 'EUR', amount: '10.10' };

const explanationExample = {
  ...asked,
  decision: 'accepted',
  candidates: [
    { route: 'first', provider: 'bank_one', mid: 'first', taken: true, position: 1, reason: 'Tried first' },
    {
      route: 'second',
      provider: 'bank_two',
      mid: 'second',
      taken: false,
      reason: 'Limit exceeded',
      error_code: 1132,
      description: 'amount: must be within the limits of the provider',
    },
  ],
  limits: [
    {
      whose: 'customer',
      per: 'day',
      amount: { used: '120.50', max: '500' },
      count: { used: 2, max: 5 },
      ends: '2026-02-01T00:00:00.000Z',
    },
  ],
  timestamp: exampleInstant,
};

const refusedExplanationExample = {
  ...asked,
  decision: 'refused',
  error_code: 121,
  error_reason: 'Route is invalid',
  description: 'The provider is disabled',
  candidates: [
    {
      route: 'first',
      provider: 'bank_one',
      mid: 'first',
      taken: false,
      reason: 'Route is invalid',
      error_code: 121,
      description: 'The provider is disabled',
    },
  ],
  timestamp: exampleInstant,
};

/** What is wrong with the body itself; what is wrong with its way is the answer. */
const bodyErrors: readonly ErrorKey[] = [
  'unsupportedMediaType',
  'requiredFieldsMissing',
  'requisitesMissing',
  'invalidCurrency',
  'invalidParams',
  'methodUnknown',
  'methodOfOtherDirection',
  'currencyNotTaken',
];

const explainRouting: Endpoint = {
  method: 'post',
  path: '/v2/routing/explain',
  operation: {
    operationId: 'explainRouting',
    tags: ['methods'],
    summary: 'Which way a create request would go',
    description: [
      'Takes the body of a payment or a payout and registers nothing. `method` or `widget.method` tells which of the two it',
      'is. Answers with every route of the project, preferred first, and why it was taken or left. A body that no create',
      'call would accept is refused as there; balance, references and payouts in flight are not asked. `limits` shows how',
      'much of the counted limits of the project and of the customer is taken up, where there are any.',
    ].join('\n'),
    requestBody: {
      required: true,
      content: jsonContent(
        { anyOf: [directPayment, hostedPayment, payout] },
        {
          directPayment: exampleOf(methodOf('payment', 'h2h', 'ideal')),
          hostedPayment: exampleOf(methodOf('payment', 'hpp', 'pix')),
          payout: exampleOf(methodOf('payout', 'h2h', 'pix')),
        },
      ),
    },
    responses: {
      '200': {
        description: 'The decision, and what was found about each route',
        content: jsonContent(explanationSchema, {
          accepted: explanationExample,
          refused: refusedExplanationExample,
        }),
      },
      ...errorResponses([...signedErrors, ...bodyErrors]),
    },
  },
};

export const routingEndpoints: readonly Endpoint[] = [explainRouting];

import type { ErrorKey } from '#domain/errors/error-catalogue';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { explanation } from '#domain/wire/routing';
import type { ValueOf, Written } from '#domain/wire/schema';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { directPayment, hostedPayment } from '../payments/payments.openapi.js';
import { payout } from '../payouts/payouts.openapi.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

const asked = { direction: 'payment', method: 'ideal', currency: 'EUR', amount: '10.10' } as const;

const explanationExample: Written<ValueOf<typeof explanation>> = {
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

const refusedExplanationExample: Written<ValueOf<typeof explanation>> = {
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

/** Errors of the body itself; a refusal by routing is part of the answer. */
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
        content: jsonContent(explanation, {
          accepted: explanationExample,
          refused: refusedExplanationExample,
        }),
      },
      ...errorResponses([...signedErrors, ...bodyErrors]),
    },
  },
};

export const routingEndpoints: readonly Endpoint[] = [explainRouting];

import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { explanationExample, refusedExplanationExample } from '../explanation-examples.js';
import { explanationSchema } from '../schemas/explanation-schema.js';

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

export const explainRouting: Endpoint = {
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
        { anyOf: [ref('DirectPayment'), ref('HostedPayment'), ref('Payout')] },
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
        content: jsonContent(ref('Explanation'), {
          accepted: explanationExample,
          refused: refusedExplanationExample,
        }),
      },
      ...errorResponses([...signedErrors, ...bodyErrors]),
    },
  },
  schemas: { Explanation: explanationSchema },
};

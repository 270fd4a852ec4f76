import { bankCodeMax } from '#contracts/payout-flow';
import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { referenceShape } from '../../http/constraints.js';

export const confirmBankCode: Endpoint = {
  method: 'post',
  path: '/v2/payout/challenge/bank-code',
  operation: {
    operationId: 'confirmBankCode',
    tags: ['payouts'],
    summary: 'Choose the bank of a payout that was created without one',
    description: [
      'One of the banks that the payout offered, chosen once. The same code again is answered the same way, also when',
      'the payout is final; another one is refused.',
    ].join('\n'),
    requestBody: {
      required: true,
      content: jsonContent(ref('BankCodeChoice'), { choice: { reference: 'out-2', bank_code: '058' } }),
    },
    responses: {
      '200': { description: 'Chosen; the body is empty' },
      ...errorResponses([
        ...signedErrors,
        'unsupportedMediaType',
        'requestNull',
        'requiredFieldsMissing',
        'invalidParams',
        'challengeNotAsked',
        'resourceNotFound',
        'payoutTimeout',
      ]),
    },
  },
  schemas: {
    BankCodeChoice: {
      type: 'object',
      required: ['reference', 'bank_code'],
      properties: {
        reference: { type: 'string', ...referenceShape, description: "The payout's" },
        bank_code: { type: 'string', pattern: String.raw`\S`, maxLength: bankCodeMax },
      },
    },
  },
};

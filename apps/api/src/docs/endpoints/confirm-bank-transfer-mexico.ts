import { jsonContent, ref, type Endpoint } from '../endpoint.js';
import { errorResponses, signedErrors } from '../error-responses.js';
import { referenceShape } from '../../http/constraints.js';

export const confirmBankTransferMexico: Endpoint = {
  method: 'post',
  path: '/v2/payment/challenge/bank-transfer-mexico',
  operation: {
    operationId: 'confirmBankTransferMexico',
    tags: ['payments'],
    summary: 'Pass on the details of a Mexican bank transfer',
    description:
      'Evidence for the provider, never needed for success. The same details again are answered the same way.',
    requestBody: {
      required: true,
      content: jsonContent(ref('BankTransferMexicoDetails'), {
        short: { reference: 'ord-1', tracking_key: 'MBAN01002401310012345678' },
        full: {
          reference: 'ord-1',
          tracking_key: 'MBAN01002401310012345678',
          sender_bank: 'BBVA',
          sender_clabe: '032180000118359719',
          transferred_at: '2026-01-31T12:00:00Z',
        },
      }),
    },
    responses: {
      '200': { description: 'Accepted; the body is empty' },
      ...errorResponses([
        ...signedErrors,
        'unsupportedMediaType',
        'requiredFieldsMissing',
        'invalidParams',
        'challengeNotAsked',
        'resourceNotFound',
        'paymentTimeout',
      ]),
    },
  },
  schemas: {
    BankTransferMexicoDetails: {
      type: 'object',
      required: ['reference', 'tracking_key'],
      properties: {
        reference: { type: 'string', ...referenceShape, description: "The payment's" },
        tracking_key: {
          type: 'string',
          pattern: '^[A-Za-z0-9]{1,30}$',
          description: 'Clave de rastreo: 1 to 30 letters and digits',
        },
        sender_bank: { type: ['string', 'null'], maxLength: 255 },
        sender_clabe: {
          type: ['string', 'null'],
          pattern: String.raw`^\d{18}$`,
          description: '18 digits with a correct check digit',
        },
        transferred_at: {
          type: ['string', 'null'],
          description: 'A date or a date and time of ISO 8601; the offset may be left out',
          examples: ['2026-01-31', '2026-01-31T12:00:00Z'],
        },
      },
    },
  },
};

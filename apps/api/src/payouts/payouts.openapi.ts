import { bankCodeMax } from '#contracts/transaction-workflow';
import { africanPayout, flatPayout } from '#domain/wire/acceptance';
import { objectOf } from '#domain/wire/field';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { exampleChange } from '#domain/wire/record-parts';
import { choiceBy, named } from '#domain/wire/schema';
import { exampleBanks } from '../banks/banks.openapi.js';
import { referenceShape } from '../http/constraints.js';
import { requestSchema, requestSchemaName } from '../methods/request-schema.js';
import { exampleInstant, exampleRequestId, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { creationErrors, errorResponses, signedErrors } from '../openapi/error-responses.js';
import {
  cancelEndpoint,
  cancelledRecordExample,
  checkEndpoint,
  declinedExample,
  declinedRecordExample,
  exampleFrom,
  openExample,
} from '../transactions/transactions.openapi.js';

/** A PIX payout and an African one, in every answer that describes them. */
const identifier = '0190a6c1-9b3d-7e64-a1c2-6f0d8e7b5c31';
const created_date = '2026-01-31T11:59:00.000Z';
const pix = { identifier, reference: 'out-1', method: 'pix', currency: 'BRL', amount: '99.9' };

const challenge = { challenge_type: 'bank_code', challenge_bank_code: exampleBanks };
const expires_date = '2026-02-07T11:59:00.000Z';
const african = { identifier, request_id: exampleRequestId, reference: 'out-2', description: 'Refund 7' };

const africanPayoutExample = {
  ...african,
  status: { name: 'pending', date: created_date },
  created_date,
  amount: '10000',
  billing_amount: '10000',
  currency: 'NGN',
  requisites: {
    account_number: '******6789',
    account_number_alias: '',
    beneficiary_last_name: 'Okafor',
    beneficiary_first_name: 'Ada',
    beneficiary_email: '',
    beneficiary_phone: '',
    beneficiary_document_type: '',
    beneficiary_document_value: '',
  },
  extra: [{ key: 'order', value: 'A-1' }],
  timestamp: exampleInstant,
  error_code: 0,
  error_message: '',
};

const openRecordExample = openExample('payout', {
  ...african,
  method: 'bank_transfer_africa',
  currency: 'NGN',
  amount: '10000',
  status: 'pending',
  billing_amount: '10000',
  billing_currency: 'NGN',
  challenge,
  expires_date,
  requisites: {
    beneficiary_first_name: 'Ada',
    beneficiary_last_name: 'Okafor',
    account_number: '******6789',
  },
  history: [exampleChange('pending', 'api', '00')],
});

const finalRecordExample = declinedRecordExample('payout', {
  ...pix,
  description: undefined,
  billing_amount: '99.9',
  billing_currency: 'BRL',
  extra: { meta: {} },
  history: [exampleChange('pending', 'api', '00'), exampleChange('declined', 'provider', '40')],
});

const rows = catalogue.filter(({ type }) => type === 'payout');

/** Server to server, as every payout. */
export const payout = named('Payout', {
  description: 'Server to server.',
  ...choiceBy('method', Object.fromEntries(rows.map((row) => [row.code, requestSchema(row)]))),
});
const payoutAcceptance = named('PayoutAcceptance', objectOf(flatPayout.fields));

const createPayout: Endpoint = {
  method: 'post',
  path: '/v2/payout',
  operation: {
    operationId: 'createPayout',
    tags: ['payouts'],
    summary: 'Create a payout',
    description: [
      'Server to server with `method`. The amount is reserved before anybody is asked to send it.',
      'A declined payout is created again under a new `reference`; **504 proves no failure**.',
    ].join('\n'),
    requestBody: {
      required: true,
      content: jsonContent(
        payout,
        Object.fromEntries(rows.map((row) => [requestSchemaName(row), exampleOf(row)])),
      ),
    },
    responses: {
      '200': {
        description: [
          'Registered. `error_code` 0: accepted, the end comes by callback. Any other: it failed while the caller waited.',
          'An African payout without a bank code is answered with the banks to choose from.',
        ].join('\n'),
        content: jsonContent(
          { oneOf: [payoutAcceptance, africanPayout] },
          {
            flat: exampleFrom(flatPayout.fields, { ...pix, status: 'pending' }),
            flatDeclined: exampleFrom(flatPayout.fields, { ...pix, ...declinedExample }),
            african: africanPayoutExample,
            africanWithoutBank: { ...africanPayoutExample, challenge, expires_date },
          },
        ),
      },
      ...errorResponses(creationErrors('payout')),
    },
  },
};

const checkPayout = checkEndpoint('payout', {
  operationId: 'checkPayout',
  tags: ['payouts'],
  examples: { open: openRecordExample, final: finalRecordExample },
});

const cancelPayout = cancelEndpoint('payout', {
  operationId: 'cancelPayout',
  tags: ['payouts'],
  examples: {
    neverSent: cancelledRecordExample('payout', {
      ...african,
      provider: undefined,
      method: 'bank_transfer_africa',
      currency: 'NGN',
      amount: '10000',
      billing_amount: '10000',
      billing_currency: 'NGN',
      history: [exampleChange('pending', 'api', '00'), exampleChange('declined', 'merchant', '40')],
    }),
  },
});

const bankCodeChoice = named('BankCodeChoice', {
  type: 'object',
  required: ['reference', 'bank_code'],
  properties: {
    reference: { type: 'string', ...referenceShape, description: "The payout's" },
    bank_code: { type: 'string', pattern: String.raw`\S`, maxLength: bankCodeMax },
  },
});

const confirmBankCode: Endpoint = {
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
      content: jsonContent(bankCodeChoice, { choice: { reference: 'out-2', bank_code: '058' } }),
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
};

/** In the order of the page. */
export const payoutEndpoints: readonly Endpoint[] = [
  createPayout,
  checkPayout,
  cancelPayout,
  confirmBankCode,
];

import { bankCodeMax } from '#contracts/transaction-workflow';
import { challengeSchemas } from '#domain/transaction/challenge';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { amount, errorCode, exampleChange, metaValue } from '#domain/transaction/record';
import { choiceBy, closedObject, instant, named, text, uuid, type Schema } from '#domain/wire-schema';
import { exampleBanks } from '../banks/banks.openapi.js';
import { referenceShape } from '../http/constraints.js';
import { requestSchema, requestSchemaName } from '../methods/request-schema.js';
import { exampleInstant, exampleRequestId, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { creationErrors, errorResponses, signedErrors } from '../openapi/error-responses.js';
import {
  acceptanceFields,
  cancelEndpoint,
  cancelledRecordExample,
  checkEndpoint,
  declinedExample,
  declinedRecordExample,
  exampleFrom,
  objectOf,
  openExample,
  statusSince,
} from '../transactions/transactions.openapi.js';

/** Specification §2.10, the flat shape, with `identifier` (contract §6). */
const flatFields = acceptanceFields('payout');

/** Specification §2.10, the Africa sample. */
const africanPayoutSchema: Schema = named(
  'AfricanPayoutAcceptance',
  closedObject(
    {
      identifier: uuid,
      request_id: uuid,
      reference: text,
      description: { ...text, description: "The merchant's own" },
      status: statusSince,
      created_date: instant,
      amount,
      billing_amount: { ...amount, description: 'What the payout takes from the balance, in its currency' },
      currency: text,
      requisites: {
        ...closedObject({
          account_number: { ...text, description: 'Masked to its last four' },
          account_number_alias: text,
          beneficiary_last_name: text,
          beneficiary_first_name: text,
          beneficiary_email: text,
          beneficiary_phone: text,
          beneficiary_document_type: text,
          beneficiary_document_value: text,
        }),
        description: 'What was not given is empty',
      },
      extra: {
        type: 'array',
        description: '`extra.meta` as a list',
        items: closedObject({ key: text, value: metaValue }),
      },
      challenge: challengeSchemas.payout,
      expires_date: { ...instant, description: 'Until when the bank can be chosen' },
      timestamp: instant,
      error_code: errorCode,
      error_message: { ...text, description: 'Empty on success' },
    },
    ['description', 'challenge', 'expires_date'],
  ),
);

/** A PIX payout and an African one, in every answer that tells of them. */
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
const payoutAcceptance = named('PayoutAcceptance', objectOf(flatFields));

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
          { oneOf: [payoutAcceptance, africanPayoutSchema] },
          {
            flat: exampleFrom(flatFields, { ...pix, status: 'pending' }),
            flatDeclined: exampleFrom(flatFields, { ...pix, ...declinedExample }),
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

import { directPayment as direct, hostedPayment as hosted } from '#domain/wire/acceptance';
import { objectOf } from '#domain/wire/field';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import { exampleChange } from '#domain/wire/record-parts';
import { choiceBy, named, orNull, text } from '#domain/wire/schema';
import { referenceShape } from '../http/constraints.js';
import { requestSchema, requestSchemaName } from '../methods/request-schema.js';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { creationErrors, errorResponses, signedErrors } from '../openapi/error-responses.js';
import {
  challengedExample,
  cancelEndpoint,
  cancelledRecordExample,
  checkEndpoint,
  declinedExample,
  declinedRecordExample,
  exampleFrom,
  openExample,
} from '../transactions/transactions.openapi.js';

const rows = catalogue.filter(({ type }) => type === 'payment');
const directRows = rows.filter(({ style }) => style === 'h2h');
const hostedRows = rows.filter(({ style }) => style === 'hpp');

/** Server to server. */
export const directPayment = named('DirectPayment', {
  description: 'Server to server.',
  ...choiceBy('method', Object.fromEntries(directRows.map((row) => [row.code, requestSchema(row)]))),
});
/** On our hosted page. */
export const hostedPayment = named('HostedPayment', {
  description:
    'On our hosted page; `widget.method` tells which (a discriminator cannot reach into an object).',
  oneOf: hostedRows.map((row) => requestSchema(row)),
});
const directAcceptance = named('DirectAcceptance', objectOf(direct.fields));
const hostedAcceptance = named('HostedAcceptance', objectOf(hosted.fields));

const createPayment: Endpoint = {
  method: 'post',
  path: '/v2/payment',
  operation: {
    operationId: 'createPayment',
    tags: ['payments'],
    summary: 'Create a payment',
    description: 'Server to server with `method`, or on our hosted page with `widget.method`; never both.',
    requestBody: {
      required: true,
      content: jsonContent(
        { oneOf: [directPayment, hostedPayment] },
        Object.fromEntries(rows.map((row) => [requestSchemaName(row), exampleOf(row)])),
      ),
    },
    responses: {
      '200': {
        description: [
          'Registered. `error_code` 0: accepted. Any other: it failed while the caller waited, as `status` says.',
        ].join('\n'),
        content: jsonContent(
          { oneOf: [directAcceptance, hostedAcceptance] },
          {
            direct: exampleFrom(direct.fields, { status: 'created', ...challengedExample }),
            directDeclined: exampleFrom(direct.fields, declinedExample),
            hosted: exampleFrom(hosted.fields, { status: 'new' }),
          },
        ),
      },
      ...errorResponses(creationErrors('payment')),
    },
  },
};

const checkPayment = checkEndpoint('payment', {
  operationId: 'checkPayment',
  tags: ['payments'],
  examples: {
    open: openExample('payment', { status: 'created', ...challengedExample }),
    final: declinedRecordExample('payment', {
      history: [
        exampleChange('pending', 'api', '00'),
        exampleChange('created', 'provider', '01'),
        exampleChange('declined', 'provider', '40'),
      ],
    }),
  },
});

const cancelPayment = cancelEndpoint('payment', {
  operationId: 'cancelPayment',
  tags: ['payments'],
  examples: {
    neverSent: cancelledRecordExample('payment', {
      provider: undefined,
      history: [exampleChange('new', 'api', '00'), exampleChange('declined', 'merchant', '40')],
    }),
    stillOpen: openExample('payment', { status: 'created', ...challengedExample }),
  },
});

const transferDetails = named('BankTransferMexicoDetails', {
  type: 'object',
  required: ['reference', 'tracking_key'],
  properties: {
    reference: { type: 'string', ...referenceShape, description: "The payment's" },
    tracking_key: {
      type: 'string',
      pattern: '^[A-Za-z0-9]{1,30}$',
      description: 'Clave de rastreo: 1 to 30 letters and digits',
    },
    sender_bank: orNull({ ...text, maxLength: 255 }),
    sender_clabe: {
      ...orNull({ ...text, pattern: String.raw`^\d{18}$` }),
      description: '18 digits with a correct check digit',
    },
    transferred_at: {
      ...orNull(text),
      description: 'A date or a date and time of ISO 8601; the offset may be left out',
      examples: ['2026-01-31', '2026-01-31T12:00:00Z'],
    },
  },
});

const confirmBankTransferMexico: Endpoint = {
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
      content: jsonContent(transferDetails, {
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
};

/** In the order of the page. */
export const paymentEndpoints: readonly Endpoint[] = [
  createPayment,
  checkPayment,
  cancelPayment,
  confirmBankTransferMexico,
];

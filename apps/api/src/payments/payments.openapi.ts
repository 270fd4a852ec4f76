import { currencyCodes } from '#domain/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { exampleOf } from '#domain/methods/examples';
import type { Method } from '#domain/methods/method';
import { referenceShape } from '../http/constraints.js';
import { requestSchema, requestSchemaName } from '../methods/request-schema.js';
import {
  closedObject,
  errorCode,
  exampleInstant,
  jsonContent,
  ref,
  status,
  text,
  url,
  uuid,
  type Endpoint,
  type Schema,
} from '../openapi/endpoint.js';
import { creationErrors, errorResponses, signedErrors } from '../openapi/error-responses.js';
import {
  askedExample,
  challengeExample,
  checkEndpoint,
  declinedExample,
  directAcceptanceFields,
  finalRecordExample,
  namedExample,
  openRecordExample,
} from '../transactions/transactions.openapi.js';

/** Specification §2.7, hosted page: exactly six fields (contract §6). */
const hostedAcceptanceSchema: Schema = closedObject({
  error_code: errorCode,
  identifier: uuid,
  reference: text,
  request_id: uuid,
  status,
  redirect_url: { ...url, description: "Where the customer's browser is sent" },
});

/** Specification §2.7, server to server. */
const directAcceptanceSchema: Schema = closedObject(directAcceptanceFields, [
  'error_description',
  'challenge',
]);

const directAcceptanceExample = {
  error_code: 0,
  error_reason: '',
  ...namedExample,
  type: 'payment',
  ...askedExample,
  status: 'created',
  challenge: challengeExample,
  timestamp: exampleInstant,
};

const directDeclineExample = {
  ...declinedExample,
  ...namedExample,
  type: 'payment',
  ...askedExample,
  status: 'declined',
  timestamp: exampleInstant,
};

const hostedAcceptanceExample = {
  error_code: 0,
  ...namedExample,
  status: 'new',
  redirect_url: 'https://pay.example.com/pay/q0Zk3vE8',
};

const rows = catalogue.filter(({ type }) => type === 'payment');
const direct = rows.filter(({ style }) => style === 'h2h');
const hosted = rows.filter(({ style }) => style === 'hpp');

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
        { oneOf: [ref('DirectPayment'), ref('HostedPayment')] },
        Object.fromEntries(rows.map((row) => [requestSchemaName(row), exampleOf(row)])),
      ),
    },
    responses: {
      '200': {
        description: [
          'Registered. `error_code` 0: accepted. Any other: it failed while the caller waited, as `status` says.',
        ].join('\n'),
        content: jsonContent(
          { oneOf: [ref('DirectAcceptance'), ref('HostedAcceptance')] },
          {
            direct: directAcceptanceExample,
            directDeclined: directDeclineExample,
            hosted: hostedAcceptanceExample,
          },
        ),
      },
      ...errorResponses(creationErrors('payment')),
    },
  },
  schemas: {
    DirectPayment: {
      description: 'Server to server.',
      oneOf: direct.map((row) => ref(requestSchemaName(row))),
      discriminator: { propertyName: 'method', mapping: Object.fromEntries(direct.map(mapped)) },
    },
    HostedPayment: {
      description:
        'On our hosted page; `widget.method` tells which (a discriminator cannot reach into an object).',
      oneOf: hosted.map((row) => ref(requestSchemaName(row))),
    },
    ...Object.fromEntries(rows.map((row) => [requestSchemaName(row), requestSchema(row)])),
    Currency: { type: 'string', enum: currencyCodes, description: 'ISO 4217', examples: ['EUR'] },
    DirectAcceptance: directAcceptanceSchema,
    HostedAcceptance: hostedAcceptanceSchema,
  },
};

function mapped(row: Method): [string, string] {
  return [row.code, ref(requestSchemaName(row)).$ref];
}

const checkPayment = checkEndpoint('payment', {
  operationId: 'checkPayment',
  tags: ['payments'],
  examples: { open: openRecordExample, final: finalRecordExample },
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

/** In the order of the page. */
export const paymentEndpoints: readonly Endpoint[] = [createPayment, checkPayment, confirmBankTransferMexico];

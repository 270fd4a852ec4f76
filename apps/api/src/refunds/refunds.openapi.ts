import { refundReasons } from '#domain/refunds/refund-reason';
import { refundDescriptionMax } from '#domain/refunds/refund-request';
import { currencyCodes } from '#domain/values/currencies';
import { refundAcceptance } from '#domain/wire/acceptance';
import { objectOf } from '#domain/wire/field';
import { pageLimit } from '#domain/wire/page';
import { recordFields } from '#domain/wire/record';
import { exampleChange } from '#domain/wire/record-parts';
import { instant, named, oneOf, text } from '#domain/wire/schema';
import { listedRefundFields, refundPage } from '#domain/wire/transaction-list';
import { referenceShape } from '../http/constraints.js';
import { jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { creationErrors, errorResponses, signedErrors } from '../openapi/error-responses.js';
import { commaSeparated, pageParameters, queryParameter } from '../openapi/list-parameters.js';
import { writeListCursor } from '../transactions/read/list-transactions.dto.js';
import {
  cancelEndpoint,
  cancelledRecordExample,
  checkEndpoint,
  declinedExample,
  exampleFrom,
  openExample,
} from '../transactions/transactions.openapi.js';
import { refundStatuses } from './list-refunds.dto.js';

const tags = ['refunds'];
const half = { reference: 'r-1', amount: '4.50', billing_amount: '4.50' };

const refund = named('Refund', {
  type: 'object',
  required: ['reference', 'payment_reference'],
  description: 'Fields that are not named here are ignored.',
  properties: {
    reference: { type: 'string', ...referenceShape, description: 'Unique among the refunds of the merchant' },
    payment_reference: { type: 'string', ...referenceShape, description: 'The `reference` of the payment' },
    amount: {
      description: 'Major units, with the decimals of the currency at most. Left out: all that is left',
      oneOf: [
        { type: 'number', exclusiveMinimum: 0 },
        { type: 'string', pattern: String.raw`^(0|[1-9]\d{0,14})(\.\d+)?$` },
      ],
    },
    currency: {
      ...text,
      enum: currencyCodes,
      description: "The payment's, which is taken if it is left out",
    },
    reason: oneOf(refundReasons),
    description: {
      type: 'string',
      maxLength: refundDescriptionMax,
      description: 'For the provider, and for the customer where the rail can show it',
    },
    callback_url: { type: 'string', format: 'uri', description: "Left out: the payment's, or the project's" },
    extra: {
      type: 'object',
      properties: { meta: { type: 'object', description: 'Comes back as it was sent' } },
    },
  },
});

const createRefund: Endpoint = {
  method: 'post',
  path: '/v2/refund',
  operation: {
    operationId: 'createRefund',
    tags,
    summary: 'Give back all or part of a successful payment',
    description: [
      'The way it was paid, through the account that took it. The payment keeps its status; what went back stands beside it.',
      'A declined refund is created again under a new `reference`; **504 proves no failure**.',
    ].join('\n'),
    requestBody: {
      required: true,
      content: jsonContent(refund, {
        whole: { reference: 'r-1', payment_reference: 'ord-1' },
        part: {
          reference: 'r-2',
          payment_reference: 'ord-1',
          amount: '4.50',
          reason: 'requested_by_customer',
          description: 'One of two items',
        },
      }),
    },
    responses: {
      '200': {
        description:
          'Registered. `error_code` 0: accepted, the end comes by callback. Any other: it failed while the caller waited.',
        content: jsonContent(named('RefundAcceptance', objectOf(refundAcceptance.fields)), {
          accepted: exampleFrom(refundAcceptance.fields, { ...half, status: 'pending' }),
          declined: exampleFrom(refundAcceptance.fields, { ...half, ...declinedExample }),
        }),
      },
      ...errorResponses(creationErrors('refund')),
    },
  },
};

const checkRefund = checkEndpoint('refund', {
  operationId: 'checkRefund',
  tags,
  examples: {
    open: openExample('refund', {
      ...half,
      status: 'pending',
      expires_date: undefined,
      history: [exampleChange('pending', 'api', '00')],
    }),
    final: exampleFrom(recordFields('refund'), { ...half, provider: 'sandbox' }),
  },
});

const cancelRefund = cancelEndpoint('refund', {
  operationId: 'cancelRefund',
  tags,
  examples: {
    neverSent: cancelledRecordExample('refund', {
      ...half,
      history: [exampleChange('pending', 'api', '00'), exampleChange('declined', 'merchant', '40')],
    }),
  },
});

const listed = exampleFrom(listedRefundFields, {
  ...half,
  event_id: listedRefundFields['event_id']?.example,
  provider: 'sandbox',
});
const isoExample = '2026-01-31T00:00:00+01:00';

const listRefunds: Endpoint = {
  method: 'get',
  path: '/v2/refunds',
  operation: {
    operationId: 'listRefunds',
    tags,
    summary: 'The refunds of the merchant, newest first',
    description: 'Of all its projects, by the rules of `GET /v2/transactions`.',
    parameters: [
      queryParameter('payment_reference', 'Those of one payment', text, 'ord-1'),
      queryParameter(
        'status',
        'One or more, separated by commas',
        commaSeparated(refundStatuses),
        'declined,error',
      ),
      queryParameter('currency', 'ISO 4217', oneOf(currencyCodes), 'EUR'),
      queryParameter('created_from', 'ISO 8601 with an offset; inclusive', instant, isoExample),
      queryParameter('created_to', 'ISO 8601 with an offset; exclusive', instant, isoExample),
      ...pageParameters,
    ],
    responses: {
      '200': {
        description: `At most ${pageLimit.max} records`,
        content: jsonContent<unknown>(refundPage, {
          page: {
            refunds: [listed],
            next_after: writeListCursor({
              createdAt: new Date(String(listed['created_date'])),
              identifier: String(listed['identifier']),
            }),
          },
          last: { refunds: [], next_after: null },
        }),
      },
      ...errorResponses([...signedErrors, 'invalidParams']),
    },
  },
};

export const refundEndpoints: readonly Endpoint[] = [createRefund, checkRefund, cancelRefund, listRefunds];

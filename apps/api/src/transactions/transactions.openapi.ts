import type { ChallengeType } from '#domain/transaction/challenge';
import type { TransactionType } from '#domain/transaction/status';
import {
  amount,
  closedObject,
  errorCode,
  exampleInstant,
  exampleRequestId,
  instant,
  jsonContent,
  mode,
  ref,
  status,
  text,
  url,
  uuid,
  type Endpoint,
  type Schema,
} from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';

type Described = {
  readonly operationId: string;
  readonly tags: string[];
  readonly examples: Readonly<Record<string, { readonly reference: string }>>;
};

/** The check endpoint of a direction. */
export function checkEndpoint(type: TransactionType, { operationId, tags, examples }: Described): Endpoint {
  return {
    method: 'get',
    path: `/v2/${type}/{reference}`,
    operation: {
      operationId,
      tags,
      summary: `The full record of a ${type}`,
      description: `By the reference of the merchant, whichever of its projects created the ${type}.`,
      parameters: [
        {
          name: 'reference',
          in: 'path',
          required: true,
          description: "The merchant's own reference, percent-encoded",
          schema: { type: 'string', minLength: 1, maxLength: 128 },
          example: Object.values(examples)[0]?.reference,
        },
        {
          name: 'wait',
          in: 'query',
          description: 'Holds the request until the status changes, at most so many seconds.',
          schema: { type: 'integer', minimum: 0, maximum: 30 },
          example: 10,
        },
      ],
      responses: {
        '200': {
          description: 'The record, with its status history',
          content: jsonContent(ref('Record'), examples),
        },
        ...errorResponses([...signedErrors, 'invalidParams', 'resourceNotFound']),
      },
    },
    schemas: { Record: recordSchema },
  };
}

/** What record and callback have in common (contract §8). */
const described: Readonly<Record<string, Schema>> = {
  type: { type: 'string', enum: ['payment', 'payout'] },
  identifier: uuid,
  reference: text,
  request_id: uuid,
  method: text,
  style: { type: 'string', enum: ['h2h', 'hpp'] },
  mode,
  currency: text,
  amount,
  status,
  error_code: errorCode,
  error_reason: text,
  error_description: text,
  expired_at_stage: { ...text, description: '`intention`: the customer never opened the page' },
  description: { ...text, description: "The merchant's own" },
  created_date: instant,
  finished_date: { type: ['string', 'null'], format: 'date-time' },
  card: closedObject({ first6: text, last4: text, brand: text }, ['brand']),
  extra: closedObject({ meta: { type: 'object', additionalProperties: true } }),
  timestamp: instant,
};
const sometimes = ['error_description', 'expired_at_stage', 'description', 'card'];

const statusStep = closedObject({
  status,
  date: instant,
  source: { type: 'string', enum: ['api', 'provider', 'lookup', 'customer', 'timer', 'operator'] },
});

const callbackState = closedObject(
  {
    event_id: text,
    state: { type: 'string', enum: ['none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted'] },
    attempts: { type: 'integer', minimum: 0 },
    next_attempt: { type: ['string', 'null'], format: 'date-time' },
  },
  ['event_id'],
);

/** The answer of the check endpoint. */
const recordSchema: Schema = closedObject(
  {
    ...described,
    billing_amount: amount,
    billing_currency: text,
    provider: text,
    challenge: ref('Challenge'),
    redirect_url: url,
    history: { type: 'array', items: statusStep },
    callback: callbackState,
  },
  [...sometimes, 'provider', 'challenge', 'redirect_url'],
);

/** The body of a callback, and one entry of the event feed. */
export const eventSchema: Schema = closedObject({ event_id: text, ...described }, sometimes);

/** Specification §2.7 and §2.10: what payments and payouts server to server have in common. */
export const directAcceptanceFields: Readonly<Record<string, Schema>> = {
  error_code: errorCode,
  error_reason: text,
  error_description: text,
  identifier: uuid,
  reference: text,
  request_id: uuid,
  type: { type: 'string', enum: ['payment'] },
  method: text,
  mode,
  currency: text,
  amount,
  status: {
    description: 'An object on `card`, a string elsewhere',
    oneOf: [status, closedObject({ name: status, date: instant })],
  },
  challenge: ref('Challenge'),
  timestamp: instant,
};

/** What the customer, or the merchant, does next (specification §2.8); the last three are shown on the hosted page. */
export const challengeSchema: Schema = {
  description: 'What the customer does next.',
  oneOf: Object.entries(contents()).map(([type, { key, schema }]) => ({
    title: type,
    type: 'object',
    required: ['challenge_type', key],
    properties: {
      challenge_type: { type: 'string', enum: [type] },
      type: { type: 'string', enum: [type], description: 'The same again, on `ussd` only' },
      [key]: schema,
    },
  })),
};

type Content = { readonly key: string; readonly schema: Schema };

function contents(): Readonly<Record<ChallengeType, Content>> {
  return {
    redirect: { key: 'challenge_redirect', schema: closedObject({ url }) },
    ussd: { key: 'ussd', schema: closedObject({ code: text }) },
    bank_transfer_mexico: { key: 'bank_transfer_mexico', schema: closedObject({ clabe: text }) },
    bank_code: {
      key: 'challenge_bank_code',
      schema: { type: 'array', items: ref('Bank') },
    },
    qr: { key: 'qr', schema: closedObject({ payload: text }) },
    multibanco: { key: 'multibanco', schema: closedObject({ entity: text, reference: text }) },
    voucher: { key: 'voucher', schema: closedObject({ number: text, pay_by: text }) },
  };
}

/** The ideal payment of the signing guide, in every answer that tells of it. */
const identifier = '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73';
const event_id = 'evt_0190a6c2b1d47f3e8a5c';

export const namedExample = { identifier, reference: 'ord-1', request_id: exampleRequestId };
export const askedExample = { method: 'ideal', mode: 'initial', currency: 'EUR', amount: '10.10' };
export const challengeExample = {
  challenge_type: 'redirect',
  challenge_redirect: { url: 'https://bank.example.com/pay/6f1c' },
};
export const declinedExample = {
  error_code: 200,
  error_reason: 'Transaction processing error',
  error_description: 'Declined by provider or bank',
};

const describedExample = {
  type: 'payment',
  ...namedExample,
  style: 'h2h',
  ...askedExample,
  description: 'Order 1',
  created_date: '2026-01-31T11:59:00.000Z',
  extra: { meta: { order: 'A-1' } },
  timestamp: exampleInstant,
};
export const exampleStep = (reached: string, source: string, second: string) => ({
  status: reached,
  date: `2026-01-31T11:59:${second}.000Z`,
  source,
});

export const openRecordExample = {
  ...describedExample,
  status: 'created',
  error_code: 0,
  error_reason: '',
  finished_date: null,
  billing_amount: '10.10',
  billing_currency: 'EUR',
  provider: 'sandbox',
  challenge: challengeExample,
  history: [exampleStep('pending', 'api', '00'), exampleStep('created', 'provider', '01')],
  callback: { state: 'none', attempts: 0, next_attempt: null },
};

export const finalRecordExample = {
  ...describedExample,
  status: 'declined',
  ...declinedExample,
  finished_date: '2026-01-31T11:59:40.000Z',
  billing_amount: '10.10',
  billing_currency: 'EUR',
  provider: 'sandbox',
  history: [...openRecordExample.history, exampleStep('declined', 'provider', '40')],
  callback: { event_id, state: 'delivered', attempts: 1, next_attempt: null },
};

export const eventExample = {
  event_id,
  ...describedExample,
  status: 'success',
  error_code: 0,
  error_reason: '',
  finished_date: '2026-01-31T11:59:40.000Z',
};

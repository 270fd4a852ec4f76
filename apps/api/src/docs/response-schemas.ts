import { transactionStatuses } from '#domain/transaction';

const text = { type: 'string' };
const instant = { type: 'string', format: 'date-time' };
const uuid = { type: 'string', format: 'uuid' };
const status = { type: 'string', enum: [...transactionStatuses] };
const errorCode = { type: 'integer', description: '0 is success' };

/** Specification §2.7, hosted page. */
export const hppResponseSchema = {
  type: 'object',
  required: ['error_code', 'identifier', 'reference', 'request_id', 'status', 'redirect_url'],
  properties: {
    error_code: errorCode,
    identifier: uuid,
    reference: text,
    request_id: uuid,
    status,
    redirect_url: { type: 'string', format: 'uri' },
  },
};

export const challengeSchema = {
  type: 'object',
  description: 'What the customer does next (specification §2.8).',
  required: ['challenge_type'],
  properties: {
    challenge_type: text,
    type: text,
    challenge_redirect: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } },
    ussd: { type: 'object', properties: { code: text } },
    bank_transfer_mexico: { type: 'object', properties: { clabe: text } },
  },
};

/** Specification §2.7, server to server. */
export const h2hResponseSchema = {
  type: 'object',
  required: [
    'error_code',
    'error_reason',
    'identifier',
    'reference',
    'request_id',
    'type',
    'method',
    'status',
  ],
  properties: {
    error_code: errorCode,
    error_reason: text,
    error_description: text,
    identifier: uuid,
    reference: text,
    request_id: uuid,
    type: { type: 'string', enum: ['payment'] },
    method: text,
    mode: { type: 'string', enum: ['initial'] },
    currency: text,
    amount: text,
    status: {
      oneOf: [
        status,
        { type: 'object', properties: { name: status, date: instant }, required: ['name', 'date'] },
      ],
    },
    challenge: { $ref: '#/components/schemas/Challenge' },
    timestamp: instant,
  },
};

/** The record of the check endpoint. */
export const recordSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['payment', 'payout'] },
    identifier: uuid,
    reference: text,
    request_id: uuid,
    method: text,
    style: { type: 'string', enum: ['h2h', 'hpp'] },
    mode: { type: 'string', enum: ['initial'] },
    currency: text,
    amount: text,
    billing_currency: text,
    billing_amount: text,
    status,
    error_code: errorCode,
    error_reason: text,
    error_description: text,
    expired_at_stage: text,
    description: text,
    created_date: instant,
    finished_date: { ...instant, nullable: true },
    card: { type: 'object', properties: { first6: text, last4: text, brand: text } },
    extra: { type: 'object' },
    provider: text,
    challenge: { $ref: '#/components/schemas/Challenge' },
    redirect_url: { type: 'string', format: 'uri' },
    history: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          status,
          date: instant,
          source: { type: 'string', enum: ['api', 'provider', 'lookup', 'customer', 'timer', 'operator'] },
        },
      },
    },
    callback: {
      type: 'object',
      properties: {
        event_id: text,
        state: { type: 'string', enum: ['none', 'pending', 'delivered', 'stopped', 'exhausted'] },
        attempts: { type: 'integer' },
        next_attempt: { ...instant, nullable: true },
      },
    },
    timestamp: instant,
  },
};

/** The one error body. */
export const errorSchema = {
  type: 'object',
  required: ['error_code', 'error_reason', 'description', 'request_id', 'status', 'timestamp'],
  properties: {
    error_code: { type: 'integer' },
    error_reason: text,
    description: text,
    request_id: uuid,
    reference: text,
    identifier: uuid,
    status: { type: 'string', enum: ['error'] },
    timestamp: instant,
  },
};

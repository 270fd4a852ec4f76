import type { Schema } from '../endpoint.js';
import { ref } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { amount, errorCode, instant, mode, status, text, url, uuid } from './plain-forms.js';

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
export const recordSchema: Schema = closedObject(
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

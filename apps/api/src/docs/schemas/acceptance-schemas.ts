import type { Schema } from '../endpoint.js';
import { ref } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { amount, errorCode, instant, mode, status, text, url, uuid } from './plain-forms.js';

/** Specification §2.7, hosted page: exactly six fields (contract §6). */
export const hostedAcceptanceSchema: Schema = closedObject({
  error_code: errorCode,
  identifier: uuid,
  reference: text,
  request_id: uuid,
  status,
  redirect_url: { ...url, description: "Where the customer's browser is sent" },
});

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

/** Specification §2.7, server to server. */
export const directAcceptanceSchema: Schema = closedObject(directAcceptanceFields, [
  'error_description',
  'challenge',
]);

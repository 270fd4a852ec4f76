import type { Schema } from '../endpoint.js';
import { ref } from '../endpoint.js';
import { directAcceptanceFields } from './acceptance-schemas.js';
import { closedObject } from './closed-object.js';
import { amount, errorCode, instant, status, text, uuid } from './plain-forms.js';

/** Specification §2.10, the flat shape, with `identifier` (contract §6). */
export const flatPayoutSchema: Schema = closedObject(
  { ...directAcceptanceFields, type: { type: 'string', enum: ['payout'] }, status },
  ['error_description', 'challenge'],
);

/** Specification §2.10, the Africa sample. */
export const africanPayoutSchema: Schema = closedObject(
  {
    identifier: uuid,
    request_id: uuid,
    reference: text,
    description: { ...text, description: "The merchant's own" },
    status: closedObject({ name: status, date: instant }),
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
      items: closedObject({ key: text, value: { type: ['string', 'number', 'boolean'] } }),
    },
    challenge: ref('Challenge'),
    timestamp: instant,
    error_code: errorCode,
    error_message: { ...text, description: 'Empty on success' },
  },
  ['description', 'challenge'],
);

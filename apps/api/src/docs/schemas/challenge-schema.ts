import type { ChallengeType } from '#domain/transaction/challenge';
import { ref, type Schema } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { text, url } from './plain-forms.js';

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

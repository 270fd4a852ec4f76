import type { Bank } from '../transaction/challenge.js';
import { closedObject, listOf, named, text, type Schema } from './schema.js';

export const bankSchema: Schema<Bank> = named(
  'Bank',
  closedObject({
    name: text,
    code: { ...text, description: '`bank_code` of a payout' },
    country: { ...text, description: 'ISO 3166-1 alpha-2' },
  }),
);
/** The answer of `GET /v2/bank/africa`. */
export const bankList = listOf(bankSchema);

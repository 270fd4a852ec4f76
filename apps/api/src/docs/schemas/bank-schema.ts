import type { Schema } from '../endpoint.js';
import { closedObject } from './closed-object.js';
import { text } from './plain-forms.js';

/** Specification §2.9. */
export const bankSchema: Schema = closedObject({
  name: text,
  code: { ...text, description: '`bank_code` of a payout' },
  country: { ...text, description: 'ISO 3166-1 alpha-2' },
});

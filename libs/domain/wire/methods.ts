import { refundParts } from '../refunds/refund-terms.js';
import {
  anything,
  boolean,
  closedObject,
  count,
  instant,
  integer,
  listOf,
  named,
  number,
  oneOf,
  orNull,
  text,
  type Schema,
} from './schema.js';

const length = { ...count, description: 'In code points' };
const form = {
  type: oneOf(['string', 'integer', 'number', 'boolean', 'object']),
  format: {
    ...text,
    description: '`email`, `uri`, `date`, `date-time`, `ip`, `bcp47`, `iso-3166-1-alpha-2`',
  },
  pattern: { ...text, description: 'Regular expression, with the `u` flag' },
  enum: listOf(text),
  min_length: length,
  max_length: length,
  minimum: number,
  exclusive_minimum: number,
  maximum: number,
  problem: { ...text, description: 'What a value that does not fit is refused with' },
};
const formOptional = [
  'format',
  'pattern',
  'enum',
  'min_length',
  'max_length',
  'minimum',
  'exclusive_minimum',
  'maximum',
] as const;
/** The constraint of a field. */
export const fieldForm = closedObject(form, formOptional);

const condition = closedObject({ path: text, is: listOf(text), must: fieldForm });
export const methodField = named(
  'MethodField',
  closedObject(
    {
      path: { ...text, description: 'Wire path, such as `customer.itn`' },
      requirement: oneOf(['required', 'conditional', 'optional']),
      only_with: { ...text, description: 'Required only when this optional object is sent' },
      ...form,
      when: listOf(condition, {
        description: 'Further forms, for when another field has one of these values',
      }),
      example: anything,
    },
    ['only_with', ...formOptional, 'when', 'example'],
  ),
);

const refundOfMethod = closedObject({
  possible: { ...boolean, description: 'A payment can be given back the way it was paid' },
  days: {
    ...orNull(count),
    description: 'Whole days from the end of the payment on, rounded down; `null` for ever, or not possible',
  },
  parts: {
    ...orNull(oneOf(refundParts)),
    description: 'Several refunds of a payment, one, or only the whole; `null` where none is possible',
  },
  instead: {
    ...orNull(text),
    description: 'The payout method of your project that can pay the customer instead',
  },
});
/** What refunds of a payment method are possible for the calling project (contract §15.5). */
export const methodRefund = named('MethodRefund', { ...refundOfMethod, description: 'Only payins have it' });

const request: Schema<object> = {
  type: 'object',
  additionalProperties: true,
  description: 'A request with nothing but what the catalogue requires',
};
export const method = named(
  'Method',
  closedObject(
    {
      method: text,
      aliases: { ...listOf(text), description: 'Other names that `widget.method` takes' },
      direction: oneOf(['payin', 'payout']),
      style: { ...oneOf(['h2h', 'hpp']), description: '`hpp` is named by `widget.method`' },
      country: { ...text, description: 'ISO 3166-1 alpha-2' },
      currencies: listOf(text, { minItems: 1 }),
      challenges: { ...listOf(text), description: 'What may have to be done next' },
      window_seconds: { ...integer, description: 'How long a payment may be paid' },
      refund: methodRefund,
      fields: listOf(methodField),
      example: request,
    },
    ['country', 'window_seconds', 'refund'],
  ),
);
/** The answer of `GET /v2/methods`. */
export const methodList = named('MethodList', closedObject({ methods: listOf(method), timestamp: instant }));

import { findMethod } from '#domain/methods/find-method';
import { closedObject, instant, named, number, text, type Schema } from '#domain/wire-schema';
import { exampleInstant, jsonContent, type Endpoint } from '../openapi/endpoint.js';
import { errorResponses, signedErrors } from '../openapi/error-responses.js';
import { describeFields } from './describe-fields.js';
import { describeMethod } from './describe-method.js';

const fieldType = { type: 'string', enum: ['string', 'integer', 'number', 'boolean', 'object'] };
const length = { type: 'integer', minimum: 0, description: 'In code points' };
const form: Readonly<Record<string, Schema>> = {
  type: fieldType,
  format: {
    ...text,
    description: '`email`, `uri`, `date`, `date-time`, `ip`, `bcp47`, `iso-3166-1-alpha-2`',
  },
  pattern: { ...text, description: 'Regular expression, with the `u` flag' },
  enum: { type: 'array', items: text },
  min_length: length,
  max_length: length,
  minimum: number,
  exclusive_minimum: number,
  maximum: number,
  problem: { ...text, description: 'What a value that does not fit is refused with' },
};
const formOptional = Object.keys(form).filter((name) => name !== 'type' && name !== 'problem');

const field = named(
  'MethodField',
  closedObject(
    {
      path: { ...text, description: 'Wire path, such as `customer.itn`' },
      requirement: { type: 'string', enum: ['required', 'conditional', 'optional'] },
      only_with: { ...text, description: 'Required only when this optional object is sent' },
      ...form,
      when: {
        type: 'array',
        description: 'Further forms, for when another field has one of these values',
        items: closedObject({
          path: text,
          is: { type: 'array', items: text },
          must: closedObject(form, formOptional),
        }),
      },
      example: {},
    },
    ['only_with', ...formOptional, 'when', 'example'],
  ),
);

/** One entry of `GET /v2/methods`. */
const methodSchema: Schema = named(
  'Method',
  closedObject(
    {
      method: text,
      aliases: { type: 'array', items: text, description: 'Other names that `widget.method` takes' },
      direction: { type: 'string', enum: ['payin', 'payout'] },
      style: { type: 'string', enum: ['h2h', 'hpp'], description: '`hpp` is named by `widget.method`' },
      country: { ...text, description: 'ISO 3166-1 alpha-2' },
      currencies: { type: 'array', minItems: 1, items: text },
      challenges: { type: 'array', items: text, description: 'What may have to be done next' },
      window_seconds: { type: 'integer', description: 'How long a payment may be paid' },
      fields: { type: 'array', items: field },
      example: {
        type: 'object',
        additionalProperties: true,
        description: 'A request with nothing but what the catalogue requires',
      },
    },
    ['country', 'window_seconds'],
  ),
);

const listMethods: Endpoint = {
  method: 'get',
  path: '/v2/methods',
  operation: {
    operationId: 'listMethods',
    tags: ['methods'],
    summary: 'What your project can use',
    description:
      'Payins and payouts that are enabled for the project and lead somewhere, each with its fields as this project must send them.',
    responses: {
      '200': {
        description: 'The catalogue as data',
        content: jsonContent(
          named(
            'MethodList',
            closedObject({ methods: { type: 'array', items: methodSchema }, timestamp: instant }),
          ),
          { mbway: { methods: [exampleMethod('mbway')], timestamp: exampleInstant } },
        ),
      },
      ...errorResponses(signedErrors.filter((key) => key !== 'unavailable')),
    },
  },
};

/** Through JSON, so that what is undefined is absent. */
function exampleMethod(code: string): unknown {
  const search = findMethod('payment', 'h2h', code);
  if (search.kind !== 'found') throw new Error(`The catalogue has no ${code}`);
  const { row } = search;
  const described = describeMethod({
    method: row,
    currencies: row.currencies === 'any' ? [] : row.currencies,
    challenges: row.challenges,
    windowMs: row.windowMs,
    fields: describeFields(row),
  });
  return JSON.parse(JSON.stringify(described));
}

export const methodEndpoints: readonly Endpoint[] = [listMethods];

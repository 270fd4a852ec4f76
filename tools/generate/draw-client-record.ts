import { bankSchema } from '#domain/transaction/challenge';
import { echoed } from '#domain/transaction/echoed';
import {
  eventFields,
  listedFields,
  meta,
  recordFields,
  status,
  statusChange,
  type PublishedFields,
} from '#domain/transaction/record';
import type { Schema } from '#domain/wire-schema';

const records = { payment: recordFields('payment'), payout: recordFields('payout') };

/** Schemas with a name in the client, in its order; a schema is known by identity. */
const named: readonly (readonly [name: string, schema: Schema | undefined, comment: string])[] = [
  ['Status', status, 'Specification §3.'],
  ['FinalStatus', eventFields['status']?.schema, 'Never left.'],
  ['StatusChange', statusChange, 'One entry of a history.'],
  ['Meta', meta, 'Specification §2.4.'],
  ['Bank', bankSchema, 'Specification §2.9.'],
  [
    'PaymentChallenge',
    records.payment['challenge']?.schema,
    'What the customer, or you, must do next (specification §2.8; `qr`, `multibanco` and `voucher` on the hosted page).',
  ],
  ['PayoutChallenge', records.payout['challenge']?.schema, 'What you must do next (specification §2.10).'],
];
const names = new Map<unknown, string>(named.map(([name, schema]) => [schema, name]));

/** `libs/client/messages/record.ts`, made of the schema of the record. */
export function clientRecord(): string {
  const written = Object.fromEntries(
    Object.values(echoed).map((field) => [field.name, { ...field, when: '' }]),
  );
  return [
    '// Written from the schema of the record (`libs/domain/transaction/record.ts`) by `npm run generate`.',
    ...named.map(([name, schema, comment]) => declare(name, writeSchema(schema ?? {}), comment)),
    declare('Echoed', objectOf(written), 'What a request may have, and a record then has, too.'),
    declare('PaymentRecord', objectOf(records.payment), amounts),
    declare('PayoutRecord', objectOf(records.payout), amounts),
    declare('FinalEvent', objectOf(eventFields), delivered),
    declare('ListedTransaction', objectOf(listedFields), listed),
  ].join('\n\n');
}

const amounts = 'What is known of a transaction (contract §8). Amounts as they were sent, dates in ISO 8601.';
const delivered =
  'A final result: the body of a callback, and an entry of the feed. The same event may come more than once.';
const listed = 'One of the merchant’s transactions, as their list has it (contract §7).';

function declare(name: string, type: string, comment: string): string {
  return `/** ${comment} */\nexport type ${name} = ${type};`;
}

function objectOf(fields: PublishedFields): string {
  const members = Object.entries(fields).map(([name, { schema, when }]) => {
    const { description } = schema;
    const words = [
      ...(typeof description === 'string' ? [description] : []),
      ...(!when ? [] : [`Present when ${when}`]),
    ];
    const comment = words.length === 0 ? '' : `/** ${words.join('. ')}. */\n`;
    return `${comment}readonly ${name}${when === undefined ? '' : '?'}: ${typeOf(schema)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function typeOf(schema: unknown): string {
  return names.get(schema) ?? writeSchema(schema as Schema);
}

/** The TypeScript type of what a JSON schema describes. */
function writeSchema(schema: Schema): string {
  const { type, enum: values, oneOf: choices, items } = schema;
  if (Array.isArray(values)) return values.map((value) => `'${String(value)}'`).join(' | ');
  if (Array.isArray(choices)) return choices.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((each) => writeSchema({ ...schema, type: each })).join(' | ');
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(items)})[]`;
    case 'object':
      return writeObject(schema);
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      throw new Error(`The client has no type for ${JSON.stringify(schema)}`);
  }
}

function writeObject({ properties, required, additionalProperties }: Schema): string {
  if (typeof properties !== 'object' || properties === null) {
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  }
  const isThere = (name: string) => Array.isArray(required) && required.includes(name);
  const members = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${isThere(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}

import { echoed } from '#domain/transaction/echoed';
import { balanceEntry, balanceEntryPage, balanceList } from '#domain/wire/balance';
import { bankSchema } from '#domain/wire/bank';
import {
  callback,
  callbackPage,
  callbackWithDeliveries,
  delivery,
  redeliveryCount,
} from '#domain/wire/callbacks';
import { event, eventFields, eventPage, refundEventFields } from '#domain/wire/events';
import type { PublishedFields } from '#domain/wire/field';
import { method, methodField, methodList, methodRefund } from '#domain/wire/methods';
import { currency, eventState, meta, status, statusChange } from '#domain/wire/record-parts';
import { recordFields } from '#domain/wire/record';
import { dailyReport, reportLine, reportLinePage, reportRow } from '#domain/wire/report';
import { reversal, reversalEventFields, reversalFields, reversalPage } from '#domain/wire/reversal';
import type { Schema } from '#domain/wire/schema';
import {
  listedFields,
  listedRefund,
  listedRefundFields,
  listedTransaction,
  refundPage,
  transactionPage,
} from '#domain/wire/transaction-list';

const records = {
  payment: recordFields('payment'),
  payout: recordFields('payout'),
  refund: recordFields('refund'),
};

const partial = 'Newest first. There may be fewer entries than asked for, even none, before the last page.';

/** Schemas of the record that have a name in the client, in its order; a schema is known by identity. */
const named: readonly (readonly [name: string, schema: Schema | undefined, comment: string])[] = [
  ['Status', status, 'Specification §3.'],
  ['FinalStatus', eventFields['status']?.schema, 'Never left.'],
  ['StatusChange', statusChange, 'One entry of a history.'],
  ['CallbackStatus', eventState, 'How far a callback has come.'],
  ['Meta', meta, 'Specification §2.4.'],
  ['Bank', bankSchema, 'Specification §2.9.'],
  [
    'PaymentChallenge',
    records.payment['challenge']?.schema,
    'What the customer, or you, must do next (specification §2.8; `qr`, `multibanco` and `voucher` on the hosted page).',
  ],
  ['PayoutChallenge', records.payout['challenge']?.schema, 'What you must do next (specification §2.10).'],
];

/** The answers of lists and other calls, with their names in the client. */
const answers: readonly (readonly [name: string, schema: Schema, comment: string])[] = [
  ['Balances', balanceList, 'What the merchant can pay out.'],
  ['BalanceEntry', balanceEntry, 'An amount that moved from one account to another.'],
  ['EntryPage', balanceEntryPage, 'Oldest first; `next_after` is where the next page begins.'],
  ['EventPage', eventPage, 'At most 100 events in their order; `next_after` is where the next page begins.'],
  ['TransactionPage', transactionPage, partial],
  ['RefundPage', refundPage, partial],
  ['ReversalPage', reversalPage, partial],
  ['SentCallback', callback, 'How far a callback has come.'],
  ['Delivery', delivery, 'The result of one attempt.'],
  ['CallbackPage', callbackPage, partial],
  ['CallbackWithDeliveries', callbackWithDeliveries, 'The latest hundred deliveries, oldest first.'],
  ['OrderedRedeliveries', redeliveryCount, 'There may be fewer than 1,000, even none, before the last call.'],
  ['UsableField', methodField, 'A field of a request, with its constraint.'],
  [
    'MethodRefund',
    methodRefund,
    'What refunds of a payment method are possible for the project (contract §15.5).',
  ],
  ['UsableMethod', method, 'A method, as the project of the key can use it.'],
  ['UsableMethods', methodList, 'The methods that the project of the key can use.'],
];
/** The answers of reports, in a file of their own. */
const reports: typeof answers = [
  ['ReportRow', reportRow, 'The money of one provider, method and currency on one day (contract §16.6).'],
  ['DailyReport', dailyReport, 'A day of the money that providers hold for the merchant.'],
  ['ReportLine', reportLine, 'An entry that the rows of a day are made of.'],
  [
    'ReportLinePage',
    reportLinePage,
    'In an order that never changes; `next_after` is where the next page begins.',
  ],
];
const kind = reversalFields.kind.schema;
const names = new Map<unknown, string>([
  [kind, 'ReversalKind'],
  [currency, 'string'],
  [event, 'GatewayEvent'],
  [listedTransaction, 'ListedTransaction'],
  [listedRefund, 'ListedRefund'],
  [reversal, 'Reversal'],
  ...[...named, ...answers, ...reports].map(([name, schema]) => [schema, name] as const),
]);

const beginOfAnswers = '// Written from the schemas of answers (`libs/domain/wire`) by `npm run generate`.';
const begin =
  '// Written from the schema of the record (`libs/domain/wire/record.ts`) by `npm run generate`.';

/** The files of the client that are made of the schemas of records and events. */
export const clientRecordFiles: Readonly<Record<string, () => string>> = {
  'libs/client/messages/record.ts': () => {
    const written = Object.fromEntries(
      Object.values(echoed).map((field) => [field.name, { ...field, when: '' }]),
    );
    return [
      begin,
      `import type { Reversal } from './reversal.js';`,
      ...named.map(([name, schema, comment]) => declare(name, writeSchema(schema ?? {}), comment)),
      declare('Echoed', objectOf(written), 'What a request may have, and a record then has, too.'),
      declare('PaymentRecord', objectOf(records.payment), amounts),
      declare('PayoutRecord', objectOf(records.payout), amounts),
      declare('FinalEvent', objectOf(eventFields), delivered),
      declare('ListedTransaction', objectOf(listedFields), listed),
    ].join('\n\n');
  },
  'libs/client/messages/refund-record.ts': () =>
    [
      begin,
      `import type { CallbackStatus, FinalStatus, Meta, Status, StatusChange } from './record.js';\nimport type { Reversal } from './reversal.js';`,
      declare('RefundRecord', objectOf(records.refund), refunded),
      declare('RefundEvent', objectOf(refundEventFields), refundDelivered),
      declare('ListedRefund', objectOf(listedRefundFields), listedOfRefunds),
    ].join('\n\n'),
  'libs/client/messages/report.ts': () => [beginOfAnswers, ...reports.map(declareAnswer)].join('\n\n'),
  'libs/client/messages/reversal.ts': () =>
    [
      begin,
      declare('ReversalKind', writeSchema(kind), 'What happened to the money (contract §15.8).'),
      declare('Reversal', objectOf(reversalFields), reversed),
      declare('ReversalEvent', objectOf(reversalEventFields), reversalDelivered),
    ].join('\n\n'),
};

/** `libs/client/messages/answers.ts`, made of the schemas of the other answers. */
export function clientAnswers(): string {
  return [
    beginOfAnswers,
    `import type { GatewayEvent } from './events.js';`,
    `import type { CallbackStatus, ListedTransaction } from './record.js';`,
    `import type { ListedRefund } from './refund-record.js';`,
    `import type { Reversal } from './reversal.js';`,
    ...answers.map(declareAnswer),
  ].join('\n\n');
}

function declareAnswer([name, schema, comment]: (typeof answers)[number]): string {
  return declare(name, objectOf(fieldsIn(schema)), comment);
}

function fieldsIn({ properties, required }: Schema): PublishedFields {
  const isThere = (name: string) => Array.isArray(required) && required.includes(name);
  const entries = Object.entries(properties as Readonly<Record<string, Schema>>);
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      { schema, example: undefined, ...(!isThere(name) && { when: '' }) },
    ]),
  );
}

const amounts = 'What is known of a transaction (contract §8). Amounts as they were sent, dates in ISO 8601.';
const refunded = 'What is known of a refund (contract §15.6). Amounts as they were sent, dates in ISO 8601.';
const delivered =
  'The end of a payment or payout: the body of a callback, and an entry of the feed. The same event may come more than once.';
const refundDelivered =
  'The end of a refund: the body of a callback, and an entry of the feed. The same event may come more than once.';
const reversed =
  'A fact about the money of a transaction after its success (contract §15.8). The transaction itself stays as it is.';
const reversalDelivered =
  'A reversal: the body of a callback, and an entry of the feed. The same event may come more than once.';
const listed = 'One of the merchant’s transactions, as their list has it (contract §7).';
const listedOfRefunds = 'One of the merchant’s refunds, as their list has it (contract §15.1).';

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
  if (Object.keys(schema).length === 0) return 'unknown';
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
    const member = additionalProperties === true ? 'unknown' : typeOf(additionalProperties);
    return `Readonly<Record<string, ${member}>>`;
  }
  const isThere = (name: string) => Array.isArray(required) && required.includes(name);
  const members = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${isThere(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}

import { currencyCodes } from '../values/currencies.js';
import { RawJson } from '../values/write-json.js';
import {
  closedObject,
  instant,
  listOf,
  named,
  number,
  oneOf,
  orNull,
  text,
  url,
  uuid,
  type Schema,
  type ValueOf,
} from '../wire-schema.js';
import { challengeSchemas } from './challenge.js';
import { echoed } from './echoed.js';
import {
  finalStatuses,
  statusSources,
  styles,
  transactionStatuses,
  transactionTypes,
  type TransactionType,
} from './status.js';
import { fieldsOf, ofPayments, ofPayouts, valuesOf, type Fields, type RecordField } from './record-field.js';
import { bank, card, exampleCard, requisites, transferDetails } from './record-parts.js';
import { expiresAt } from './state.js';
import type { Transaction } from './transaction.js';

/** Schemas that other answers share. */
export const status = named('Status', oneOf(transactionStatuses));
const finalStatus = named('FinalStatus', oneOf(finalStatuses));
export const currency: Schema<string> = named('Currency', {
  ...text,
  enum: currencyCodes,
  description: 'ISO 4217',
  examples: ['EUR'],
});
export const mode = oneOf(['initial']);
export const errorCode: Schema<number> = {
  type: 'integer',
  description: '0 is success, anything else a row of the error table',
};
export const amount: Schema<string> = {
  type: 'string',
  pattern: String.raw`^\d+(\.\d+)?$`,
  description: 'Major units, exact, as it was sent',
};
/** Numbers as the merchant wrote them. */
export const metaValue: Schema = { oneOf: [text, number, { type: 'boolean' }] };
export const meta: Schema<RawJson> = named('Meta', { type: 'object', additionalProperties: metaValue });
const extra = named('Extra', closedObject({ meta }));
export const statusChange = named(
  'StatusChange',
  closedObject({ status, date: instant, source: oneOf(statusSources) }),
);
export type StatusChange = ValueOf<typeof statusChange>;
const count: Schema<number> = { type: 'integer', minimum: 0 };
/** How far the callback of an event has come; `none`: there is no URL to send it to. */
export const eventStates = ['none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted'] as const;
/** Those in which an event can be sent again: `none` has no address. */
export const sentStates = ['pending', 'paused', 'delivered', 'stopped', 'exhausted'] as const;
/** What a merchant has not taken, and is sent no more by itself. */
export const untakenStates = ['exhausted', 'stopped'] as const;
export const eventState = named('DeliveryState', oneOf(eventStates));
const callbackState = named(
  'CallbackProgress',
  closedObject(
    {
      event_id: text,
      state: eventState,
      attempts: count,
      next_attempt: orNull(instant),
    },
    ['event_id'],
  ),
);
/** How far the callback of a transaction has come. */
export type CallbackState = ValueOf<typeof callbackState>;
const noCallback: CallbackState = { state: 'none', attempts: 0, next_attempt: null };

/** A transaction with what the check endpoint adds. */
export type CheckedTransaction = {
  readonly transaction: Transaction;
  readonly challenge: Readonly<Record<string, unknown>> | undefined;
  readonly pageUrl: string | undefined;
  readonly history: readonly StatusChange[];
  /** Of a payout, as the check endpoint shows them; undefined when they were purged. */
  readonly requisites: Readonly<Record<string, string>> | undefined;
  /** Undefined: it is open, and has no event. */
  readonly callback: CallbackState | undefined;
};

const { always, sometimes } = fieldsOf<Transaction>();
const checked = fieldsOf<CheckedTransaction>();

const echoedFields: Fields<Transaction> = Object.fromEntries(
  (Object.keys(echoed) as (keyof typeof echoed)[]).map((property) => {
    const { name, schema, example } = echoed[property];
    return [name, sometimes('the request has it', schema, example, (transaction) => transaction[property])];
  }),
);

const stage: Schema<string> = { ...text, description: '`intention`: the customer never opened the page' };

/** What record and callback have in common, in the order in which it is written. */
export const commonFields = {
  type: always(oneOf(transactionTypes), 'payment', ({ type }) => type),
  identifier: always(uuid, '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73', ({ identifier }) => identifier),
  reference: always(text, 'ord-1', ({ reference }) => reference),
  request_id: always(uuid, '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21', ({ requestId }) => requestId),
  method: always(text, 'ideal', ({ method }) => method),
  style: always(oneOf(styles), 'h2h', ({ style }) => style),
  mode: always(mode, 'initial', () => 'initial' as const),
  currency: always(text, 'EUR', ({ currency: code }) => code),
  amount: always(amount, '10.10', ({ amount: written }) => written),
  status: always(status, 'success', ({ status: reached }) => reached),
  error_code: always(errorCode, 0, (transaction) => transaction.errorCode),
  error_reason: always(text, '', ({ errorReason }) => errorReason),
  error_description: sometimes(
    'it has failed',
    text,
    'Declined by provider or bank',
    ({ errorDescription }) => errorDescription,
  ),
  expired_at_stage: ofPayments(
    sometimes('it expired before it was paid', stage, 'intention', ({ expiredAtStage }) => expiredAtStage),
  ),
  ...echoedFields,
  created_date: always(instant, '2026-01-31T11:59:00.000Z', ({ createdAt }) => createdAt.toISOString()),
  finished_date: always(
    orNull(instant),
    '2026-01-31T11:59:40.000Z',
    ({ finishedAt }) => finishedAt?.toISOString() ?? null,
  ),
  card: ofPayments(sometimes('its card is known', card, exampleCard, (transaction) => transaction.card)),
  bank: ofPayouts(
    sometimes(
      'its bank was chosen or given',
      bank,
      { code: '058', name: 'Guaranty Trust Bank' },
      ({ bank: known }) => known && { code: known.code, name: known.name ?? null },
    ),
  ),
  transfer_details: ofPayments(
    sometimes(
      'details of its transfer were sent',
      transferDetails,
      { submitted_date: '2026-01-31T11:59:30.000Z', outcome: 'taken' },
      ({ transfer }) =>
        transfer && {
          submitted_date: transfer.submittedAt.toISOString(),
          outcome: transfer.outcome ?? null,
        },
    ),
  ),
  extra: always(extra, { meta: { order: 'A-1' } }, (transaction) => ({
    meta: new RawJson(transaction.meta),
  })),
  timestamp: always(instant, '2026-01-31T12:00:00.000Z', (_, now) => now.toISOString()),
} satisfies Fields<Transaction>;

export const exampleChange = (reached: string, source: string, second: string) => ({
  status: reached,
  date: `2026-01-31T11:59:${second}.000Z`,
  source,
});

/** What the check endpoint adds. */
export const checkedFields = {
  billing_amount: checked.always(amount, '10.10', ({ transaction }) => transaction.billing.amount),
  billing_currency: checked.always(text, 'EUR', ({ transaction }) => transaction.billing.currency),
  provider: checked.sometimes(
    'a route is chosen',
    text,
    'sandbox',
    ({ transaction }) => transaction.provider,
  ),
  challenge: checked.sometimes(
    'something is to be done',
    challengeSchemas.payment,
    { challenge_type: 'redirect', challenge_redirect: { url: 'https://bank.example.com/pay/6f1c' } },
    ({ challenge }) => challenge,
  ),
  expires_date: checked.sometimes(
    'the customer can still pay, or the bank can still be chosen',
    { ...instant, description: 'Until when' },
    '2026-01-31T12:59:00.000Z',
    ({ transaction }) => expiresAt(transaction)?.toISOString(),
  ),
  requisites: ofPayouts(
    checked.sometimes(
      'they were given and are not purged',
      requisites,
      { name: 'Joao Silva', account: '*******4725', account_type: 'CPF' },
      ({ requisites: shown }) => shown,
    ),
  ),
  redirect_url: ofPayments(
    checked.sometimes(
      'it has a hosted page',
      url,
      'https://pay.example.com/pay/q0Zk3vE8',
      ({ pageUrl }) => pageUrl,
    ),
  ),
  history: checked.always(
    listOf(statusChange),
    [exampleChange('pending', 'api', '00'), exampleChange('created', 'provider', '01')],
    ({ history }) => history,
  ),
  callback: checked.always(callbackState, noCallback, ({ callback }) => callback ?? noCallback),
} satisfies Fields<CheckedTransaction>;

/** A field as it is published. */
export type PublishedFields = Readonly<Record<string, Omit<RecordField<never>, 'of'>>>;

/** The fields of the check endpoint's answer for a payment, or for a payout. */
export function recordFields(type: TransactionType): PublishedFields {
  const fields: PublishedFields = {
    ...commonFields,
    ...checkedFields,
    type: { schema: oneOf([type]), example: type },
    challenge: { ...checkedFields.challenge, schema: challengeSchemas[type] },
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, { only }]) => only === undefined || only === type),
  );
}

/** The fields of a callback's body and of an entry of the event feed, which tell of final transactions alone. */
export const eventFields: PublishedFields = {
  event_id: { schema: text, example: 'evt_0190a6c2b1d47f3e8a5c' },
  ...commonFields,
  status: { ...commonFields.status, schema: finalStatus },
  finished_date: { ...commonFields.finished_date, schema: instant },
};

/** A transaction in the merchant's list, with the event that told of its end (contract §7). */
export type ListedTransaction = { readonly transaction: Transaction; readonly eventId: string | undefined };

/** What the list adds to the callback's fields: of what the check endpoint adds, the fields that its row alone tells. */
const alsoListed = ['provider', 'billing_amount', 'billing_currency', 'expires_date'];
const listedOfRecord: Fields<CheckedTransaction> = Object.fromEntries(
  Object.entries<Fields<CheckedTransaction>[string]>(checkedFields).filter(([name]) =>
    alsoListed.includes(name),
  ),
);
const listedEvent = fieldsOf<ListedTransaction>().sometimes(
  'it is final',
  text,
  'evt_0190a6c2b1d47f3e8a5c',
  ({ eventId }) => eventId,
);

/** The fields of an entry of the list of transactions. */
export const listedFields: PublishedFields = {
  event_id: listedEvent,
  ...commonFields,
  ...listedOfRecord,
};

export type TransactionDescription = Readonly<Record<string, unknown>>;

/** What every callback carries beside its `event_id`; what is absent is undefined. */
export function describeTransaction(transaction: Transaction, now: Date): TransactionDescription {
  return valuesOf(commonFields, transaction, now);
}

/** What the check endpoint answers. */
export function describeRecord(source: CheckedTransaction, now: Date): TransactionDescription {
  return { ...describeTransaction(source.transaction, now), ...valuesOf(checkedFields, source, now) };
}

/** One entry of the list of transactions. */
export function describeListed(listed: ListedTransaction, now: Date): TransactionDescription {
  const { transaction } = listed;
  const source = {
    transaction,
    challenge: undefined,
    pageUrl: undefined,
    history: [],
    requisites: undefined,
    callback: undefined,
  };
  return {
    event_id: listedEvent.of(listed, now),
    ...describeTransaction(transaction, now),
    ...valuesOf(listedOfRecord, source, now),
  };
}

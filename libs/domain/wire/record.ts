import { refundReasons } from '../refunds/refund-reason.js';
import { echoed } from '../transaction/echoed.js';
import { expiresAt } from '../transaction/state.js';
import { routedTypes, styles, type RoutedType, type TransactionType } from '../transaction/status.js';
import type { Transaction } from '../transaction/transaction.js';
import { RawJson } from '../values/write-json.js';
import { aftermathFields, type Aftermath } from './aftermath.js';
import { challengeSchemas, type WrittenChallenge } from './challenge.js';
import {
  fieldsOf,
  objectOf,
  ofPayments,
  ofPayouts,
  pick,
  valuesOf,
  type Field,
  type Fields,
  type PublishedFields,
  type ValuesOf,
} from './field.js';
import {
  amount,
  bank,
  callbackState,
  card,
  errorCode,
  exampleCard,
  exampleChange,
  extra,
  mode,
  noCallback,
  requisites,
  status,
  statusChange,
  transferDetails,
  type CallbackState,
  type StatusChange,
} from './record-parts.js';
import {
  instant,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  url,
  uuid,
  type Schema,
  type ValueOf,
} from './schema.js';

/** A transaction and everything that the check endpoint shows of it. */
export type CheckedTransaction = {
  readonly transaction: Transaction;
  readonly challenge: WrittenChallenge | undefined;
  readonly pageUrl: string | undefined;
  readonly history: readonly StatusChange[];
  /** Of a payout, as the check endpoint shows them; undefined when they were purged. */
  readonly requisites: Readonly<Record<string, string>> | undefined;
  /** Undefined: it is open, and has no event. */
  readonly callback: CallbackState | undefined;
  /** Of a successful one (contract §15.6). */
  readonly aftermath?: Aftermath | undefined;
};

const { always, sometimes } = fieldsOf<Transaction>();
const checked = fieldsOf<CheckedTransaction>();

type EchoedFields = {
  readonly [Property in keyof typeof echoed as (typeof echoed)[Property]['name']]: Field<
    Transaction,
    string | undefined
  >;
};
const echoedFields = Object.fromEntries(
  (Object.keys(echoed) as (keyof typeof echoed)[]).map((property) => {
    const { name, schema, example } = echoed[property];
    return [name, sometimes('the request has it', schema, example, (transaction) => transaction[property])];
  }),
) as EchoedFields;

/** A refund has fields of its own. */
function routedTypeOf(type: TransactionType): RoutedType {
  if (type === 'refund') throw new Error('a refund is written with its own fields');
  return type;
}

const stage: Schema<string> = { ...text, description: '`intention`: the customer never opened the page' };

/** The fields of record, callback and list, in the order in which they are written. */
export const commonFields = {
  type: always(oneOf(routedTypes), 'payment', ({ type }) => routedTypeOf(type)),
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
      ({ bank: known }): ValueOf<typeof bank> | undefined =>
        known && { code: known.code, name: known.name ?? null },
    ),
  ),
  transfer_details: ofPayments(
    sometimes(
      'details of its transfer were sent',
      transferDetails,
      { submitted_date: '2026-01-31T11:59:30.000Z', outcome: 'taken' },
      ({ transfer }): ValueOf<typeof transferDetails> | undefined =>
        transfer && {
          submitted_date: transfer.submittedAt.toISOString(),
          outcome: transfer.outcome ?? null,
        },
    ),
  ),
  extra: always(extra, { meta: { order: 'A-1' } }, (transaction): ValueOf<typeof extra> => ({
    meta: new RawJson(transaction.meta),
  })),
  timestamp: always(instant, '2026-01-31T12:00:00.000Z', (_, now) => now.toISOString()),
} satisfies Fields<Transaction>;

const names = pick(commonFields, ['identifier', 'reference', 'request_id']);
const money = pick(commonFields, ['method', 'currency', 'amount']);
const outcome = pick(commonFields, ['status', 'error_code', 'error_reason', 'error_description']);
const times = pick(commonFields, ['created_date', 'finished_date', 'extra', 'timestamp']);

/** The fields of a refund (contract §15.6). */
export const refundFields = {
  type: always(oneOf(['refund']), 'refund', () => 'refund' as const),
  ...names,
  payment_identifier: always(uuid, '0190a6b0-52d0-7f11-8a3b-6c1e0d9f7a42', ({ payment }) => payment ?? ''),
  payment_reference: always(text, 'ord-1', ({ paymentReference }) => paymentReference ?? ''),
  ...money,
  ...outcome,
  reason: sometimes('the request has it', oneOf(refundReasons), 'other', ({ reason }) => reason),
  ...pick(echoedFields, ['description']),
  ...times,
} satisfies Fields<Transaction>;

/** The fields that only the check endpoint has. */
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
  ...aftermathFields,
} satisfies Fields<CheckedTransaction>;

/** Those of a refund. */
const checkedRefundFields = pick(checkedFields, [
  'billing_amount',
  'billing_currency',
  'provider',
  'expires_date',
  'history',
  'callback',
  'reversals',
]);

/** The fields of the check endpoint's answer for a payment, a payout or a refund. */
export function recordFields(type: TransactionType): PublishedFields {
  if (type === 'refund') return { ...refundFields, ...checkedRefundFields };
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

/** The answer of the check endpoint, and of a cancel. */
export const recordSchemas: Readonly<Record<TransactionType, Schema>> = {
  payment: named('PaymentRecord', objectOf(recordFields('payment'))),
  payout: named('PayoutRecord', objectOf(recordFields('payout'))),
  refund: named('RefundRecord', objectOf(recordFields('refund'))),
};

/** The fields that record, callback and list share. */
export type DescribedTransaction = ValuesOf<typeof commonFields> | ValuesOf<typeof refundFields>;

/** Every callback carries this beside its `event_id`; absent fields are undefined. */
export function describeTransaction(transaction: Transaction, now: Date): DescribedTransaction {
  return transaction.type === 'refund'
    ? valuesOf(refundFields, transaction, now)
    : valuesOf(commonFields, transaction, now);
}

/** The answer of the check endpoint (contract §8 and §15.6). */
export type TransactionDescription =
  | ValuesOf<typeof commonFields & typeof checkedFields>
  | ValuesOf<typeof refundFields & typeof checkedRefundFields>;

export function describeRecord(source: CheckedTransaction, now: Date): TransactionDescription {
  const { transaction } = source;
  return transaction.type === 'refund'
    ? { ...valuesOf(refundFields, transaction, now), ...valuesOf(checkedRefundFields, source, now) }
    : { ...valuesOf(commonFields, transaction, now), ...valuesOf(checkedFields, source, now) };
}

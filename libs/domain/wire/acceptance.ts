import { methodOf } from '../methods/find-method.js';
import type { Challenge } from '../transaction/challenge.js';
import { expiresAt } from '../transaction/state.js';
import type { RoutedType, TransactionStatus } from '../transaction/status.js';
import type { Transaction } from '../transaction/transaction.js';
import { challengeSchemas, writeChallenge } from './challenge.js';
import { fieldsOf, pick, valuesOf, type Field, type PublishedFields } from './field.js';
import { amount, errorCode, metaValue, status, type StatusChange } from './record-parts.js';
import { checkedFields, commonFields, refundFields } from './record.js';
import {
  closedObject,
  instant,
  listOf,
  named,
  oneOf,
  text,
  url,
  uuid,
  type Schema,
  type ValueOf,
} from './schema.js';

/** A created transaction with everything that the answer of its create call shows. */
export type AcceptedTransaction = {
  readonly transaction: Transaction;
  /** Oldest first. */
  readonly history: readonly StatusChange[];
  /** For the call that registered it; false: the call re-joined it. */
  readonly isFirst: boolean;
  readonly challenge: Challenge | undefined;
};

const { always, sometimes } = fieldsOf<AcceptedTransaction>();

/** A status and since when. */
const statusSince = named('StatusSince', closedObject({ name: status, date: instant }));
/** Specification §2.7: `card` has the object. */
const statusOrObject: Schema<TransactionStatus | ValueOf<typeof statusSince>> = {
  description: 'An object on `card`, a string elsewhere',
  oneOf: [status, statusSince],
};

/** Contract §6: the call that registered a transaction sees `success` only for certain methods, a re-join always. */
function shownStatus({ transaction, isFirst }: AcceptedTransaction): TransactionStatus {
  const { type, style, method, status: reached } = transaction;
  const isHidden = isFirst && methodOf(type, style, method).successAtOnce !== true;
  return reached === 'success' && isHidden ? 'pending' : reached;
}

/** The status that is shown, and when it was reached. */
export function shownSince(accepted: AcceptedTransaction): ValueOf<typeof statusSince> {
  const name = shownStatus(accepted);
  const reached = accepted.history.findLast((change) => change.status === name);
  return { name, date: reached?.date ?? accepted.transaction.createdAt.toISOString() };
}

export function writtenChallenge({
  transaction,
  challenge,
}: Pick<AcceptedTransaction, 'transaction' | 'challenge'>) {
  const { type, style, method } = transaction;
  return challenge && writeChallenge(challenge, methodOf(type, style, method).challengeTypeTwice === true);
}

export function challengeEnds({ transaction, challenge }: AcceptedTransaction): string | undefined {
  return challenge && expiresAt(transaction)?.toISOString();
}

const asRecorded = pick(commonFields, [
  'error_code',
  'error_reason',
  'error_description',
  'identifier',
  'reference',
  'request_id',
  'type',
  'method',
  'mode',
  'currency',
  'amount',
]);

/** Specification §2.7 and §2.10: the flat answer to the creation of a payment or payout server to server. */
function flatAcceptance<Status>(type: RoutedType, shown: Field<AcceptedTransaction, Status>) {
  const { challenge, expires_date, timestamp } = { ...checkedFields, ...commonFields };
  const when = challenge.when ?? '';
  const own = {
    status: shown,
    challenge: sometimes(when, challengeSchemas[type], challenge.example, writtenChallenge),
    expires_date: sometimes(
      when,
      { ...instant, description: 'Until when' },
      expires_date.example,
      challengeEnds,
    ),
    timestamp: always(instant, timestamp.example, (_, now) => now.toISOString()),
  };
  const fields: PublishedFields = {
    ...asRecorded,
    type: { schema: oneOf([type]), example: type },
    ...own,
  };
  return {
    fields,
    describe: (accepted: AcceptedTransaction, now: Date) => ({
      ...valuesOf(asRecorded, accepted.transaction, now),
      ...valuesOf(own, accepted, now),
    }),
  };
}

const { example } = commonFields.status;
export const directPayment = flatAcceptance(
  'payment',
  always(statusOrObject, example, (accepted) => {
    const { type, style, method } = accepted.transaction;
    const isObject = methodOf(type, style, method).statusAsObject === true;
    return isObject ? shownSince(accepted) : shownStatus(accepted);
  }),
);
export const flatPayout = flatAcceptance('payout', always(status, example, shownStatus));

/** The answer to the creation of a refund (contract §15.1): its status as it is, for every method. */
const refundRecorded = {
  ...pick(commonFields, [
    'error_code',
    'error_reason',
    'error_description',
    'identifier',
    'reference',
    'request_id',
  ]),
  ...pick(refundFields, ['type', 'payment_identifier', 'payment_reference', 'method']),
  ...pick(commonFields, ['mode', 'currency', 'amount', 'status', 'timestamp']),
};
export const refundAcceptance = {
  fields: refundRecorded satisfies PublishedFields,
  describe: (transaction: Transaction, now: Date) => valuesOf(refundRecorded, transaction, now),
};
export type RefundAcceptance = ReturnType<typeof refundAcceptance.describe>;

const hostedRecorded = pick(commonFields, ['error_code', 'identifier', 'reference', 'request_id', 'status']);
const page = {
  redirect_url: fieldsOf<{ readonly pageUrl: string }>().always(
    { ...url, description: "Where the customer's browser is sent" },
    checkedFields.redirect_url.example,
    ({ pageUrl }) => pageUrl,
  ),
};
/** Specification §2.7, on the hosted page: exactly six fields (contract §6). */
export const hostedPayment = {
  fields: { ...hostedRecorded, ...page } satisfies PublishedFields,
  describe: (transaction: Transaction, pageUrl: string, now: Date) => ({
    ...valuesOf(hostedRecorded, transaction, now),
    ...valuesOf(page, { pageUrl }, now),
  }),
};

/** The answer to the creation of a payment. */
export type PaymentAcceptance = ReturnType<typeof directPayment.describe | typeof hostedPayment.describe>;

/** Specification §2.10, the Africa sample. */
export const africanPayout = named(
  'AfricanPayoutAcceptance',
  closedObject(
    {
      identifier: uuid,
      request_id: uuid,
      reference: text,
      description: { ...text, description: "The merchant's own" },
      status: statusSince,
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
      extra: listOf(closedObject({ key: text, value: metaValue }), {
        description: '`extra.meta` as a list',
      }),
      challenge: challengeSchemas.payout,
      expires_date: { ...instant, description: 'Until when the bank can be chosen' },
      timestamp: instant,
      error_code: errorCode,
      error_message: { ...text, description: 'Empty on success' },
    },
    ['description', 'challenge', 'expires_date'],
  ),
);
/** The answer to the creation of a payout. */
export type PayoutAcceptance = ReturnType<typeof flatPayout.describe> | ValueOf<typeof africanPayout>;

import type { Transaction } from '../transaction/transaction.js';
import type { WentBack } from './aftermath.js';
import { fieldsOf, objectOf, pick, valuesOf, type PublishedFields } from './field.js';
import { nextOrNull, pageLimit } from './page.js';
import { checkedFields, commonFields, describeTransaction, refundFields } from './record.js';
import { closedObject, listOf, named, text, type Schema } from './schema.js';

/** A transaction in the merchant's list, with the event of its end (contract §7). */
export type ListedTransaction = {
  readonly transaction: Transaction;
  readonly eventId: string | undefined;
  /** Of a successful payment. */
  readonly wentBack?: WentBack | undefined;
};

const listedEvent = fieldsOf<ListedTransaction>().sometimes(
  'it is final',
  text,
  'evt_0190a6c2b1d47f3e8a5c',
  ({ eventId }) => eventId,
);
/** The fields of the check endpoint that are read from the transaction's own row. */
const alsoListed = pick(checkedFields, ['billing_amount', 'billing_currency', 'provider', 'expires_date']);
const sumsListed = pick(checkedFields, ['refunded_amount', 'charged_back_amount']);

export const listedFields: PublishedFields = {
  event_id: listedEvent,
  ...commonFields,
  ...alsoListed,
  ...sumsListed,
};
type Listed = ReturnType<typeof describeListed>;

export const listedTransaction = named('ListedTransaction', objectOf(listedFields) as Schema<Listed>);
export const transactionPage = named(
  'TransactionPage',
  closedObject({
    transactions: listOf(listedTransaction, { maxItems: pageLimit.max }),
    next_after: nextOrNull,
  }),
);

export const listedRefundFields: PublishedFields = { event_id: listedEvent, ...refundFields, ...alsoListed };
export const listedRefund = named('ListedRefund', objectOf(listedRefundFields) as Schema<Listed>);
/** The answer of `GET /v2/refunds` (contract §15.1). */
export const refundPage = named(
  'RefundPage',
  closedObject({
    refunds: listOf(listedRefund, { maxItems: pageLimit.max }),
    next_after: nextOrNull,
  }),
);

/** One entry of the list of transactions, or of refunds. */
export function describeListed(listed: ListedTransaction, now: Date) {
  const { transaction, wentBack } = listed;
  const source = {
    transaction,
    challenge: undefined,
    pageUrl: undefined,
    history: [],
    requisites: undefined,
    callback: undefined,
    aftermath: wentBack && { reversals: [], wentBack },
  };
  return {
    event_id: listedEvent.of(listed, now),
    ...describeTransaction(transaction, now),
    ...valuesOf(alsoListed, source, now),
    ...valuesOf(sumsListed, source, now),
  };
}

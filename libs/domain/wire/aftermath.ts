import type { RefundableRest } from '../refunds/refuse-refund.js';
import type { TransactionStatus } from '../transaction/status.js';
import { fieldsOf, ofPayments, type Fields } from './field.js';
import { amount, status } from './record-parts.js';
import { describeReversal, reversal, type DescribedReversal, type ShownReversal } from './reversal.js';
import { closedObject, instant, listOf, named, orNull, text, uuid, type ValueOf } from './schema.js';

/** What went back of a payment (contract §15.6): decimal strings with all decimals of its currency. */
export type WentBack = {
  /** By successful refunds less what was returned of them, and in the provider's panel. */
  readonly refunded: string;
  /** Less what was won back. */
  readonly chargedBack: string;
};

/** One refund of a payment, as the payment's record shows it. */
export type ShownRefund = {
  readonly reference: string;
  readonly identifier: string;
  readonly amount: string;
  readonly status: TransactionStatus;
  readonly returned: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
};

/** What happened to the money of a successful transaction since. */
export type Aftermath = {
  /** Of the transaction itself, oldest first. */
  readonly reversals: readonly ShownReversal[];
  /** Of a payment. */
  readonly wentBack?: WentBack;
  /** Of a payment that its provider can refund. */
  readonly refundable?: RefundableRest | undefined;
  /** Of a payment: the latest `refundsMax`, oldest first. */
  readonly refunds?: readonly ShownRefund[];
};

/** Refunds in the record of their payment; all of them are in `GET /v2/refunds`. */
export const shownRefundsMax = 100;

const refund = named(
  'RefundOfPayment',
  closedObject({
    reference: text,
    identifier: uuid,
    amount,
    status,
    returned_amount: { ...amount, description: 'What came back of it after its success, with all decimals' },
    created_date: instant,
    finished_date: orNull(instant),
  }),
);

const exampleRefund = {
  reference: 'r-1',
  identifier: '0190a6d4-1a02-7c55-9d1e-3b8f6a2c4e10',
  amount: '4.50',
  status: 'success',
  returned_amount: '0.00',
  created_date: '2026-01-31T12:00:00.000Z',
  finished_date: '2026-01-31T12:00:01.000Z',
};

const inFull = { ...amount, description: 'Major units, with all decimals of the currency' };
const { sometimes } = fieldsOf<{ readonly aftermath?: Aftermath | undefined }>();
const paid = 'it is a payment that succeeded';

/** Fields of records and lists that change after the end; no callback of a transaction has them. */
export const aftermathFields = {
  refunded_amount: ofPayments(
    sometimes(paid, inFull, '4.50', ({ aftermath }) => aftermath?.wentBack?.refunded),
  ),
  charged_back_amount: ofPayments(
    sometimes(paid, inFull, '0.00', ({ aftermath }) => aftermath?.wentBack?.chargedBack),
  ),
  refundable_amount: ofPayments(
    sometimes(
      `${paid}, and its provider can refund it`,
      { ...inFull, description: 'What a refund without an amount would give back now' },
      '5.60',
      ({ aftermath }) => aftermath?.refundable?.amount,
    ),
  ),
  refundable_until: ofPayments(
    sometimes(
      `${paid}, its provider can refund it, and the time for that is limited`,
      { ...instant, description: 'Before when a refund must be registered' },
      '2027-01-31T11:59:40.000Z',
      ({ aftermath }) => aftermath?.refundable?.until?.toISOString(),
    ),
  ),
  refunds: ofPayments(
    sometimes(
      paid,
      listOf(refund, { maxItems: shownRefundsMax, description: 'The latest, oldest first' }),
      [exampleRefund],
      ({ aftermath }): readonly ValueOf<typeof refund>[] | undefined =>
        aftermath?.refunds?.map(describeRefund),
    ),
  ),
  reversals: sometimes(
    'it succeeded, or is a refund',
    listOf(reversal, { description: 'What happened to its money since, oldest first' }),
    [],
    ({ aftermath }): readonly DescribedReversal[] | undefined => aftermath?.reversals.map(describeReversal),
  ),
} satisfies Fields<{ readonly aftermath?: Aftermath | undefined }>;

function describeRefund({ returned, createdAt, finishedAt, ...shown }: ShownRefund): ValueOf<typeof refund> {
  return {
    reference: shown.reference,
    identifier: shown.identifier,
    amount: shown.amount,
    status: shown.status,
    returned_amount: returned,
    created_date: createdAt.toISOString(),
    finished_date: finishedAt?.toISOString() ?? null,
  };
}

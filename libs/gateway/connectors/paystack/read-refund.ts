import type { Money } from '#domain/values/money';
import { isObject, text } from '../json-body.js';
import { readOutcome, type MappedReport, type Outcomes } from '../mapped-report.js';
import { fromProviderUnits } from '../provider-decimals.js';
import { paystackDecimals } from './currencies.js';
import type { KeyedRow } from './list-rows.js';

/** States of a refund. `needs-attention`: the provider waits until somebody gives it an account of the customer. */
export const refundOutcomes: Outcomes = {
  processed: 'success',
  failed: 'declined',
  pending: 'open',
  processing: 'open',
  'needs-attention': 'open',
};

const approvalWord = 'needs-attention';

/** A refund as the provider has it, whoever made it. */
export type PaystackRefund = {
  readonly providerId: string;
  /** The reference of the payment. */
  readonly charge: string;
  readonly status: string;
  readonly money: Money;
  /** Our reference in a refund of ours; in any other, what its maker wrote. */
  readonly note: string | undefined;
  /** It settles a dispute. */
  readonly isOfDispute: boolean;
};

/** A refund in an answer or a list; undefined without id, payment, state and amount. */
export function readRefund(data: unknown): PaystackRefund | undefined {
  if (!isObject(data) || !Number.isSafeInteger(data.id)) return undefined;
  const charge = chargeOf(data);
  const [status, money] = [text(data.status), fromProviderUnits(paystackDecimals, data)];
  if (!charge || !status || !money) return undefined;
  return {
    providerId: String(data.id),
    charge,
    status,
    money,
    note: text(data.merchant_note),
    isOfDispute: data.dispute !== null && data.dispute !== undefined,
  };
}

/** A refund in a list. Whose it is can be known of a refund that cannot be read whole, as in a currency that we do not have. */
export type RefundRow = Pick<PaystackRefund, 'note'> & {
  readonly charge: string | undefined;
  /** Undefined: it cannot be read whole. */
  readonly refund: PaystackRefund | undefined;
};

/** A row of the list; undefined without an id. */
export function keyedRefund(row: unknown): KeyedRow<RefundRow> | undefined {
  if (!isObject(row) || !Number.isSafeInteger(row.id)) return undefined;
  const about = { note: text(row.merchant_note), charge: chargeOf(row), refund: readRefund(row) };
  return { key: String(row.id), row: about };
}

function chargeOf({ transaction, transaction_reference: reference }: Record<string, unknown>) {
  return text(isObject(transaction) ? transaction.reference : reference);
}

/** A refund of ours of this payment as a report; undefined if it is not one. */
export function reportOf(
  refund: PaystackRefund | undefined,
  { charge }: { readonly charge: { readonly providerReference: string } },
): MappedReport | undefined {
  if (refund?.note === undefined || refund.charge !== charge.providerReference) return undefined;
  const { isMapped, meaning } = readOutcome(refundOutcomes, refund.status);
  const { note: providerReference, providerId, money } = refund;
  const waits = refund.status === approvalWord && ({ awaitsApproval: true } as const);
  return { isMapped, report: { providerReference, ...meaning, providerId, ...money, ...waits } };
}

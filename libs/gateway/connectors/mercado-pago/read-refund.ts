import type { ListedRefund } from '#domain/refunds/find-own-refund';
import { isObject, text } from '../json-body.js';
import { readOutcome, type MappedReport, type Outcomes } from '../mapped-report.js';
import { readId, readMoney } from './read-payment.js';

/** The outcome of a refund's `status`. */
export const refundOutcomes: Outcomes = {
  approved: 'success',
  rejected: 'declined',
  in_process: 'open',
};

/** A refund of a payment, whoever made it. */
export type MercadoPagoRefund = ListedRefund & { readonly status: string };

/** A refund in an answer or a list, which name no currency: it is that of the payment. Undefined if it cannot be read whole. */
export function readRefund(
  body: unknown,
  charge: { readonly providerId: string; readonly currency: string },
): MercadoPagoRefund | undefined {
  if (!isObject(body)) return undefined;
  const [providerId, status] = [readId(body.id), text(body.status)];
  const money = readMoney({ transaction_amount: body.amount, currency_id: charge.currency });
  const madeAt = new Date(text(body.date_created) ?? '');
  const isOfCharge = body.payment_id === undefined || readId(body.payment_id) === charge.providerId;
  if (!providerId || !status || !money || !isOfCharge || Number.isNaN(madeAt.getTime())) return undefined;
  return { providerId, status, money, madeAt };
}

/** What a refund that is known to be ours reports. */
export function reportOf(
  refund: MercadoPagoRefund | undefined,
  providerReference: string,
): MappedReport | undefined {
  if (!refund) return undefined;
  const { providerId, status, money } = refund;
  const { isMapped, meaning } = readOutcome(refundOutcomes, status);
  return { isMapped, report: { providerReference, ...meaning, providerId, ...money } };
}

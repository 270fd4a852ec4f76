import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, shared, unreadable } from '../call-provider.js';
import type { RefundCalls, RefundOrder } from '../connector.js';
import { readLookUp, readSubmit } from '../mapped-report.js';
import { bodyOf, callStripe, faultOf, notSent, refusalOf } from './call-stripe.js';
import { toStripeUnits } from './currencies.js';
import { meaningOf } from './error-codes.js';
import { listRows } from './list-rows.js';
import { referenceKey } from './read-intent.js';
import { mapRefund, readRefund } from './read-refund.js';

/** A thousand refunds of one payment; more are no answer. */
const pagesMax = 10;

/** Stripe's words for our reasons; it has no other. */
const reasons: Readonly<Record<string, string>> = {
  requested_by_customer: 'requested_by_customer',
  duplicate: 'duplicate',
  fraud: 'fraudulent',
};

/** A refund keeps our reference in its metadata, and the payment's list shows it at once. */
export const refunds: RefundCalls = {
  // Such a refund goes to the customer's balance at Stripe, not to a bank account.
  terms: { bank_transfer_mexico: { possible: false, days: undefined, parts: 'several' } },

  async submit(order, account, limit): Promise<SubmitResult> {
    const { providerReference, charge, money, reason = '' } = order;
    const amount = toStripeUnits(money);
    if (amount === undefined) return notSent(`no such amount in ${money.currency}`, 'failed');
    if (charge.providerId === undefined) return notSent('the id of the payment is unknown', 'failed');
    const form = {
      payment_intent: charge.providerId,
      amount,
      reason: Object.hasOwn(reasons, reason) ? reasons[reason] : undefined,
      metadata: { [referenceKey]: providerReference },
    };
    const change = { form, idempotencyKey: providerReference };
    const exchange = await callStripe({ path: '/v1/refunds', change }, account, limit);
    const mapped = mapRefund(readRefund(bodyOf(exchange)));
    const refusal = refusalOf(exchange) ?? declineOf(exchange, order);
    return readSubmit(exchange, providerReference, { mapped, refusal });
  },

  async lookUp({ providerReference, providerId, charge }, account, limit): Promise<LookupResult> {
    if (providerId !== undefined) {
      const path = `/v1/refunds/${encodeURIComponent(providerId)}`;
      const exchange = await callStripe({ path }, account, limit);
      const mapped = mapRefund(readRefund(bodyOf(exchange)));
      // Stripe has given us this id, so no answer about it means "not found".
      return mapped
        ? readLookUp(exchange, providerReference, { mapped, isNotFound: false })
        : noAnswer(exchange);
    }
    if (charge.providerId === undefined) return unreadable('the id of the payment is unknown');
    const list = { path: '/v1/refunds', query: { payment_intent: charge.providerId }, pagesMax };
    const listed = await listRows(list, readRefund, { account, limit: shared(limit) });
    if (listed.kind !== 'listed') return listed;
    const [own, ...others] = listed.rows.filter((row) => row.providerReference === providerReference);
    if (others.length > 0) return unreadable('its list does not have it once');
    const mapped = mapRefund(own);
    return mapped ? { kind: 'found', report: mapped.report } : { kind: 'notFound' };
  },
};

/** The payment has nothing left to give back: the refund was not made, and never will be. */
function declineOf(
  exchange: Parameters<typeof faultOf>[0],
  { providerReference }: RefundOrder,
): SubmitResult | undefined {
  const { status, code: reason = '' } = faultOf(exchange) ?? {};
  if (status !== 400 || meaningOf(reason) !== 'refundRefused') return undefined;
  return { kind: 'declined', soft: false, report: { providerReference, outcome: 'declined', reason } };
}

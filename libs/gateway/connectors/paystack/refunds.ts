import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { shared } from '../call-provider.js';
import type { RefundCalls, RefundHandle, RefundOrder } from '../connector.js';
import { readLookUp } from '../mapped-report.js';
import { callPaystack, dataOf, translateSubmit } from './call-paystack.js';
import { listRows } from './list-rows.js';
import { minorUnits } from './read-report.js';
import { keyedRefund, readRefund, reportOf, type RefundRow } from './read-refund.js';

/** Those in which its description has refunds. */
const currencies: readonly string[] = ['GHS', 'KES', 'NGN', 'USD', 'ZAR'];
/** How far the provider's clock may be from ours when its list is read for a time. */
const clockSkewMs = 300_000;
/** Ten thousand refunds within the minutes in which ours was made; more are no answer. */
const pagesMax = 100;

/**
 * A refund has no reference of ours at the provider, but its `merchant_note` is kept, and has it. What is refunded is taken from
 * the next settlement. Before the provider's id is known, the refund is found in the list of all refunds (contract §15.7).
 */
export const refunds: RefundCalls = {
  async submit(order, account, limit): Promise<SubmitResult> {
    const body = refundRequest(order);
    if (typeof body === 'string') return { kind: 'notSent', detail: body, error: 'failed' };
    const exchange = await callPaystack({ method: 'POST', path: '/refund', body }, account, limit);
    return translateSubmit(exchange, order.providerReference, (data) => reportOf(readRefund(data), order));
  },

  async lookUp(refund, account, limit) {
    const { providerReference, providerId } = refund;
    if (providerId === undefined) {
      const listed = await listRows(listAround(refund), keyedRefund, { account, limit: shared(limit) });
      return listed.kind === 'listed' ? findOwn(listed.rows, refund) : listed;
    }
    const path = `/refund/${encodeURIComponent(providerId)}`;
    const exchange = await callPaystack({ method: 'GET', path }, account, limit);
    const mapped = reportOf(readRefund(dataOf(exchange)), refund);
    // The provider has given us this id, so no answer about it means "not found".
    return readLookUp(exchange, providerReference, { mapped, isNotFound: false });
  },
};

/** The order's body, or what is missing for it. */
function refundRequest({ providerReference, charge, money, description }: RefundOrder) {
  const amount = minorUnits(money);
  if (!currencies.includes(money.currency)) return `no refunds in ${money.currency}`;
  if (amount === undefined) return `no such amount in ${money.currency}`;
  return {
    transaction: charge.providerReference,
    amount,
    currency: money.currency,
    merchant_note: providerReference,
    ...(description !== undefined && { customer_note: description }),
  };
}

/** The list of the time in which the provider must have made the refund. */
function listAround({ madeFrom, madeUntil }: RefundHandle) {
  const query = {
    from: new Date(madeFrom.getTime() - clockSkewMs).toISOString(),
    to: new Date(madeUntil.getTime() + clockSkewMs).toISOString(),
  };
  return { path: '/refund', query, sizeName: 'perPage', pagesMax } as const;
}

/** The one that bears our reference; several, or one of another payment, are no answer. */
function findOwn(listed: readonly RefundRow[], refund: RefundHandle): LookupResult {
  const [own, ...others] = listed.filter(({ note }) => note === refund.providerReference);
  if (!own) return { kind: 'notFound' };
  const mapped = others.length === 0 ? reportOf(own.refund, refund) : undefined;
  if (mapped) return { kind: 'found', report: mapped.report };
  return { kind: 'noAnswer', cause: 'unreadable', detail: 'its list does not have it once' };
}

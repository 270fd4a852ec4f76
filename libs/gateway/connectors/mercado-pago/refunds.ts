import { findOwnRefund } from '#domain/refunds/find-own-refund';
import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, shared, unreadable } from '../call-provider.js';
import type { CallLimit, ProviderAccount, RefundCalls, RefundedCharge } from '../connector.js';
import { readLookUp, readSubmit } from '../mapped-report.js';
import { bodyOf, callMercadoPago, refusalOf, uuidOf } from './call-mercado-pago.js';
import { findPaymentId } from './find-payment.js';
import { exactNumber } from './read-payment.js';
import { readRefund, reportOf } from './read-refund.js';

/**
 * A refund has no reference of ours here, so the provider gets one of a payment at a time. The idempotency key is derived from
 * our reference: a request that comes twice is one refund. Before its id is known, it is found by the list rule (contract §15.4).
 */
export const refunds: RefundCalls = {
  keepsNoReference: () => true,

  async submit({ providerReference, charge, money }, account, limit): Promise<SubmitResult> {
    const amount = exactNumber(money);
    if (amount === undefined) return neverSent('amount too large or too fine', 'failed');
    const rest = shared(limit);
    const id = await findPaymentId(charge, account, rest());
    // A search moves no money.
    if (typeof id !== 'string')
      return id.kind === 'notFound'
        ? neverSent('the payment is not found', 'failed')
        : neverSent(`the payment is not found: ${id.detail}`);
    const change = { method: 'POST', body: { amount }, idempotencyKey: uuidOf(providerReference) } as const;
    const left = limit.sendBy ? { ...rest(), sendBy: limit.sendBy } : rest();
    const exchange = await callMercadoPago({ path: refundsOf(id), change }, account, left);
    const refund = readRefund(bodyOf(exchange), { providerId: id, currency: charge.money.currency });
    const mapped = reportOf(refund, providerReference);
    return readSubmit(exchange, providerReference, { mapped, refusal: refusalOf(exchange) });
  },

  async lookUp(refund, account, limit): Promise<LookupResult> {
    const { providerReference, providerId, charge } = refund;
    const rest = shared(limit);
    const id = await findPaymentId(charge, account, rest());
    // We have its money, so the provider must know the payment.
    if (typeof id !== 'string') return id.kind === 'notFound' ? unreadable('the payment is not found') : id;
    if (providerId === undefined) {
      const listed = await listRefunds(id, charge, account, rest());
      if (listed.kind === 'noAnswer') return listed;
      const found = findOwnRefund(listed.refunds, refund);
      if (found.kind === 'several') return unreadable('several refunds could be it');
      const mapped = found.kind === 'found' ? reportOf(found.entry, providerReference) : undefined;
      return mapped ? { kind: 'found', report: mapped.report } : { kind: 'notFound' };
    }
    const path = `${refundsOf(id)}/${encodeURIComponent(providerId)}`;
    const exchange = await callMercadoPago({ path }, account, rest());
    const read = readRefund(bodyOf(exchange), { providerId: id, currency: charge.money.currency });
    const mapped = read?.providerId === providerId ? reportOf(read, providerReference) : undefined;
    // The provider has given us this id, so no answer about it means "not found".
    return readLookUp(exchange, providerReference, { mapped, isNotFound: false });
  },
};

/** All refunds of a payment, ours and those made in the panel. A row that cannot be read is no answer. */
export async function listRefunds(
  id: string,
  { money: { currency } }: Pick<RefundedCharge, 'money'>,
  account: ProviderAccount,
  limit: CallLimit,
) {
  const exchange = await callMercadoPago({ path: refundsOf(id) }, account, limit);
  const rows = bodyOf(exchange);
  if (!Array.isArray(rows)) return noAnswer(exchange);
  const read = rows.flatMap((row) => readRefund(row, { providerId: id, currency }) ?? []);
  if (read.length < rows.length) return unreadable('a refund in the list cannot be read');
  return { kind: 'listed', refunds: read } as const;
}

function refundsOf(paymentId: string): string {
  return `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
}

function neverSent(detail: string, error?: 'failed'): SubmitResult {
  return { kind: 'notSent', detail, ...(error && { error }) };
}

import { randomUUID } from 'node:crypto';
import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { shared, type Exchange } from '../call-provider.js';
import type { AttemptHandle, CallLimit, PaymentCalls, PaymentOrder, ProviderAccount } from '../connector.js';
import { readLookUp, readSubmit } from '../mapped-report.js';
import { bodyOf, callMercadoPago, refusalOf, uuidOf } from './call-mercado-pago.js';
import { findPaymentId } from './find-payment.js';
import { notificationUrl } from './read-callback.js';
import { exactNumber, readPayment } from './read-payment.js';
import { findReversals, saysMoneyIsGone } from './reversals.js';

/** By method: the provider's name, the currency, and the shortest time for which a payment must be payable there. */
const ways: Readonly<
  Record<string, { readonly id: string; readonly currency: string; readonly leastMs: number }>
> = {
  pix: { id: 'pix', currency: 'BRL', leastMs: 31 * 60_000 },
  cash_mexico: { id: 'oxxo', currency: 'MXN', leastMs: 0 },
};

/**
 * A payment is created once, and found again by our reference. That search may lag behind (`settle`); a look-up by the
 * provider's own id is current.
 */
export const payments: PaymentCalls = {
  async submit(order, account, limit): Promise<SubmitResult> {
    const body = createRequest(order);
    if (typeof body === 'string') return { kind: 'notSent', detail: body, error: 'failed' };
    const { providerReference } = order;
    const change = { method: 'POST', body, idempotencyKey: uuidOf(providerReference) } as const;
    const exchange = await callMercadoPago({ path: '/v1/payments', change }, account, limit);
    const mapped = readPayment(bodyOf(exchange));
    return readSubmit(exchange, providerReference, { mapped, refusal: refusalOf(exchange) });
  },

  async lookUp(attempt, account, limit) {
    const rest = shared(limit);
    const found = await findPaymentId(attempt, account, rest());
    return typeof found === 'string' ? show(found, attempt, account, rest) : found;
  },

  async cancel(attempt, account, limit) {
    const rest = shared(limit);
    const found = await findPaymentId(attempt, account, rest());
    if (typeof found !== 'string') return found;
    const body = { status: 'cancelled' };
    const change = { method: 'PUT', body, idempotencyKey: randomUUID() } as const;
    const exchange = await callMercadoPago({ path: pathOf(found), change }, account, rest());
    const answer = readAnswer(exchange, attempt);
    // A payment that can no longer be cancelled is refused; the text of that refusal proves nothing.
    return answer.kind === 'found' ? answer : show(found, attempt, account, rest);
  },
  // Cancelling needs the provider's own id, which an order that it has not seen does not have.
  cancelClosesUnseen: false,
};

/** The payment, with what happened to its money since. */
async function show(
  id: string,
  attempt: AttemptHandle,
  account: ProviderAccount,
  limit: () => CallLimit,
): Promise<LookupResult> {
  const exchange = await callMercadoPago({ path: pathOf(id) }, account, limit());
  const found = readAnswer(exchange, attempt);
  if (found.kind !== 'found') return found;
  const reversals = await findReversals(bodyOf(exchange), { account, limit });
  if (reversals.kind === 'listed') {
    return reversals.rows.length === 0 ? found : { ...found, reversals: reversals.rows };
  }
  // A success does not wait for the lists; without them, a payment whose money is gone is no answer.
  return saysMoneyIsGone(bodyOf(exchange)) ? reversals : { ...found, isMoneyUnread: true };
}

/** The provider has given us this id, so no answer about it means "not found". */
function readAnswer(exchange: Exchange, { providerReference }: AttemptHandle): LookupResult {
  return readLookUp(exchange, providerReference, {
    mapped: readPayment(bodyOf(exchange)),
    isNotFound: false,
  });
}

function pathOf(id: string): string {
  return `/v1/payments/${encodeURIComponent(id)}`;
}

/** The order's body, or what is missing for it. Holds personal data: never to be logged. */
function createRequest(order: PaymentOrder): Readonly<Record<string, unknown>> | string {
  const { providerReference, method, money, description, customer, payableUntil, callbackUrl } = order;
  const way = Object.hasOwn(ways, method) ? ways[method] : undefined;
  if (!way || way.currency !== money.currency) return `no ${method} in ${money.currency}`;
  if (customer.email === undefined) return 'customer.email is missing';
  const amount = exactNumber(money);
  if (amount === undefined) return 'amount too large or too fine';
  // May be longer than our own window, after which the payment is cancelled.
  const expiration = new Date(Math.max(Date.parse(payableUntil), Date.now() + way.leastMs));
  return {
    transaction_amount: amount,
    payment_method_id: way.id,
    external_reference: providerReference,
    notification_url: notificationUrl(callbackUrl, providerReference),
    // The provider accepts an offset, but no Z.
    date_of_expiration: expiration.toISOString().replace('Z', '+00:00'),
    ...(description !== undefined && { description }),
    payer: payerOf(way.id, customer),
  };
}

function payerOf(way: string, { email, first_name, last_name, itn }: PaymentOrder['customer']) {
  const number = itn?.replaceAll(/[^0-9A-Za-z]/g, '');
  const type = number?.length === 11 ? 'CPF' : 'CNPJ';
  return {
    email,
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(way === 'pix' && number !== undefined && { identification: { type, number } }),
  };
}

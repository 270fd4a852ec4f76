import { methodOf } from '#domain/methods/find-method';
import { writeJson } from '#domain/write-json';
import type { PayoutOrder } from '../connector.js';
import { amountPart, extraPart, presentPart } from './request-parts.js';

/** JSON body of `POST /v2/payout` (specification §2.10). Holds personal data: never to be logged. */
export function payoutRequest(order: PayoutOrder): string {
  const { money, bankCode } = order;
  const row = methodOf('payout', 'h2h', order.method);
  const requisites = { ...order.requisites, ...(bankCode !== undefined && { bank_code: bankCode }) };
  return writeJson({
    method: row.code,
    reference: order.providerReference,
    currency: money.currency,
    amount: amountPart(row.amount, money.amount),
    description: order.description,
    customer: presentPart(order.customer),
    ...(row.requisites !== undefined && { [row.requisites]: presentPart(requisites) }),
    callback_url: order.callbackUrl,
    extra: extraPart(order.meta),
  });
}

import { fullMonth, fullYear } from '#domain/card';
import { isJsonObject, JsonNumber, readPath } from '#domain/json';
import type { JsonObject } from '#domain/json';
import type { Method } from '#domain/methods/method';
import type { PaymentRequest, RequestCard } from '#domain/payments/payment-request';
import { CustomerBody } from './create-payment-body.js';

/** The accepted body in our own words. Every field has passed its checks; what is absent stays absent. */
export function paymentRequestOf(row: Method, body: JsonObject): PaymentRequest {
  const text = (path: string) => textAt(body, path);
  const card = cardOf(body);
  const meta = metaOf(body);
  return {
    row,
    method: row.code,
    style: row.style,
    reference: text('reference') ?? '',
  };
}

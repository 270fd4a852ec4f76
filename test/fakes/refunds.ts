import { expect } from 'vitest';
import { idealBody } from './bodies.js';
import { newReference, type Answer, type Merchant } from './merchant.js';

type Fields = Readonly<Record<string, unknown>>;

/** A payment of 100.00 EUR that has succeeded; returns its record. */
export async function paidPayment(merchant: Merchant, changes: Fields = {}): Promise<Fields> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, { amount: 100, ...changes });
  expect(await merchant.post('/v2/payment', body)).toMatchObject({ status: 200, body: { error_code: 0 } });
  const record = await merchant.untilFinal(body.reference);
  expect(record).toMatchObject({ status: 'success' });
  return record;
}

export type RefundBody = Fields & { readonly reference: string };

/** A refund of this payment; `meta` chooses the sandbox's scenario. */
export function refundBody(payment: Fields, changes: Fields = {}, meta: Fields = {}): RefundBody {
  return {
    reference: newReference(),
    payment_reference: payment['reference'],
    ...(Object.keys(meta).length > 0 && { extra: { meta: { sandbox_delay_ms: 10, ...meta } } }),
    ...changes,
  };
}

export function refund(merchant: Merchant, body: RefundBody): Promise<Answer> {
  return merchant.post('/v2/refund', body);
}

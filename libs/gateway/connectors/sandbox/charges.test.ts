import { expect, it } from 'vitest';
import type { PaymentOrder } from '../connector.js';
import { chargeRequest } from './charges.js';

const order: PaymentOrder = {
  providerReference: 'ord-1',
  method: 'cash_mexico',
  style: 'hpp',
  money: { amount: '100', currency: 'MXN' },
  customer: {},
  meta: {},
  returnUrl: 'http://checkout.test/return',
  callbackUrl: 'http://api.test/provider-callbacks/sandbox',
  payableUntil: '2026-01-05T10:00:00.000Z',
};

it('the order names the language of the customer', () => {
  expect(chargeRequest(order)).toMatchObject({ order: 'ord-1', language: undefined });
  expect(chargeRequest({ ...order, locale: 'es-MX' })).toMatchObject({ language: 'es-MX' });
});

import { randomUUID } from 'node:crypto';
import type { PaymentOrder, PayoutOrder } from '#gateway/connectors/connector';

export const newReference = () => `${randomUUID()}-1`;

export function payoutOrder(fields: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    providerReference: newReference(),
    method: 'bank_transfer_africa',
    money: { amount: '1500.5', currency: 'NGN' },
    description: 'Wages',
    customer: { identifier: 'c-1', first_name: 'Ada', last_name: 'Lovelace' },
    requisites: { account_number: '0001234567' },
    bankCode: '058',
    meta: {},
    callbackUrl: 'http://unused.test/',
    ...fields,
  };
}

export function paymentOrder(fields: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    providerReference: newReference(),
    method: 'ussd',
    style: 'h2h',
    money: { amount: '250', currency: 'NGN' },
    customer: { email: 'ada@example.com' },
    meta: {},
    returnUrl: 'http://checkout.test/return',
    callbackUrl: 'http://unused.test/',
    payableUntil: new Date(Date.now() + 60_000).toISOString(),
    ...fields,
  };
}

import { randomUUID } from 'node:crypto';
import type { PaymentOrder } from '#gateway/connectors/connector';
import { ways } from '#gateway/connectors/stripe/ways';

export const stripeCredentials = {
  secret_key: 'sk_test_0123456789abcdef',
  webhook_secret: 'whsec_0123456789abcdef',
  raw_cards: 'granted',
};

/** Everything that any method of Stripe asks of a customer. */
const stripeCustomer = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  itn: '52998224725',
};

export function stripeOrder(method: string, fields: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    providerReference: `${randomUUID()}-1`,
    method,
    style: 'hpp',
    money: { amount: '12.34', currency: ways[method]?.currency ?? 'EUR' },
    description: 'Order 1',
    customer: stripeCustomer,
    meta: {},
    locale: 'pt-PT',
    returnUrl: 'https://checkout.example.com/return',
    callbackUrl: 'https://gw.example.com/provider-callbacks/stripe',
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    ...fields,
  };
}

export function stripeCard(pan: string) {
  return { pan, cvv: '123', expMonth: '12', expYear: '2040', holderName: 'ADA LOVELACE' };
}

/** By what the card does there. */
export const stripeCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lost: '4000000000009987',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  threeDSecure: '4000000000003220',
  disputed: '4000000000000259',
  asked: '4000000000001976',
  /** Its refunds stay on their way. */
  slowRefund: '4000000000007726',
};
export type Card = keyof typeof stripeCards;

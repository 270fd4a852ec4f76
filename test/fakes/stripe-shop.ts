import type { PaymentOrder, ProviderAccount } from '#gateway/connectors/connector';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import type { StripeObject } from './ask-stripe.js';
import { openStripeServers } from './open-stripe-servers.js';
import { stripeCard, stripeCards, stripeCredentials, stripeOrder, type Card } from './stripe-orders.js';
import { startStripeProxy, type StripeProxy } from './stripe-proxy.js';

const { payment } = stripeConnector;
const limit = { timeoutMs: 5_000 };
/** The first time, the servers are built. */
const patience = 600_000;

/**
 * For the tests of one file: card payments at Stripe World, over a lossy proxy that shows each request to stripe-mock as well, if that
 * is there. Where Stripe World is missing, they are skipped.
 */
export function openStripeShop() {
  let proxy: StripeProxy;
  const servers = openStripeServers(patience, {
    open: async (...urls) => void (proxy = await startStripeProxy(...urls)),
    close: () => proxy?.close(),
  });
  const { ask } = servers;

  const account = (): ProviderAccount => ({
    provider: 'stripe',
    mid: 'stripe_1',
    baseUrl: proxy.url,
    credentials: stripeCredentials,
  });
  const orderOf = (card: Card) => stripeOrder('card', { style: 'h2h', card: stripeCard(stripeCards[card]) });

  async function prepare(order: PaymentOrder): Promise<PaymentOrder & { readonly prepared: string }> {
    const result = await payment.prepare?.(order, account(), limit);
    if (result?.kind !== 'prepared' || result.prepared === undefined) throw new Error(JSON.stringify(result));
    return { ...order, prepared: result.prepared };
  }
  const submit = (order: PaymentOrder, timeoutMs = limit.timeoutMs) =>
    payment.submit(order, account(), { timeoutMs });

  return {
    ...servers,
    limit,
    account,
    orderOf,
    prepare,
    submit,
    lookUp: (order: PaymentOrder) => payment.lookUp(order, account(), limit),
    cancel: (order: PaymentOrder) => payment.cancel?.(order, account(), limit),
    proxy: () => proxy,
    /** A payment that has succeeded, with Stripe's id of it. */
    paid: async (card: Card = 'good') => {
      const order = await prepare(orderOf(card));
      const result = await submit(order);
      if (result.kind !== 'final' || result.report.outcome !== 'success')
        throw new Error(JSON.stringify(result));
      return { ...order, providerId: order.prepared };
    },
    /** The latest event of a type in which this is named. */
    eventOf: async (type: string, about: string): Promise<StripeObject> => {
      const { data } = await ask(`/v1/events?type=${type}&limit=100`);
      const event = (data as readonly StripeObject[]).find((one) => JSON.stringify(one).includes(about));
      if (event === undefined) throw new Error(`no ${type}`);
      return event;
    },
    /** The charges of a payment that have succeeded. */
    chargesOf: async ({ prepared }: { readonly prepared: string }): Promise<number> => {
      const { data } = await ask(`/v1/charges?payment_intent=${prepared}&limit=100`);
      const charges = data as readonly { readonly status: string }[];
      return charges.filter(({ status }) => status === 'succeeded').length;
    },
  };
}

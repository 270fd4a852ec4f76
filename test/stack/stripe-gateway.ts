import { cardBody } from '../fakes/bodies.js';
import { createMerchant, goldenKey, type Merchant } from '../fakes/merchant.js';
import { openStripeServers } from '../fakes/open-stripe-servers.js';
import { stripeCards, stripeCredentials, type Card } from '../fakes/stripe-orders.js';
import { startStripeProxy, type StripeProxy } from '../fakes/stripe-proxy.js';
import type { Observers } from '../witnesses/prove-end.js';
import { witnessAtStripe } from '../witnesses/stripe-charges.js';
import { startFaceShop, type FaceShop } from './face-shop.js';
import { patient } from './patience.js';
import type { Setting } from './start-test-stack.js';

/** The first time, the servers are built. */
const patience = patient(900_000);
const route = { mid: 'stripe_1', types: ['payment'] };
/** It approves what it has no scenario for, and the card without funds. */
const atSandbox = { mid: 'second', types: ['payment'] };
/** What tells the payments of a file apart at Stripe; in euros. */
const firstAmount = 1_000;

/**
 * For the tests of one file: a whole gateway that is paid by card at Stripe World, over a lossy proxy that shows each request to
 * stripe-mock as well, if that is there. Where Stripe World is missing, they are skipped. Beside the shop there is one by key that
 * has a second route (`mk_test_stripe_cascade`), one that does not look up by itself (`mk_test_stripe_rare`), and one whose customers have seconds (`mk_test_stripe_brief`).
 */
export function openStripeGateway(settings: readonly Setting[] = []) {
  let proxy: StripeProxy;
  let running: FaceShop;
  let observers: Observers;
  let lastAmount = firstAmount;

  const open = async (worldUrl: string, witness: string | undefined) => {
    proxy = await startStripeProxy(worldUrl, witness);
    running = await startFaceShop(
      'stripe',
      {
        base_url: proxy.url,
        types: ['payment', 'refund'],
        currencies: ['EUR'],
        // Mishaps are no outage.
        circuit: { failures: 1_000, cooldown: '1s' },
        credentials: stripeCredentials,
        route: { types: route.types },
      },
      { settings: [...projects, ...settings] },
    );
    observers = { ...running.observers, witness: witnessAtStripe(servers.ask, running.observers.witness) };
  };
  const servers = openStripeServers(patience, {
    open,
    async close() {
      await running?.system.stop();
      proxy?.close();
    },
  });

  return {
    ask: servers.ask,
    unwitnessed: servers.unwitnessed,
    proxy: () => proxy,
    system: () => running.system,
    books: () => running.system.books,
    shop: () => running.shop,
    observers: () => observers,
    merchantOf: (key: string): Merchant => createMerchant(running.system.stack.urls.api, key, { repeats: 0 }),
    /** A payment by card, of an amount that no other has. */
    orderBy: (card: Card = 'good', changes: Readonly<Record<string, unknown>> = {}) => {
      lastAmount += 1;
      const { urls } = running.system.stack;
      const body = {
        ...cardBody(stripeCards[card]),
        callback_url: `${urls.sandbox}/merchant/callbacks`,
        redirect_url: `${urls.sandbox}/merchant/done`,
        ...changes,
      };
      return { body: { ...body, amount: lastAmount }, minor: lastAmount * 100 };
    },
  };
}

const shopOf = (key: string, fields: object) => ({
  merchant: 'demo',
  keys: { [key]: goldenKey },
  routes: [route],
  ...fields,
});

const projects: readonly Setting[] = [
  [['timing', 'suspected_lookup'], ['1s']],
  [['projects', 'second_route'], shopOf('mk_test_stripe_cascade', { routes: [route, atSandbox] })],
  [['projects', 'rare'], shopOf('mk_test_stripe_rare', { timing: { lookup: ['1h'] } })],
  [
    ['projects', 'brief'],
    shopOf('mk_test_stripe_brief', { timing: { window: { default: '6s', hosted_page: '6s' } } }),
  ],
];
export type StripeGateway = ReturnType<typeof openStripeGateway>;

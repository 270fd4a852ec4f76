import { afterAll, beforeAll } from 'vitest';
import { examples, exampleCard } from '#domain/methods/examples';
import { createCustomer } from '../../tools/demo/customer.js';
import { createMerchant, goldenKey, newReference, type Merchant } from '../fakes/merchant.js';
import { startStripeFace, type StripeFace } from '../fakes/stripe-face.js';
import { stripeCredentials } from '../fakes/stripe-orders.js';
import { startStripeProxy, type StripeProxy } from '../fakes/stripe-proxy.js';
import { startStripeMock } from '../fakes/stripe-servers.js';
import type { Observers } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { startFaceShop, type FaceShop } from './face-shop.js';
import { patient } from './patience.js';

/** The first time, stripe-mock is built. */
const patience = patient(900_000);
const inSeconds = { window: { default: '6s', hosted_page: '6s' } };
const projectOf = (key: string, mid: string, timing = {}) => ({
  merchant: 'demo',
  keys: { [key]: goldenKey },
  routes: [{ mid, types: ['payment'] }],
  timing,
});
const atRaw = { provider: 'stripe', credentials: stripeCredentials };

/**
 * For the tests of one file: a whole gateway that is paid at our own face of Stripe, which shows each request to stripe-mock as well,
 * if that is there. Keys: `mk_test_shop`, whose cards are paid on Stripe's page; `mk_test_raw`, whose cards are passed on;
 * `mk_test_brief`, whose customers have seconds.
 */
export function openStripePages() {
  let mock: Awaited<ReturnType<typeof startStripeMock>>;
  let face: StripeFace;
  let proxy: StripeProxy;
  let running: FaceShop;
  let observers: Observers;

  beforeAll(async () => {
    [mock, face] = [await startStripeMock(), await startStripeFace()];
    proxy = await startStripeProxy(face.url, 'url' in mock ? mock.url : undefined);
    running = await startFaceShop(
      'stripe',
      {
        base_url: proxy.url,
        types: ['payment', 'refund'],
        currencies: ['EUR', 'BRL', 'MXN', 'AUD'],
        requires: { multibanco: ['customer.email'], cash_mexico: ['customer.email'] },
        credentials: { ...stripeCredentials, raw_cards: 'no' },
        route: { types: ['payment'] },
      },
      {
        settings: [
          [['timing', 'unknown_review'], '6s'],
          [['mids', 'stripe_raw'], atRaw],
          [['projects', 'raw'], projectOf('mk_test_raw', 'stripe_raw')],
          [['projects', 'brief'], projectOf('mk_test_brief', 'stripe_1', inSeconds)],
          [['projects', 'brief_raw'], projectOf('mk_test_brief_raw', 'stripe_raw', inSeconds)],
        ],
      },
    );
    const charges = (identifier: string) =>
      Promise.resolve(face.handlesOf(`${identifier}-1`).flatMap((handle) => chargesOf(identifier, handle)));
    observers = { ...running.observers, witness: { ...running.observers.witness, charges } };
  }, patience);
  afterAll(async () => {
    await running?.system.stop();
    proxy?.close();
    face?.close();
    if (mock && 'close' in mock) await mock.close();
  });

  function chargesOf(identifier: string, handle: string) {
    if (!handle.startsWith('pi_') || face.intentOf(handle)['status'] !== 'succeeded') return [];
    const about = { identifier, reference: `${identifier}-1`, amount: '', currency: '' };
    return [{ kind: 'charge', ...about, status: 'success' as const }];
  }
  const merchantOf = (key: string): Merchant =>
    createMerchant(running.system.stack.urls.api, key, { repeats: 0 });

  return {
    face: () => face,
    proxy: () => proxy,
    books: () => running.system.books,
    apiUrl: () => running.system.stack.urls.api,
    unwitnessed: () => (mock && 'missing' in mock ? mock.missing : undefined),
    observersOf: (key: string): Observers => ({ ...observers, merchant: merchantOf(key) }),
    /** A payment whose customer has been shown what to do; `handle`: Stripe's id of its page or intent. */
    start: async (method: string, key = 'mk_test_shop') => {
      const example = examples.find(
        ({ code, style }) => code === method && (code !== 'card' || style === 'h2h'),
      );
      const { customer, ...rest } = example?.body ?? {};
      const { sandbox } = running.system.stack.urls;
      const body = {
        ...rest,
        reference: newReference(),
        customer: { ...(customer as object), email: 'ana@example.com' },
        callback_url: `${sandbox}/merchant/callbacks`,
        redirect_url: `${sandbox}/merchant/done`,
        ...(method === 'card' && { card: exampleCard }),
      };
      const merchant = merchantOf(key);
      const { body: created } = await merchant.post('/v2/payment', body);
      if (created['error_code'] !== 0) throw new Error(JSON.stringify(created));
      if (example?.style === 'hpp') {
        const visitor = createCustomer();
        await visitor.submit(await visitor.open(String(created['redirect_url'])), 'pay');
      }
      const record = await until(
        async () => (await merchant.get(`/v2/payment/${body.reference}`)).body,
        ({ challenge }) => challenge !== undefined,
      );
      const identifier = String(record['identifier']);
      const [handle = ''] = face.handlesOf(`${identifier}-1`);
      return { reference: body.reference, identifier, record, handle };
    },
  };
}

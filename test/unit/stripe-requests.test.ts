import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAccount } from '#gateway/connectors/connector';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { locales } from '#gateway/connectors/stripe/ways';
import { recordExchanges } from '../../apps/cli/src/certify/record-exchanges.js';
import { stripeCard, stripeCredentials, stripeOrder } from '../fakes/stripe-orders.js';
import { startStripeMock, type StripeServer } from '../fakes/stripe-servers.js';

/**
 * Goal: every request is one that Stripe's published description allows. Method: Stripe's own stripe-mock, which refuses what
 * its description does not have. Its answers are examples, which prove nothing.
 */
const { payment, refund, readStatement } = stripeConnector;
const limit = { timeoutMs: 5_000 };
/** The first time, the server is built. */
const patience = 600_000;
let mock: StripeServer | { readonly missing: string };
let recorder: Awaited<ReturnType<typeof recordExchanges>> | undefined;

beforeAll(async () => {
  mock = await startStripeMock();
  if ('url' in mock) recorder = await recordExchanges(mock.url);
}, patience);
afterAll(async () => {
  recorder?.close();
  if ('close' in mock) await mock.close();
});
beforeEach(({ skip }) => {
  if ('missing' in mock) skip(mock.missing);
  recorder?.exchanges.splice(0);
});

function account(): ProviderAccount {
  return {
    provider: 'stripe',
    mid: 'stripe_1',
    baseUrl: recorder?.url ?? '',
    credentials: stripeCredentials,
  };
}

/** The lines of what was said, none of which was refused. */
function accepted(): readonly string[] {
  const exchanges = recorder?.exchanges ?? [];
  expect(exchanges.filter(({ status }) => status !== 200)).toEqual([]);
  return exchanges.map(({ method, path }) => `${method} ${path}`);
}

const handles = { providerReference: 'ref-1' };
const page = ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/cs_test_1'];
const direct = ['POST /v1/payment_intents', 'POST /v1/payment_intents/pi_1/confirm'];

describe('a request', () => {
  it.each([
    ['card', 'cs_test_1', page],
    ['mbway', 'cs_test_1', page],
    ['payid', 'cs_test_1', page],
    ['ideal', 'pi_1', direct],
    ['multibanco', 'pi_1', direct],
    ['pix', 'pi_1', direct],
    ['cash_mexico', 'pi_1', direct],
    ['bank_transfer_mexico', 'pi_1', ['POST /v1/customers', ...direct]],
  ])('of a payment by %s', async (method, prepared, lines) => {
    const order = stripeOrder(method);
    await payment.prepare?.(order, account(), limit);
    await payment.submit({ ...order, prepared }, account(), limit);
    expect(accepted()).toEqual(lines);
  });

  it('of a payment by a card that the merchant sends', async () => {
    const order = stripeOrder('card', { card: stripeCard('4242424242424242') });
    await payment.prepare?.(order, account(), limit);
    await payment.submit({ ...order, prepared: 'pi_1' }, account(), limit);
    expect(accepted()).toEqual([direct[0], 'POST /v1/payment_methods', direct[1]]);
  });

  it.each([
    ['without what is optional', { customer: {} }],
    ['of a currency without decimals', { money: { amount: '1500', currency: 'JPY' } }],
    ['of a currency with three', { money: { amount: '1.250', currency: 'KWD' } }],
    ['with a long description', { description: 'x'.repeat(1_000) }],
  ])('for a page, %s', async (_case, fields) => {
    const { description: _, locale: __, ...bare } = stripeOrder('card');
    await payment.prepare?.({ ...bare, ...fields }, account(), limit);
    expect(accepted()).toEqual(page.slice(0, 1));
  });

  it('for a page in each language that is written down', async () => {
    for (const locale of locales) await payment.prepare?.(stripeOrder('card', { locale }), account(), limit);
    expect(accepted()).toHaveLength(locales.length);
  });

  it('for a look-up, a cancel and the end of a page', async () => {
    await payment.lookUp({ ...handles, prepared: 'pi_1' }, account(), limit);
    await payment.lookUp({ ...handles, prepared: 'cs_test_1' }, account(), limit);
    await payment.cancel?.({ ...handles, prepared: 'cs_test_1' }, account(), limit);
    expect(accepted()).toEqual([
      'GET /v1/payment_intents/pi_1',
      'GET /v1/checkout/sessions/cs_test_1',
      'POST /v1/checkout/sessions/cs_test_1/expire',
      'GET /v1/checkout/sessions/cs_test_1',
    ]);
  });

  it.each(['requested_by_customer', 'duplicate', 'fraud', 'other'])(
    'of a refund, and for its look-ups: %s',
    async (reason) => {
      const money = { amount: '1.00', currency: 'EUR' };
      const charge = { providerReference: 'ref-1', providerId: 'pi_1', money };
      const wanted = { providerReference: 'ref-2', charge, money };
      const order = { ...wanted, method: 'card', meta: {}, callbackUrl: 'https://gw.example.com/', reason };
      await refund.submit(order, account(), limit);
      const sought = { ...wanted, madeFrom: new Date(), madeUntil: new Date(), knownIds: [] };
      await refund.lookUp(sought, account(), limit);
      await refund.lookUp({ ...sought, providerId: 're_1' }, account(), limit);
      expect(accepted()).toEqual(['POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/refunds/re_1']);
    },
  );

  it('for a statement', async () => {
    const asked = { from: new Date('2026-01-01'), to: new Date('2026-01-02'), timezone: 'UTC' };
    await readStatement(asked, account(), limit);
    const [probe, ...lists] = accepted();
    expect(probe).toBe('GET /v1/balance_transactions');
    expect(new Set(lists)).toEqual(new Set(['GET /v1/balance_transactions']));
  });

  it('in another form is refused', async () => {
    const answer = await fetch(`${recorder?.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeCredentials.secret_key}` },
      body: new URLSearchParams({ amount: '100', currency: 'eur', nonsense: '1' }),
    });
    expect(answer.status).toBe(400);
  });
});

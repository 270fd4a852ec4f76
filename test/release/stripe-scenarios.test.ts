import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { enteredCard } from '../fakes/bodies.js';
import { stripeCards, type Card } from '../fakes/stripe-orders.js';
import type { Mishap } from '../fakes/stripe-proxy.js';
import { openStripeGateway } from '../stack/stripe-gateway.js';
import { proveEnd, type Ended } from '../witnesses/prove-end.js';
import { proveStripe } from '../witnesses/prove-stripe.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: each scenario of contract §10 that Stripe can play ends as it must, seen from outside: no payment is lost and none is taken
 * twice. Method: Stripe World over a lossy proxy, once for each payment; its own list of charges is the witness. Each request is shown
 * to stripe-mock as well, if it is there.
 */
const success: Ended = { status: 'success' };
const declined: Ended = { status: 'declined' };
const neverSent: Ended = { status: 'error', reason: 'Communication error' };
const [create, confirm, cancel] = ['/v1/payment_intents', '/confirm', '/cancel'];

type Scenario = {
  readonly card?: Card;
  /** What happens on the way, by the end of the path. */
  readonly mishap?: readonly [pathEnd: string, mishap: Mishap];
  readonly end: Ended;
};

const scenarios: Readonly<Record<string, Scenario>> = {
  at_once: { end: success },
  decline: { card: 'declined', end: declined },
  'a hard decline': { card: 'lost', end: declined },
  'a wrong CVC': { card: 'wrongCvc', end: declined },
  reset: { mishap: [confirm, 'cut'], end: success },
  http_500: { mishap: [confirm, 'broken'], end: success },
  garbage: { mishap: [confirm, 'garbled'], end: success },
  timeout_success: { mishap: [confirm, 'silent'], end: success },
  timeout_decline: { card: 'noFunds', mishap: [confirm, 'silent'], end: declined },
  'a decline that is cut': { card: 'lost', mishap: [confirm, 'cut'], end: declined },
  'a decline that is made a 500': { card: 'noFunds', mishap: [confirm, 'broken'], end: declined },
  timeout_lost: { mishap: [confirm, 'lost'], end: neverSent },
  'a preparation that is lost': { mishap: [create, 'lost'], end: neverSent },
  'a preparation that is cut': { mishap: [create, 'cut'], end: neverSent },
  'a preparation that is made a 500': { mishap: [create, 'broken'], end: neverSent },
  'a preparation that is garbled': { mishap: [create, 'garbled'], end: { status: 'error' } },
};

const gateway = openStripeGateway();
const { proxy, shop, merchantOf, observers, orderBy } = gateway;

const pathOf = (seen?: { readonly line: string }) => seen?.line.split(' ')[1] ?? '';
const confirmationsOf = (minor: number) =>
  proxy().seen.filter(({ line, amount }) => amount === String(minor) && line.endsWith(confirm));

describe.concurrent('a payment by card at Stripe', () => {
  it.each(Object.entries(scenarios))('%s', async (_name, { card, mishap, end }) => {
    const { body, minor } = orderBy(card);
    if (mishap) proxy().next(...mishap, minor);
    const created = await shop().post('/v2/payment', body);
    expect([200, 504]).toContain(created.status);
    const record = await proveEnd(observers(), body.reference, end);
    expect(record).toMatchObject({ provider: 'stripe' });
    expect(confirmationsOf(minor).length).toBeLessThanOrEqual(1);
  });

  it('that is confirmed once more by any key is refused, and stays paid once', async () => {
    const { body, minor } = orderBy();
    await shop().post('/v2/payment', body);
    await proveEnd(observers(), body.reference, success);
    const [confirmed] = confirmationsOf(minor);
    const again = await gateway.ask(pathOf(confirmed), {
      payment_method: 'pm_card_visa',
    });
    expect(again).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
    await proveEnd(observers(), body.reference, success);
  });
});

describe.concurrent('a card that is entered on our own page', () => {
  it.each([
    ['good', undefined, success],
    ['good', 'cut', success],
    ['lost', undefined, declined],
  ] as const)('%s, answer: %s', async (card, mishap, end) => {
    const onPage = { method: undefined, card: undefined, widget: { method: 'card', locale: 'en' } };
    const { body, minor } = orderBy(card, onPage);
    if (mishap) proxy().next(confirm, mishap, minor);
    const created = await shop().post('/v2/payment', body);
    const customer = createCustomer();
    const page = await customer.open(String(created.body['redirect_url']));
    await customer.submit(page, 'pay', enteredCard(stripeCards[card]));
    expect(await proveEnd(observers(), body.reference, end)).toMatchObject({ provider: 'stripe' });
  });
});

describe.concurrent('held_request', () => {
  it('finds a closed door: error, and no charge', async () => {
    const { body, minor } = orderBy();
    proxy().next(confirm, 'held', minor);
    await shop().post('/v2/payment', body);
    await proveEnd(observers(), body.reference, neverSent);
    expect(await proxy().release(minor)).toMatchObject({ status: 400 });
    await proveEnd(observers(), body.reference, neverSent);
  });

  it('that arrives before the cancel is paid', async () => {
    const { body, minor } = orderBy();
    proxy().next(confirm, 'held', minor);
    await shop().post('/v2/payment', body);
    expect(await proxy().release(minor)).toMatchObject({ status: 200 });
    await proveEnd(observers(), body.reference, success);
  });

  it.each(['cut', 'broken', 'lost'] as const)(
    'after a cancel whose answer is %s: the door is closed before the end is told',
    async (mishap) => {
      const { body, minor } = orderBy();
      proxy().next(confirm, 'held', minor);
      proxy().next(cancel, mishap, minor);
      await shop().post('/v2/payment', body);
      await proveEnd(observers(), body.reference, neverSent);
      expect(await proxy().release(minor)).toMatchObject({ status: 400 });
    },
  );

  it('that arrives while its cancel is lost is paid', async () => {
    const { body, minor } = orderBy();
    proxy().next(confirm, 'held', minor);
    proxy().next(cancel, 'lost', minor);
    await shop().post('/v2/payment', body);
    await until(
      () => Promise.resolve(proxy().seen),
      (seen) => seen.some(({ line, amount }) => amount === String(minor) && line.endsWith(cancel)),
    );
    expect(await proxy().release(minor)).toMatchObject({ status: 200 });
    await proveEnd(observers(), body.reference, success);
  });
});

describe.concurrent('with a second route', () => {
  const cascading = () => {
    const merchant = merchantOf('mk_test_stripe_cascade');
    return { ...observers(), merchant };
  };
  const meta = { extra: { meta: { sandbox: 'success' } } };

  it.each([
    ['softly declined', 'noFunds', undefined],
    ['never prepared', 'good', 'lost'],
    ['prepared without an answer', 'good', 'cut'],
  ] as const)('a payment that is %s is paid there, and only there', async (_case, card, mishap) => {
    const { body, minor } = orderBy(card, meta);
    if (mishap) proxy().next(create, mishap, minor);
    await cascading().merchant.post('/v2/payment', body);
    const record = await proveEnd(cascading(), body.reference, success);
    expect(record).toMatchObject({ provider: 'sandbox' });
  });

  it.each([
    ['declined as lost', 'lost', undefined, declined],
    ['of which nobody knows', 'good', 'cut', success],
    ['softly declined without an answer', 'noFunds', 'cut', declined],
  ] as const)('a payment that is %s stays', async (_case, card, mishap, end) => {
    const { body, minor } = orderBy(card, meta);
    if (mishap) proxy().next(confirm, mishap, minor);
    await cascading().merchant.post('/v2/payment', body);
    expect(await proveEnd(cascading(), body.reference, end)).toMatchObject({ provider: 'stripe' });
  });
});

describe.concurrent('3-D Secure', () => {
  it('that its customer does not finish in time expires, and can be paid no more', async () => {
    const brief = { ...observers(), merchant: merchantOf('mk_test_stripe_brief') };
    const { body, minor } = orderBy('threeDSecure');
    const created = await brief.merchant.post('/v2/payment', body);
    expect(created.body).toMatchObject({ error_code: 0 });
    await proveEnd(brief, body.reference, { status: 'expired' });
    const [confirmed] = confirmationsOf(minor);
    const again = await gateway.ask(pathOf(confirmed), {
      payment_method: 'pm_card_visa',
    });
    expect(again).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
  });

  it.each([undefined, 'cut', 'broken', 'lost'] as const)(
    'that its merchant cancels is cancelled at Stripe (answer: %s)',
    async (mishap) => {
      const { body, minor } = orderBy('threeDSecure');
      await shop().post('/v2/payment', body);
      if (mishap) proxy().next(cancel, mishap, minor);
      // One question in five seconds is asked.
      const askAgain = async () => {
        await sleep(1_000);
        return shop().postRaw(`/v2/payment/${body.reference}/cancel`, '');
      };
      await until(askAgain, ({ body: record }) => typeof record['finished_date'] === 'string');
      await proveEnd(observers(), body.reference, { status: 'declined', code: 121 });
    },
  );

  it('of a paid payment: a cancel changes nothing', async () => {
    const { body } = orderBy();
    await shop().post('/v2/payment', body);
    await proveEnd(observers(), body.reference, success);
    const cancelled = await shop().postRaw(`/v2/payment/${body.reference}/cancel`, '');
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'success' } });
  });
});

it.each(['lost', 'cut', 'broken'] as const)(
  'a card whose registration is %s was never sent, and is paid by the next route',
  async (mishap) => {
    const cascading = { ...observers(), merchant: merchantOf('mk_test_stripe_cascade') };
    const { body, minor } = orderBy('good', { extra: { meta: { sandbox: 'success' } } });
    // It does not say for which payment: no other is under way.
    proxy().next('/v1/payment_methods', mishap);
    await cascading.merchant.post('/v2/payment', body);
    expect(await proveEnd(cascading, body.reference, success)).toMatchObject({ provider: 'sandbox' });
    expect(confirmationsOf(minor)).toEqual([]);
  },
);

it('nothing of all this is lost or paid twice, and each request is as Stripe describes it', () =>
  proveStripe(gateway));

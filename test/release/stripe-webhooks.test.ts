import { describe, expect, it } from 'vitest';
import type { StripeObject } from '../fakes/ask-stripe.js';
import { changedEvent, eventAt, sendEvent } from '../fakes/stripe-events.js';
import { stripeCards, stripeCredentials, type Card } from '../fakes/stripe-orders.js';
import { openStripeGateway } from '../stack/stripe-gateway.js';
import { reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd, type Ended } from '../witnesses/prove-end.js';
import { proveStripe } from '../witnesses/prove-stripe.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: an event of Stripe ends a payment if and only if it is true, however often and early it comes. Method: the events that
 * Stripe World has in its list, signed by Stripe's own client. The shop `rare` does not look up by itself.
 */
const success: Ended = { status: 'success' };
const gateway = openStripeGateway();
const { ask, proxy, observers, merchantOf, orderBy } = gateway;

const rare = () => ({ ...observers(), merchant: merchantOf('mk_test_stripe_rare') });
const send = (event: StripeObject, secret?: string) =>
  sendEvent(gateway.system().stack.urls.api, event, secret);
const wrongSecret = `${stripeCredentials.webhook_secret}0`;
/** Payments that somebody has paid at Stripe after they had ended here. */
const paidAfterwards: string[] = [];

/** Who pays at `rare`, and gets no answer from Stripe. */
async function unanswered(card: Card = 'good', mishap: 'silent' | 'cut' | 'held' = 'cut') {
  const { body, minor } = orderBy(card);
  proxy().next('/confirm', mishap, minor);
  const { status, body: told } = await rare().merchant.post('/v2/payment', body);
  expect(status).toBe(504);
  return { body, minor, reference: body.reference, identifier: String(told['identifier']) };
}

const paidEvent = (identifier: string) => eventAt(ask, 'payment_intent.succeeded', identifier);
const reviewed = (identifier: unknown) =>
  until(
    () => reviewsOf(gateway.books(), identifier),
    (reviews) => reviews.length > 0,
  );

describe.concurrent('an event about a payment', () => {
  it('that comes before the answer ends it', async () => {
    const { body, minor } = orderBy();
    proxy().next('/confirm', 'late', minor);
    const created = rare().merchant.post('/v2/payment', body);
    const event = await eventAt(ask, 'payment_intent.succeeded', `"amount":${minor},`);
    expect(await send(event)).toBe(200);
    await proxy().release(minor);
    await created;
    await proveEnd(rare(), body.reference, success);
  });

  it('that comes after a 504, and a second try of the merchant, ends it; it was confirmed once', async () => {
    const { body, minor, identifier } = await unanswered('good', 'silent');
    expect(await rare().merchant.post('/v2/payment', body)).toMatchObject({
      status: 504,
      body: { identifier },
    });
    expect(await send(await paidEvent(identifier))).toBe(200);
    const record = await proveEnd(rare(), body.reference, success);
    expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ source: 'provider' });
    const confirmations = proxy().seen.filter(
      ({ line, amount }) => amount === String(minor) && line.endsWith('/confirm'),
    );
    expect(confirmations).toHaveLength(1);
  });

  it('that comes five times at once, and once more, ends it once', async () => {
    const { reference, identifier } = await unanswered();
    const event = await paidEvent(identifier);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(event)));
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    await proveEnd(rare(), reference, success);
    expect(await send(event)).toBe(200);
    await proveEnd(rare(), reference, success);
    expect(await reviewsOf(gateway.books(), identifier)).toEqual([]);
  });

  it('that its bank has declined it', async () => {
    const { reference, identifier } = await unanswered('lost');
    expect(await send(await eventAt(ask, 'payment_intent.payment_failed', identifier))).toBe(200);
    await proveEnd(rare(), reference, { status: 'declined' });
  });

  it('that is signed wrongly is refused, and costs a look-up', async () => {
    const { reference, identifier } = await unanswered();
    expect(await send(await paidEvent(identifier), wrongSecret)).toBe(401);
    const record = await proveEnd(rare(), reference, success);
    expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ source: 'lookup' });
  });

  it('in another version is a hint that is looked up', async () => {
    const { reference, identifier } = await unanswered();
    const event = { ...(await paidEvent(identifier)), api_version: '2020-08-27' };
    expect(await send(event)).toBe(200);
    const record = await proveEnd(rare(), reference, success);
    expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ source: 'lookup' });
  });

  it('of another amount is no success, and is shown to a person; the true one is', async () => {
    const { reference, identifier } = await unanswered();
    const event = await paidEvent(identifier);
    expect(await send(changedEvent(event, { amount_received: 1 }))).toBe(200);
    expect(await reviewed(identifier)).toMatchObject([{ cause: 'wrong amount' }]);
    expect((await rare().merchant.get(`/v2/payment/${reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await send(event)).toBe(200);
    await proveEnd(rare(), reference, success);
  });

  it('whose sender nobody knows of here is taken, and changes nothing', async () => {
    const { reference, identifier } = await unanswered();
    const stranger = changedEvent(await paidEvent(identifier), {
      metadata: { gateway_reference: '01a21a63-6d2b-7156-99a8-0c5955b5f2fd-1' },
    });
    expect(await send(stranger)).toBe(200);
    await rare().merchant.get(`/v2/payment/${reference}?wait=2`);
    expect((await rare().merchant.get(`/v2/payment/${reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await send(await paidEvent(identifier))).toBe(200);
    await proveEnd(rare(), reference, success);
  });
});

describe.concurrent('a payment that is paid at Stripe after its end here', () => {
  /** The owner of the account has its intent paid by another card; Stripe tells. */
  async function payAfterwards(identifier: string): Promise<void> {
    paidAfterwards.push(identifier);
    const failed = await eventAt(ask, 'payment_intent.payment_failed', identifier);
    const { object } = failed['data'] as { readonly object: StripeObject };
    const path = `/v1/payment_intents/${String(object['id'])}/confirm`;
    const card = { 'card[number]': stripeCards.good, 'card[exp_month]': '12', 'card[exp_year]': '2040' };
    const { id: method } = await ask('/v1/payment_methods', { type: 'card', ...card });
    expect(await ask(path, { payment_method: String(method) })).toMatchObject({ status: 'succeeded' });
    expect(await send(await paidEvent(identifier))).toBe(200);
  }

  it('declined: it stays so, and a person is shown the contradiction', async () => {
    const { body } = orderBy('lost');
    await gateway.shop().post('/v2/payment', body);
    const { identifier } = await proveEnd(observers(), body.reference, { status: 'declined' });
    await payAfterwards(String(identifier));
    expect(await reviewed(identifier)).toMatchObject([{ cause: 'contradicts the final state' }]);
    expect((await gateway.shop().get(`/v2/payment/${body.reference}`)).body).toMatchObject({
      status: 'declined',
    });
  });

  it('paid by the next route: its decline agrees with that, and a second payment is shown to a person', async () => {
    const merchant = merchantOf('mk_test_stripe_cascade');
    const { body } = orderBy('noFunds', { extra: { meta: { sandbox: 'success' } } });
    await merchant.post('/v2/payment', body);
    const { identifier } = await proveEnd({ ...observers(), merchant }, body.reference, success);
    const failed = await eventAt(ask, 'payment_intent.payment_failed', String(identifier));
    expect(await send(failed)).toBe(200);
    const inbox = await until(
      () =>
        gateway
          .books()
          .rows(
            `select verdict from provider_events where identifier = $1 and provider = 'stripe'`,
            identifier,
          ),
      (rows) => rows.some(({ verdict }) => verdict !== null),
    );
    expect(inbox).toMatchObject([{ verdict: 'agrees' }]);
    expect(await reviewsOf(gateway.books(), identifier)).toEqual([]);
    await payAfterwards(String(identifier));
    expect(await reviewed(identifier)).toMatchObject([{ cause: 'other attempt' }]);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body).toMatchObject({ provider: 'sandbox' });
  });
});

it('nothing of all this is lost or paid twice, and each request is as Stripe describes it', () =>
  proveStripe(gateway, paidAfterwards));

import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { stripeCredentials } from '../fakes/stripe-orders.js';
import { openStripeShop } from '../fakes/stripe-shop.js';

/** Goal: what becomes of a payment's money is known. Method: refunds, disputes and events of Stripe World, over the proxy. */
const { refund, readCallback } = stripeConnector;
const { limit, account, orderOf, prepare, submit, lookUp, paid, ask, eventOf, proxy, unwitnessed } =
  openStripeShop();

describe('a refund', () => {
  type Paid = Awaited<ReturnType<typeof paid>>;
  function refundOf({ providerReference, providerId, money }: Paid, amount: string) {
    const order = {
      providerReference: `${randomUUID()}-1`,
      charge: { providerReference, providerId, money },
      money: { amount, currency: 'EUR' },
    };
    const sought = { ...order, madeFrom: new Date(), madeUntil: new Date(), knownIds: [] };
    const rest = { method: 'card', meta: {}, callbackUrl: 'https://gw.example.com/' };
    return {
      ...order,
      submit: () => refund.submit({ ...order, ...rest }, account(), limit),
      lookUp: (id?: string) => refund.lookUp({ ...sought, ...(id && { providerId: id }) }, account(), limit),
    };
  }

  it('in part is made once, and found by the list and by its id', async () => {
    const part = refundOf(await paid(), '2.34');
    const { providerReference } = part;
    expect(await part.lookUp()).toEqual({ kind: 'notFound' });
    const sent = await part.submit();
    const report = { providerReference, outcome: 'success', amount: '2.34', currency: 'EUR' };
    expect(sent).toMatchObject({ kind: 'final', report });
    expect(await part.submit()).toEqual(sent);
    const id = sent.kind === 'final' ? sent.report.providerId : undefined;
    expect(await part.lookUp()).toMatchObject({ kind: 'found', report: { ...report, providerId: id } });
    expect(await part.lookUp(id)).toMatchObject({ kind: 'found', report });
  });

  it('whose answer is lost is found', async () => {
    const part = refundOf(await paid(), '1.00');
    proxy().next('/v1/refunds', 'cut');
    expect(await part.submit()).toMatchObject({ kind: 'unknown' });
    expect(await part.lookUp()).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
  });

  it('of more than is left is unknown, and declined where nothing is left', async () => {
    const order = await paid();
    expect(await refundOf(order, '12.35').submit()).toMatchObject({ kind: 'unknown' });
    expect(await refundOf(order, '12.34').submit()).toMatchObject({ kind: 'final' });
    expect(await refundOf(order, '0.01').submit()).toMatchObject({
      kind: 'declined',
      report: { outcome: 'declined', reason: 'charge_already_refunded' },
    });
  });

  it('does not change how its payment ended, and one of the dashboard is a reversal', async () => {
    const order = await paid();
    await refundOf(order, '2.34').submit();
    expect(await lookUp(order)).toMatchObject({
      kind: 'found',
      report: { outcome: 'success' },
      reversals: [],
    });
    const { id } = await ask('/v1/refunds', { payment_intent: order.prepared, amount: '1000' });
    const { providerReference } = order;
    const told = { kind: 'provider_refund', providerReference, key: id, amount: '10.00', currency: 'EUR' };
    const found = await lookUp(order);
    expect(found).toMatchObject({ report: { outcome: 'success', amount: '12.34' }, reversals: [told] });
    expect(found).not.toHaveProperty('isMoneyUnread');
  });
});

describe('a dispute', () => {
  it('takes the money at once, and gives it back when it is won', async () => {
    const order = await paid('disputed');
    const { providerReference } = order;
    const { data } = await ask(`/v1/disputes?payment_intent=${order.prepared}`);
    const [dispute] = data as readonly { readonly id: string }[];
    const id = dispute?.id ?? '';
    const about = { providerReference, amount: '12.34', currency: 'EUR', case: id, reason: 'fraudulent' };
    const chargeback = { ...about, kind: 'chargeback', key: id, respondBy: expect.stringMatching(/Z$/) };
    expect(await lookUp(order)).toMatchObject({ report: { outcome: 'success' }, reversals: [chargeback] });
    await ask(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': 'winning_evidence', submit: 'true' });
    const won = { ...about, kind: 'chargeback_won', key: `${id}:won` };
    expect(await lookUp(order)).toMatchObject({ reversals: [chargeback, won] });
  });

  it('that only asks has taken nothing', async () => {
    const order = await paid('asked');
    expect(await lookUp(order)).toMatchObject({ reversals: [{ kind: 'inquiry', amount: '12.34' }] });
  });
});

describe('an event, signed by Stripe’s own client', () => {
  const stripe = new Stripe(stripeCredentials.secret_key);

  function read(event: object) {
    const payload = JSON.stringify(event);
    const secret = stripeCredentials.webhook_secret;
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { 'stripe-signature': signature };
    return readCallback({ target: '/', headers, rawHeaders: [], rawBody: Buffer.from(payload) }, [account()]);
  }

  it('tells that a payment is paid', async () => {
    const { providerReference, prepared } = await paid();
    expect(read(await eventOf('payment_intent.succeeded', prepared))).toMatchObject({
      kind: 'read',
      signature: 'right',
      mids: ['stripe_1'],
      eventId: expect.stringMatching(/^evt_/),
      report: { providerReference, outcome: 'success', providerId: prepared, amount: '12.34' },
    });
  });

  it('tells that a payment has failed', async () => {
    const order = await prepare(orderOf('lost'));
    await submit(order);
    const { providerReference, prepared } = order;
    expect(read(await eventOf('payment_intent.payment_failed', prepared))).toMatchObject({
      kind: 'read',
      report: { providerReference, outcome: 'declined', reason: 'lost_card' },
    });
  });

  it('about a dispute is a hint by Stripe’s own id', async () => {
    const { prepared } = await paid('disputed');
    expect(read(await eventOf('charge.dispute.created', prepared))).toEqual({
      kind: 'hint',
      providerId: prepared,
      signature: 'right',
    });
  });

  it('about a refund of the dashboard is a hint by our reference', async () => {
    const { providerReference, prepared } = await paid();
    await ask('/v1/refunds', { payment_intent: prepared });
    expect(read(await eventOf('charge.refunded', prepared))).toEqual({
      kind: 'hint',
      providerReference,
      signature: 'right',
    });
  });
});

it('each of these requests is one that Stripe’s description allows', ({ skip }) => {
  const reason = unwitnessed();
  if (reason !== undefined) return skip(reason);
  expect(proxy().seen.length).toBeGreaterThan(20);
  return expect(proxy().refused).toEqual([]);
});

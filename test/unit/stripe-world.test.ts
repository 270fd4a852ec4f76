import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder, ProviderAccount } from '#gateway/connectors/connector';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { stripeCard, stripeCredentials, stripeOrder } from '../fakes/stripe-orders.js';
import { startStripeProxy, type StripeProxy } from '../fakes/stripe-proxy.js';
import { startStripeMock, startStripeWorld, type StripeServer } from '../fakes/stripe-servers.js';

/**
 * Goal: no payment is taken twice and none is lost, whatever happens on the way. Method: Stripe World, which treats payments as
 * the real Stripe was recorded to do, behind a lossy proxy; its own list of charges is the witness. Each request is shown to
 * stripe-mock as well, if it is there.
 */
const { payment, refund, readCallback } = stripeConnector;
const limit = { timeoutMs: 5_000 };
/** Long enough for a payment, and short enough to wait for. */
const silenceMs = 2_500;
/** The first time, the servers are built. */
const patience = 600_000;
type Server = StripeServer | { readonly missing: string };
let [world, mock]: Server[] = [];
let proxy: StripeProxy;

beforeAll(async () => {
  [world, mock] = [await startStripeWorld(), await startStripeMock()];
  if ('url' in world) proxy = await startStripeProxy(world.url, 'url' in mock ? mock.url : undefined);
}, patience);
afterAll(async () => {
  for (const server of [world, mock]) if (server && 'close' in server) await server.close();
});
beforeEach(({ skip }) => {
  if (world && 'missing' in world) skip(world.missing);
});

const accountOf = (): ProviderAccount => ({
  provider: 'stripe',
  mid: 'stripe_1',
  baseUrl: proxy.url,
  credentials: stripeCredentials,
});
const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lost: '4000000000009987',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  threeDSecure: '4000000000003220',
  disputed: '4000000000000259',
  asked: '4000000000001976',
};

function orderOf(card: keyof typeof cards): PaymentOrder {
  return stripeOrder('card', { style: 'h2h', card: stripeCard(cards[card]) });
}

async function prepare(order: PaymentOrder): Promise<PaymentOrder & { readonly prepared: string }> {
  const result = await payment.prepare?.(order, accountOf(), limit);
  if (result?.kind !== 'prepared' || result.prepared === undefined) throw new Error(JSON.stringify(result));
  return { ...order, prepared: result.prepared };
}

const submit = (order: PaymentOrder, timeoutMs = limit.timeoutMs) =>
  payment.submit(order, accountOf(), { timeoutMs });
const lookUp = (order: PaymentOrder) => payment.lookUp(order, accountOf(), limit);
const cancel = (order: PaymentOrder) => payment.cancel?.(order, accountOf(), limit);

/** A payment that has succeeded, with Stripe's id of it. */
async function paid(card: keyof typeof cards = 'good') {
  const order = await prepare(orderOf(card));
  expect(await submit(order)).toMatchObject({ kind: 'final', report: { outcome: 'success' } });
  return { ...order, providerId: order.prepared };
}

/** Asks Stripe World directly. */
async function ask(
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${(world as StripeServer).url}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${stripeCredentials.secret_key}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** The charges of a payment that have succeeded. */
async function chargesOf({ prepared }: { readonly prepared: string }): Promise<number> {
  const { data } = await ask(`/v1/charges?payment_intent=${prepared}&limit=100`);
  return (data as readonly { readonly status: string }[]).filter(({ status }) => status === 'succeeded')
    .length;
}

describe('a payment by card', () => {
  it('is prepared, which moves nothing, and then paid once', async () => {
    const order = await prepare(orderOf('good'));
    expect(await chargesOf(order)).toBe(0);
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    const report = {
      providerReference: order.providerReference,
      outcome: 'success',
      providerId: order.prepared,
      amount: '12.34',
      currency: 'EUR',
    };
    expect(await submit(order)).toEqual({ kind: 'final', report });
    expect(await lookUp(order)).toEqual({ kind: 'found', report });
    expect(await chargesOf(order)).toBe(1);
  });

  it('that is prepared again is the same', async () => {
    const order = orderOf('good');
    expect((await prepare(order)).prepared).toBe((await prepare(order)).prepared);
  });

  it.each([
    ['declined', true, 'generic_decline'],
    ['noFunds', true, 'insufficient_funds'],
    ['lost', false, 'lost_card'],
    ['expired', false, 'expired_card'],
    ['wrongCvc', false, 'incorrect_cvc'],
  ] as const)('%s: soft %s, %s', async (card, soft, reason) => {
    const order = await prepare(orderOf(card));
    const report = { outcome: 'declined', reason };
    expect(await submit(order)).toMatchObject({ kind: 'declined', soft, report });
    expect(await lookUp(order)).toMatchObject({ kind: 'found', report });
    expect(await chargesOf(order)).toBe(0);
  });

  it('with 3-D Secure is open, and can be cancelled for good', async () => {
    const order = await prepare(orderOf('threeDSecure'));
    expect(await submit(order)).toMatchObject({ kind: 'accepted', providerId: order.prepared });
    const report = { outcome: 'cancelled', reason: 'requested_by_customer' };
    expect(await cancel(order)).toMatchObject({ kind: 'found', report });
    expect(await lookUp(order)).toMatchObject({ kind: 'found', report });
  });

  it('that is paid before its cancel is reported as paid', async () => {
    expect(await cancel(await paid())).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
  });

  it('is found among all payments of the time', async () => {
    const { providerReference } = await paid();
    const period = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    const read = await payment.readStatement?.(period, accountOf(), limit);
    const report = expect.objectContaining({ providerReference, outcome: 'success', amount: '12.34' });
    expect(read).toMatchObject({ kind: 'read', reports: expect.arrayContaining([report]) });
  });

  it('of another reference, or with an id that Stripe does not have, is no answer', async () => {
    const order = await paid();
    expect(await lookUp({ ...order, providerReference: `${randomUUID()}-1` })).toMatchObject({
      kind: 'noAnswer',
    });
    expect(await lookUp({ ...order, prepared: 'pi_404' })).toMatchObject({ kind: 'noAnswer' });
    const other = { ...orderOf('good'), prepared: 'pi_404' };
    expect(await submit(other)).toMatchObject({ kind: 'notSent', error: 'failed' });
  });
});

describe('on a bad way', () => {
  it.each([
    ['cut', 'communication'],
    ['broken', 'communication'],
    ['silent', 'timeout'],
  ] as const)('an answer that is %s: unknown, and found paid, once', async (mishap, cause) => {
    const order = await prepare(orderOf('good'));
    proxy.next('/confirm', mishap);
    expect(await submit(order, silenceMs)).toMatchObject({ kind: 'unknown', cause });
    expect(await lookUp(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });

  it.each(['cut', 'broken', 'lost'] as const)(
    'a preparation whose answer is %s is not sent, and costs nothing',
    async (mishap) => {
      const order = orderOf('good');
      proxy.next('/v1/payment_intents', mishap);
      const result = await payment.prepare?.(order, accountOf(), limit);
      expect(result).toEqual({ kind: 'notSent', detail: expect.any(String) });
      expect(await chargesOf(await prepare(order))).toBe(0);
    },
  );

  it('a request that is lost is not found, and closed by the cancel', async () => {
    const order = await prepare(orderOf('good'));
    proxy.next('/confirm', 'lost');
    expect(await submit(order)).toMatchObject({ kind: 'unknown' });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await chargesOf(order)).toBe(0);
  });

  it('a request that is held up finds a closed door after the cancel', async () => {
    const order = await prepare(orderOf('good'));
    proxy.next('/confirm', 'held');
    expect(await submit(order)).toMatchObject({ kind: 'unknown' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await proxy.release()).toMatchObject({ status: 400 });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await chargesOf(order)).toBe(0);
  });

  it.each([
    ['lost', 'noAnswer', 200, 1],
    ['cut', 'notFound', 400, 0],
  ] as const)('a cancel that is %s: %s, as the door is', async (mishap, kind, status, charges) => {
    const order = await prepare(orderOf('good'));
    proxy.next('/confirm', 'held');
    await submit(order);
    proxy.next('/cancel', mishap);
    expect(await cancel(order)).toMatchObject({ kind });
    expect(await proxy.release()).toMatchObject({ status });
    expect(await chargesOf(order)).toBe(charges);
  });

  it('without the cancel it is paid, which the next look-up tells', async () => {
    const order = await prepare(orderOf('good'));
    proxy.next('/confirm', 'held');
    await submit(order);
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await proxy.release()).toMatchObject({ status: 200 });
    expect(await cancel(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });

  it('two confirmations at once are one payment', async () => {
    const order = await prepare(orderOf('good'));
    const results = await Promise.all([submit(order), submit(order), submit(order)]);
    for (const { kind } of results) expect(['final', 'unknown']).toContain(kind);
    expect(await lookUp(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });

  it('a second confirmation is refused by any key', async () => {
    const order = await paid();
    const again = await ask(`/v1/payment_intents/${order.prepared}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    expect(again).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
    expect(await submit(order)).toMatchObject({ kind: 'final', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });
});

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
      submit: () => refund.submit({ ...order, ...rest }, accountOf(), limit),
      lookUp: (id?: string) =>
        refund.lookUp({ ...sought, ...(id && { providerId: id }) }, accountOf(), limit),
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
    proxy.next('/v1/refunds', 'cut');
    expect(await part.submit()).toMatchObject({ kind: 'unknown' });
    expect(await part.lookUp()).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
  });

  it('of more than is left is unknown, and of a payment without anything left declined', async () => {
    const order = await paid();
    expect(await refundOf(order, '12.35').submit()).toMatchObject({ kind: 'unknown' });
    expect(await refundOf(order, '12.34').submit()).toMatchObject({ kind: 'final' });
    expect(await refundOf(order, '0.01').submit()).toMatchObject({
      kind: 'declined',
      report: { outcome: 'declined', reason: 'charge_already_refunded' },
    });
  });

  it('does not change how its payment ended; one of the dashboard is told', async () => {
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

  async function eventOf(type: string, about: string) {
    const { data } = await ask(`/v1/events?type=${type}&limit=100`);
    const event = (data as readonly object[]).find((one) => JSON.stringify(one).includes(about));
    if (event === undefined) throw new Error(`no ${type}`);
    return JSON.stringify(event);
  }
  function read(payload: string) {
    const secret = stripeCredentials.webhook_secret;
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { 'stripe-signature': signature };
    return readCallback({ target: '/', headers, rawHeaders: [], rawBody: Buffer.from(payload) }, [
      accountOf(),
    ]);
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

  it('tells that one has failed', async () => {
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

it('every request of all this is as Stripe’s description has it', ({ skip }) => {
  if (mock && 'missing' in mock) return skip(mock.missing);
  expect(proxy.seen.length).toBeGreaterThan(100);
  return expect(proxy.refused).toEqual([]);
});

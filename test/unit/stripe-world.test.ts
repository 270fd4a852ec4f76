import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stripeConnector } from '#gateway/connectors/stripe/connector';
import { openStripeShop } from '../fakes/stripe-shop.js';

/**
 * Goal: no payment is taken twice and none is lost, whatever happens on the way. Method: Stripe World, which treats payments as
 * the real Stripe was recorded to do, behind a lossy proxy; its own list of charges is the witness. Each request is shown to
 * stripe-mock as well, if it is there.
 */
const { payment } = stripeConnector;
const { limit, account, orderOf, prepare, submit, lookUp, cancel, paid, ask, chargesOf, proxy, unwitnessed } =
  openStripeShop();
/** Long enough for a payment, and short enough to wait for. */
const silenceMs = 2_500;

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

  it('that is prepared again is the same payment', async () => {
    const order = orderOf('good');
    expect((await prepare(order)).prepared).toBe((await prepare(order)).prepared);
  });

  it.each([
    ['declined', true, 'generic_decline'],
    ['noFunds', true, 'insufficient_funds'],
    ['lost', false, 'lost_card'],
    ['expired', false, 'expired_card'],
    ['wrongCvc', false, 'incorrect_cvc'],
  ] as const)('by the card "%s" is declined, softly: %s, for %s', async (card, soft, reason) => {
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

  it('is in the statement of its time', async () => {
    const { providerReference: reference } = await paid();
    const asked = {
      from: new Date(Date.now() - 3_600_000),
      to: new Date(Date.now() + 3_600_000),
      timezone: 'UTC',
    };
    const read = await stripeConnector.readStatement(asked, account(), limit);
    const line = expect.objectContaining({ reference, kind: 'payment', gross: '12.34', currency: 'EUR' });
    expect(read).toMatchObject({ kind: 'read', lines: expect.arrayContaining([line]) });
  });

  it('is no answer under another reference, or by an id that Stripe does not have', async () => {
    const order = await paid();
    expect(await lookUp({ ...order, providerReference: `${randomUUID()}-1` })).toMatchObject({
      kind: 'noAnswer',
    });
    expect(await lookUp({ ...order, prepared: 'pi_404' })).toMatchObject({ kind: 'noAnswer' });
    const other = { ...orderOf('good'), prepared: 'pi_404' };
    expect(await submit(other)).toMatchObject({ kind: 'notSent', error: 'failed' });
  });
});

describe('where the network fails', () => {
  it.each([
    ['cut', 'communication'],
    ['broken', 'communication'],
    ['silent', 'timeout'],
  ] as const)(
    'a confirmation whose answer is %s is unknown, then found paid, once',
    async (mishap, cause) => {
      const order = await prepare(orderOf('good'));
      proxy().next('/confirm', mishap);
      expect(await submit(order, silenceMs)).toMatchObject({ kind: 'unknown', cause });
      expect(await lookUp(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
      expect(await chargesOf(order)).toBe(1);
    },
  );

  it.each(['cut', 'broken', 'lost'] as const)(
    'a preparation whose answer is %s is not sent, and costs nothing',
    async (mishap) => {
      const order = orderOf('good');
      proxy().next('/v1/payment_intents', mishap);
      const result = await payment.prepare?.(order, account(), limit);
      expect(result).toEqual({ kind: 'notSent', detail: expect.any(String) });
      expect(await chargesOf(await prepare(order))).toBe(0);
    },
  );

  it('a confirmation that is lost is not found, and the cancel closes its intent', async () => {
    const order = await prepare(orderOf('good'));
    proxy().next('/confirm', 'lost');
    expect(await submit(order)).toMatchObject({ kind: 'unknown' });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await chargesOf(order)).toBe(0);
  });

  it('a confirmation that is held up is refused if it arrives after the cancel', async () => {
    const order = await prepare(orderOf('good'));
    proxy().next('/confirm', 'held');
    expect(await submit(order)).toMatchObject({ kind: 'unknown' });
    expect(await cancel(order)).toEqual({ kind: 'notFound' });
    expect(await proxy().release()).toMatchObject({ status: 400 });
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await chargesOf(order)).toBe(0);
  });

  it.each([
    ['lost', 'noAnswer', 200, 1],
    ['cut', 'notFound', 400, 0],
  ] as const)(
    'a cancel that is %s tells "%s", and the confirmation behind it gets %d',
    async (mishap, kind, status, charges) => {
      const order = await prepare(orderOf('good'));
      proxy().next('/confirm', 'held');
      await submit(order);
      proxy().next('/cancel', mishap);
      expect(await cancel(order)).toMatchObject({ kind });
      expect(await proxy().release()).toMatchObject({ status });
      expect(await chargesOf(order)).toBe(charges);
    },
  );

  it('a confirmation that is held up pays if it arrives before the cancel, which says so', async () => {
    const order = await prepare(orderOf('good'));
    proxy().next('/confirm', 'held');
    await submit(order);
    expect(await lookUp(order)).toEqual({ kind: 'notFound' });
    expect(await proxy().release()).toMatchObject({ status: 200 });
    expect(await cancel(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });

  it('three confirmations at once are one payment', async () => {
    const order = await prepare(orderOf('good'));
    const results = await Promise.all([submit(order), submit(order), submit(order)]);
    for (const { kind } of results) expect(['final', 'unknown']).toContain(kind);
    expect(await lookUp(order)).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });

  it('a second confirmation is refused, whatever its key', async () => {
    const order = await paid();
    const again = await ask(`/v1/payment_intents/${order.prepared}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    expect(again).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
    expect(await submit(order)).toMatchObject({ kind: 'final', report: { outcome: 'success' } });
    expect(await chargesOf(order)).toBe(1);
  });
});

it('each of these requests is one that Stripe’s description allows', ({ skip }) => {
  const reason = unwitnessed();
  if (reason !== undefined) return skip(reason);
  expect(proxy().seen.length).toBeGreaterThan(20);
  return expect(proxy().refused).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { listStripe, type StripeObject } from '../fakes/ask-stripe.js';
import { refundBody } from '../fakes/refunds.js';
import { changedEvent, eventAt, sendEvent } from '../fakes/stripe-events.js';
import type { Card } from '../fakes/stripe-orders.js';
import { openStripeGateway } from '../stack/stripe-gateway.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { proveStripe } from '../witnesses/prove-stripe.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: what becomes of a payment's money at Stripe is known here, and no refund is made twice (contract §15). Method: refunds and
 * disputes of Stripe World over the lossy proxy; its own list of refunds is the witness. Its events are signed by Stripe's own client.
 */
type Row = Readonly<Record<string, unknown>>;
const gateway = openStripeGateway([[['timing', 'unknown_review'], '6s']]);
const { ask, proxy, shop, observers, orderBy } = gateway;
const books = () => gateway.books();

const send = async (event: StripeObject) =>
  expect(await sendEvent(gateway.system().stack.urls.api, event)).toBe(200);

/** A payment that has succeeded, and what finds it at Stripe. */
async function paid(card: Card = 'good') {
  const { body, minor } = orderBy(card);
  await shop().post('/v2/payment', body);
  const record = await proveEnd(observers(), body.reference, { status: 'success' });
  const identifier = String(record['identifier']);
  const intents = await listStripe(ask, '/v1/payment_intents');
  const intent = intents.find((one) => JSON.stringify(one).includes(identifier));
  return {
    record,
    minor,
    identifier,
    reference: body.reference,
    amount: body.amount,
    intent: String(intent?.['id']),
  };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const refund = (payment: Paid, amount?: string) =>
  refundBody(payment.record, { ...(amount !== undefined && { amount }), callback_url: callbackUrl() });
const callbackUrl = () => `${gateway.system().stack.urls.sandbox}/merchant/callbacks`;

/** What Stripe has given back of a payment; in euros, oldest first. */
async function refundsAt(payment: Paid): Promise<readonly number[]> {
  const rows = await listStripe(ask, '/v1/refunds');
  const own = rows.filter((row) => row['payment_intent'] === payment.intent);
  return own.map((row) => Number(row['amount']) / 100).toReversed();
}

const sentFor = ({ minor }: Paid) =>
  proxy().seen.filter(({ line, amount }) => line === 'POST /v1/refunds' && amount === String(minor));
const reviewed = (identifier: unknown) =>
  until(
    () => reviewsOf(books(), identifier),
    (reviews) => reviews.length > 0,
  );
const neverFound = [
  { cause: expect.stringMatching(/^(?:not found at the provider|no progress for too long)$/) },
];
const recordOf = async (payment: Paid) => (await shop().get(`/v2/payment/${payment.reference}`)).body;
const withReversals = (payment: Paid, count: number): Promise<Row> =>
  until(
    () => recordOf(payment),
    ({ reversals }) => (reversals as readonly unknown[]).length === count,
  );
const refundEnd = (reference: string, status: 'success' | 'declined' = 'success') =>
  shop()
    .untilFinal(reference, 'refund')
    .then((record) => {
      expect(record).toMatchObject({ status });
      return record;
    });

describe.concurrent('a refund', () => {
  it('in parts, then all that is left; nothing more is sent', async () => {
    const payment = await paid();
    const [part, rest] = [refund(payment, '400.50'), refund(payment)];
    for (const body of [part, rest]) {
      expect((await shop().post('/v2/refund', body)).body).toMatchObject({ error_code: 0 });
      await refundEnd(body.reference);
    }
    expect((await shop().post('/v2/refund', refund(payment, '0.01'))).body).toMatchObject({
      error_code: 1132,
    });
    expect(await refundsAt(payment)).toEqual([400.5, payment.amount - 400.5]);
    expect(await recordOf(payment)).toMatchObject({
      status: 'success',
      refunded_amount: `${payment.amount}.00`,
      refundable_amount: '0.00',
      reversals: [],
    });
  });

  it.each(['cut', 'broken', 'garbled', 'silent'] as const)(
    'whose answer is %s is found in the list, and made once',
    async (mishap) => {
      const payment = await paid();
      const body = refund(payment, '100');
      proxy().next('/v1/refunds', mishap, payment.minor);
      expect([200, 504]).toContain((await shop().post('/v2/refund', body)).status);
      const { identifier } = await refundEnd(body.reference);
      expect(await refundsAt(payment)).toEqual([100]);
      expect(await entriesOf(books(), identifier)).toEqual(['hold 100.00 EUR', 'refund 100.00 EUR']);
    },
  );

  it('that is held up on its way is neither ended nor sent again, and succeeds when it arrives', async () => {
    const payment = await paid();
    const body = refund(payment, '100');
    proxy().next('/v1/refunds', 'held', payment.minor);
    await shop().post('/v2/refund', body);
    const { body: open } = await shop().get(`/v2/refund/${body.reference}`);
    expect(await reviewed(open['identifier'])).toMatchObject(neverFound);
    expect(open).toMatchObject({ status: 'pending' });
    expect(await refundsAt(payment)).toEqual([]);
    expect(await proxy().release(payment.minor)).toMatchObject({ status: 200 });
    await refundEnd(body.reference);
    expect(await refundsAt(payment)).toEqual([100]);
    expect(sentFor(payment)).toHaveLength(1);
  });

  it('of more than Stripe has left is neither made nor ended: a person is shown it', async () => {
    const payment = await paid();
    await ask('/v1/refunds', { payment_intent: payment.intent, amount: '10000' });
    const body = refund(payment);
    const { body: open } = await shop().post('/v2/refund', body);
    expect(await reviewed(open['identifier'])).toMatchObject(neverFound);
    expect((await shop().get(`/v2/refund/${body.reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await refundsAt(payment)).toEqual([100]);
    expect(sentFor(payment)).toHaveLength(1);
  });

  it('of a payment that was refunded in the dashboard is declined', async () => {
    const payment = await paid();
    await ask('/v1/refunds', { payment_intent: payment.intent });
    const body = refund(payment);
    await shop().post('/v2/refund', body);
    const { identifier } = await refundEnd(body.reference, 'declined');
    expect(await refundsAt(payment)).toEqual([payment.amount]);
    expect(await entriesOf(books(), identifier)).toEqual([
      `hold ${payment.amount}.00 EUR`,
      `unhold ${payment.amount}.00 EUR`,
    ]);
  });

  it.each([
    ['refund.updated', { status: 'succeeded' }, 'success'],
    ['refund.failed', { status: 'failed', failure_reason: 'lost_or_stolen_card' }, 'declined'],
    ['refund.updated', { status: 'canceled' }, 'declined'],
  ] as const)('that takes its time ends by %s, %o: %s', async (type, fields, end) => {
    const payment = await paid('slowRefund');
    const body = refund(payment, '100');
    const { body: made } = await shop().post('/v2/refund', body);
    expect(made).toMatchObject({ error_code: 0, status: 'pending' });
    const created = await eventAt(ask, 'refund.created', String(made['identifier']));
    await send(changedEvent(created, fields, type));
    await refundEnd(body.reference, end);
  });

  it('that fails after its success was told is returned, and can be made again', async () => {
    const payment = await paid();
    const body = refund(payment, '100');
    await shop().post('/v2/refund', body);
    const { identifier } = await refundEnd(body.reference);
    const created = await eventAt(ask, 'refund.created', String(identifier));
    const failure = { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    await send(changedEvent(created, failure, 'refund.failed'));
    const record = await until(
      async () => (await shop().get(`/v2/refund/${body.reference}`)).body,
      ({ reversals }) => (reversals as readonly unknown[]).length === 1,
    );
    expect(record).toMatchObject({ status: 'success', reversals: [{ kind: 'returned', amount: '100.00' }] });
    expect(await recordOf(payment)).toMatchObject({ refunded_amount: '0.00' });
    const again = await shop().post('/v2/refund', refund(payment, '50'));
    expect(again.body).toMatchObject({ error_code: 0 });
    expect(await entriesOf(books(), identifier)).toEqual([
      'hold 100.00 EUR',
      'refund 100.00 EUR',
      'refund_returned 100.00 EUR',
    ]);
  });
});

describe.concurrent('a refund of the dashboard', () => {
  it.each(['charge.refunded', 'refund.created'])('is told by %s, once', async (type) => {
    const payment = await paid();
    const { id } = await ask('/v1/refunds', { payment_intent: payment.intent, amount: '10000' });
    const about = type === 'refund.created' ? String(id) : payment.intent;
    const event = await eventAt(ask, type, about);
    await send(event);
    await send(event);
    const record = await withReversals(payment, 1);
    expect(record).toMatchObject({
      status: 'success',
      refunded_amount: '100.00',
      reversals: [{ kind: 'provider_refund', amount: '100.00', state: 'posted' }],
    });
    expect(await entriesOf(books(), payment.identifier)).toEqual([
      `collect ${payment.amount} EUR`,
      'provider_refund 100.00 EUR',
    ]);
  });

  it('beside one of ours: each is told as what it is', async () => {
    const payment = await paid();
    const body = refund(payment, '100');
    await shop().post('/v2/refund', body);
    await refundEnd(body.reference);
    await ask('/v1/refunds', { payment_intent: payment.intent, amount: '5000' });
    await send(await eventAt(ask, 'charge.refunded', payment.intent));
    expect(await withReversals(payment, 1)).toMatchObject({
      refunded_amount: '150.00',
      reversals: [{ kind: 'provider_refund', amount: '50.00' }],
    });
    expect(await refundsAt(payment)).toEqual([100, 50]);
  });
});

describe.concurrent('a dispute', () => {
  async function disputeOf(payment: Paid): Promise<string> {
    const { data } = await ask(`/v1/disputes?payment_intent=${payment.intent}`);
    const [dispute] = data as readonly StripeObject[];
    return String(dispute?.['id']);
  }

  it('takes the money at once; won, it is back, and can be refunded', async () => {
    const payment = await paid('disputed');
    const id = await disputeOf(payment);
    const whole = `${payment.amount}.00`;
    const opened = await eventAt(ask, 'charge.dispute.created', id);
    await send(opened);
    await send(opened);
    expect(await withReversals(payment, 1)).toMatchObject({
      status: 'success',
      charged_back_amount: whole,
      refundable_amount: '0.00',
      reversals: [
        {
          kind: 'chargeback',
          case: id,
          reason: 'fraudulent',
          respond_by: expect.stringMatching(/Z$/),
          state: 'posted',
        },
      ],
    });
    expect((await shop().post('/v2/refund', refund(payment))).body).toMatchObject({ error_code: 1132 });
    await ask(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': 'winning_evidence', submit: 'true' });
    await send(await eventAt(ask, 'charge.dispute.closed', id));
    expect(await withReversals(payment, 2)).toMatchObject({
      charged_back_amount: '0.00',
      refundable_amount: whole,
      reversals: [{ kind: 'chargeback' }, { kind: 'chargeback_won', case: id }],
    });
    expect(await entriesOf(books(), payment.identifier)).toEqual([
      `collect ${payment.amount} EUR`,
      `chargeback ${whole} EUR`,
      `chargeback_won ${whole} EUR`,
    ]);
    expect(await reviewsOf(books(), payment.identifier)).toEqual([]);
  });

  it('that is lost takes it once, also if it is heard of only then', async () => {
    const payment = await paid('disputed');
    const id = await disputeOf(payment);
    expect(await ask(`/v1/disputes/${id}/close`, {})).toMatchObject({ status: 'lost' });
    await send(await eventAt(ask, 'charge.dispute.closed', id));
    await send(await eventAt(ask, 'charge.dispute.created', id));
    expect(await withReversals(payment, 1)).toMatchObject({
      charged_back_amount: `${payment.amount}.00`,
      reversals: [{ kind: 'chargeback', case: id }],
    });
  });

  it('that only asks moves nothing, and a refund is still possible', async () => {
    const payment = await paid('asked');
    const id = await disputeOf(payment);
    await send(await eventAt(ask, 'charge.dispute.created', id));
    expect(await withReversals(payment, 1)).toMatchObject({
      charged_back_amount: '0.00',
      reversals: [{ kind: 'inquiry', case: id, state: 'recorded' }],
    });
    expect(await entriesOf(books(), payment.identifier)).toEqual([`collect ${payment.amount} EUR`]);
    const body = refund(payment);
    await shop().post('/v2/refund', body);
    await refundEnd(body.reference);
  });
});

it('nothing of all this is lost or paid twice, and each request is as Stripe describes it', () =>
  proveStripe(gateway));

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefundHandle, RefundOrder } from '#gateway/connectors/connector';
import { paystackConnector } from '#gateway/connectors/paystack/connector';
import { deviations } from '../fakes/paystack-description.js';
import { startPaystackFace } from '../fakes/paystack-face.js';
import { newReference, paymentOrder } from '../fakes/paystack-orders.js';
import { journalOf } from '../witnesses/journal.js';

/** Refunds and disputes at the Paystack face of the sandbox; what both say is held against the published description. */
const { payment, refund, readCallback } = paystackConnector;
const limit = { timeoutMs: 1_500 };
const longLimit = { timeoutMs: 20_000 };
const patience = { timeout: 5_000, interval: 20 };
const money = { amount: '250.00', currency: 'NGN' };
const callbackUrl = 'http://unused.test/';
let face: Awaited<ReturnType<typeof startPaystackFace>>;

beforeAll(async () => {
  face = await startPaystackFace();
});
afterAll(() => face.close());
beforeEach(() => {
  face.callbacks.length = 0;
  face.exchanges.length = 0;
});
afterEach(() => {
  // The description says nothing of faults, and of broken bodies less.
  const readable = face.exchanges.filter(
    ({ status, answer }) => status === 200 && typeof answer === 'object',
  );
  const found = readable.flatMap(deviations);
  if (found.length > 0) throw new Error(found.join('\n'));
});

/** A payment that is paid, by our reference of it. */
async function pay(): Promise<string> {
  const order = paymentOrder({ customer: { email: 'ada+at_once@example.com' } });
  expect(await payment.submit(order, face.account, longLimit)).toMatchObject({ kind: 'final' });
  face.exchanges.length = 0;
  return order.providerReference;
}

function refundOf(charge: string, word = 'success', amount = '100.5') {
  const order: RefundOrder = {
    providerReference: newReference(),
    charge: { providerReference: charge, money },
    method: 'ussd',
    money: { amount, currency: 'NGN' },
    description: `One of two [${word}]`,
    meta: {},
    callbackUrl,
  };
  const handle: RefundHandle = {
    ...order,
    madeFrom: new Date(),
    madeUntil: new Date(Date.now() + 60_000),
    knownIds: [],
  };
  return {
    ...order,
    submit: () => refund.submit(order, face.account, limit),
    lookUp: (providerId?: string) =>
      refund.lookUp({ ...handle, ...(providerId && { providerId }) }, face.account, limit),
  };
}

/** Waits for this number of hints about the payment, beside the event of its success. */
async function untilHinted(charge: string, count: number): Promise<void> {
  const hint = { kind: 'hint', providerReference: charge, signature: 'right' };
  await vi.waitFor(() => {
    const readings = face.callbacks.map((event) => readCallback(event, [face.account]));
    const hints = readings.filter((one) => 'providerReference' in one && one.providerReference === charge);
    expect(hints).toEqual(Array.from({ length: count }, () => hint));
  }, patience);
}

const lookUp = (providerReference: string) => payment.lookUp({ providerReference }, face.account, limit);
const panel = (what: string, body: object) =>
  fetch(`${face.sandboxUrl}/panel/${what}`, { method: 'POST', body: JSON.stringify(body), headers: json });
const json = { 'content-type': 'application/json' };

describe('a refund at the face of Paystack', () => {
  it('is found by its note, and by its id, until it is processed', async () => {
    const charge = await pay();
    const part = refundOf(charge);
    const sent = await part.submit();
    expect(sent).toMatchObject({ kind: 'accepted', report: { outcome: 'open', amount: '100.50' } });
    const providerId = sent.kind === 'accepted' ? sent.providerId : undefined;
    expect(await part.lookUp()).toMatchObject({ kind: 'found', report: { outcome: 'open', providerId } });
    const report = { providerReference: part.providerReference, outcome: 'success', amount: '100.50' };
    await vi.waitFor(async () => expect(await part.lookUp(providerId)).toMatchObject({ report }), patience);
    const entries = await journalOf(face.sandboxUrl, part.providerReference.replace(/-1$/, ''));
    expect(entries).toMatchObject([{ kind: 'refund', amount: '100.50', status: 'success' }]);
  });

  it('is told as a hint about the payment, whose end it leaves alone', async () => {
    const charge = await pay();
    await refundOf(charge).submit();
    await untilHinted(charge, 1);
    const found = await lookUp(charge);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' }, reversals: [] });
  });

  it('of everything reverses the payment, which raises nothing', async () => {
    const charge = await pay();
    await refundOf(charge, 'at_once', '250').submit();
    const found = await lookUp(charge);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'open' }, reversals: [] });
  });

  it.each([
    ['at_once', { kind: 'final', report: { outcome: 'success' } }, 'success'],
    ['decline', { kind: 'accepted' }, 'declined'],
    ['error', { kind: 'accepted' }, 'declined'],
    ['http_500', { kind: 'unknown', cause: 'communication' }, 'success'],
    ['garbage', { kind: 'unknown', cause: 'unreadable' }, 'success'],
    ['reset', { kind: 'unknown', cause: 'communication' }, 'success'],
    ['late_failure_unheard', { kind: 'accepted' }, 'declined'],
  ])('that meets [%s]', async (word, result, outcome) => {
    const one = refundOf(await pay(), word);
    expect(await one.submit()).toMatchObject(result);
    const found = { kind: 'found', report: { outcome } };
    await vi.waitFor(async () => expect(await one.lookUp()).toMatchObject(found), patience);
  });

  it('that waits for the customer’s account awaits approval', async () => {
    const one = refundOf(await pay(), 'needs_attention');
    const report = { outcome: 'open', awaitsApproval: true };
    expect(await one.submit()).toMatchObject({ kind: 'accepted', report });
    expect(await one.lookUp()).toMatchObject({ kind: 'found', report });
  });

  it('of more than is left, throttled or lost is unknown, and not found', async () => {
    const charge = await pay();
    for (const one of [
      refundOf(charge, 'x', '250.01'),
      refundOf(charge, 'throttled'),
      refundOf(charge, 'timeout_lost'),
    ]) {
      expect(await one.submit()).toMatchObject({ kind: 'unknown' });
      expect(await one.lookUp()).toEqual({ kind: 'notFound' });
    }
  });
});

describe('what others do with the money, at the face of Paystack', () => {
  it('a refund in the dashboard is a reversal, in part and whole', async () => {
    const charge = await pay();
    await panel('refund', { reference: charge, amount: '50' });
    const told = { kind: 'provider_refund', providerReference: charge, currency: 'NGN' };
    expect(await lookUp(charge)).toMatchObject({
      report: { outcome: 'success' },
      reversals: [{ ...told, amount: '50.00' }],
    });
    await panel('refund', { reference: charge });
    expect(await lookUp(charge)).toMatchObject({
      report: { outcome: 'open' },
      reversals: [
        { ...told, amount: '50.00' },
        { ...told, amount: '200.00' },
      ],
    });
    await untilHinted(charge, 2);
  });

  it.each([
    ['inquiry', ['inquiry']],
    ['chargeback', ['inquiry', 'chargeback']],
  ])('an open or lost dispute: %s', async (what, kinds) => {
    const charge = await pay();
    await panel(what, { reference: charge, amount: '80' });
    const found = await lookUp(charge);
    const reversals = found.kind === 'found' ? (found.reversals ?? []) : [];
    expect(reversals.map(({ kind }) => kind)).toEqual(kinds);
    expect(reversals[0]).toMatchObject({
      amount: '80.00',
      case: expect.stringMatching(/^\d+$/),
      respondBy: expect.stringMatching(/Z$/),
    });
    await untilHinted(charge, 1);
  });
});

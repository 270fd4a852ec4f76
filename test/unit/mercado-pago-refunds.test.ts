import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefundHandle, RefundOrder } from '#gateway/connectors/connector';
import { mercadoPagoConnector } from '#gateway/connectors/mercado-pago/connector';
import { deviations } from '../fakes/mercado-pago-description.js';
import { startMercadoPagoFace } from '../fakes/mercado-pago-face.js';
import type { ProviderFace } from '../fakes/provider-face.js';

/** Refunds and charge-backs at the Mercado Pago face of the sandbox; what both say is held against the published client's types. */
const { payment, refund, readCallback } = mercadoPagoConnector;
const limit = { timeoutMs: 1_500 };
const longLimit = { timeoutMs: 20_000 };
const patience = { timeout: 5_000, interval: 20 };
const money = { amount: '1500.50', currency: 'BRL' };
const said: ProviderFace['exchanges'][number][] = [];
let face: ProviderFace;

beforeAll(async () => {
  face = await startMercadoPagoFace();
});
afterAll(() => face.close());
beforeEach(() => void (face.callbacks.length = 0));
afterEach(() => void said.push(...face.exchanges.splice(0)));

/** A paid Pix whose refunds meet this word. */
async function pay(word = 'success') {
  const providerReference = `${randomUUID()}-1`;
  const callbackUrl = `${face.callbackUrl}provider-callbacks/mercado_pago`;
  const order = {
    providerReference,
    method: 'pix',
    style: 'hpp',
    money,
    description: `Order 1 [refund ${word}]`,
    customer: { email: 'ada+at_once@example.com', itn: '52998224725' },
    meta: {},
    returnUrl: 'http://checkout.test/return',
    callbackUrl,
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
  } as const;
  const sent = await payment.submit(order, face.account, longLimit);
  const providerId = sent.kind === 'final' ? sent.report.providerId : undefined;
  if (providerId === undefined) throw new Error('not paid at once');
  return { providerReference, providerId, money };
}

type Paid = Awaited<ReturnType<typeof pay>>;

function refundOf(charge: Paid, amount = '500.25', more: Partial<RefundHandle> = {}) {
  const order: RefundOrder = {
    providerReference: `${randomUUID()}-1`,
    charge,
    method: 'pix',
    money: { amount, currency: 'BRL' },
    meta: {},
    callbackUrl: face.callbackUrl,
  };
  const times = { madeFrom: new Date(Date.now() - 1_000), madeUntil: new Date(Date.now() + 60_000) };
  return {
    submit: () => refund.submit(order, face.account, limit),
    lookUp: (providerId?: string) =>
      refund.lookUp(
        { ...order, ...times, knownIds: [], ...more, ...(providerId && { providerId }) },
        face.account,
        limit,
      ),
  };
}

const lookUp = ({ providerReference, providerId }: Paid) =>
  payment.lookUp({ providerReference, providerId }, face.account, limit);
const panel = (what: string, body: object) =>
  fetch(`${face.sandboxUrl}/panel/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

describe('a refund at the face of Mercado Pago', () => {
  it('is in process, is found by its id and in the list, and is approved', async () => {
    const charge = await pay();
    const part = refundOf(charge);
    const sent = await part.submit();
    expect(sent).toMatchObject({ kind: 'accepted', report: { outcome: 'open', amount: '500.25' } });
    const providerId = sent.kind === 'accepted' ? sent.providerId : undefined;
    expect(await part.lookUp()).toMatchObject({ kind: 'found', report: { providerId } });
    const report = { outcome: 'success', amount: '500.25', currency: 'BRL' };
    await vi.waitFor(async () => expect(await part.lookUp(providerId)).toMatchObject({ report }), patience);
  });

  it('is made once, however often it is asked for', async () => {
    const part = refundOf(await pay());
    const ids = [await part.submit(), await part.submit()].map((sent) =>
      sent.kind === 'accepted' || sent.kind === 'final' ? sent.report?.providerId : sent.kind,
    );
    expect(ids[0]).toMatch(/^\d+$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it.each([
    ['at_once', { kind: 'final', report: { outcome: 'success' } }, 'success'],
    ['decline', { kind: 'accepted' }, 'declined'],
    ['http_500', { kind: 'unknown' }, 'success'],
    ['garbage', { kind: 'unknown' }, 'success'],
    ['reset', { kind: 'unknown' }, 'success'],
    ['late_failure', { kind: 'accepted' }, 'declined'],
  ])('that meets [refund %s]', async (word, result, outcome) => {
    const one = refundOf(await pay(word));
    expect(await one.submit()).toMatchObject(result);
    const found = { kind: 'found', report: { outcome } };
    await vi.waitFor(async () => expect(await one.lookUp()).toMatchObject(found), patience);
  });

  it.each(['throttled', 'timeout_lost'])('that meets [refund %s] is unknown, and not found', async (word) => {
    const one = refundOf(await pay(word));
    expect(await one.submit()).toMatchObject({ kind: 'unknown' });
    expect(await one.lookUp()).toEqual({ kind: 'notFound' });
  });

  it('beside one of the panel for the same amount is no answer, and of more than is left unknown', async () => {
    const charge = await pay('reset');
    await panel('refund', { reference: charge.providerReference, amount: '500.25' });
    const one = refundOf(charge);
    expect(await one.submit()).toMatchObject({ kind: 'unknown' });
    expect(await one.lookUp()).toMatchObject({ kind: 'noAnswer' });
    expect(await refundOf(charge, '1000').submit()).toMatchObject({ kind: 'unknown' });
  });

  it('in process is answered with 400 to a call without the header', async () => {
    const { providerId } = await pay();
    const answer = await fetch(`${face.account.baseUrl}/v1/payments/${providerId}/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer TEST-sandboxdemo', 'x-idempotency-key': randomUUID() },
    });
    expect(answer.status).toBe(400);
  });
});

describe('what a payment at the face of Mercado Pago says of its money', () => {
  it('refunded by us: its refund, under the id that we know', async () => {
    const charge = await pay('at_once');
    const sent = await refundOf(charge, '1500.5').submit();
    const key = sent.kind === 'final' ? sent.report.providerId : '';
    expect(await lookUp(charge)).toMatchObject({
      report: { outcome: 'open' },
      reversals: [{ kind: 'provider_refund', key, amount: '1500.5' }],
    });
  });

  it('refunded in the panel, in part', async () => {
    const charge = await pay();
    await panel('refund', { reference: charge.providerReference, amount: '10' });
    const { providerReference } = charge;
    expect(await lookUp(charge)).toMatchObject({
      report: { outcome: 'success' },
      reversals: [{ kind: 'provider_refund', providerReference, amount: '10', currency: 'BRL' }],
    });
  });

  it('charged back, and won back: no end of the payment', async () => {
    const charge = await pay();
    const { providerReference } = charge;
    await panel('chargeback', { reference: providerReference });
    const taken = { kind: 'chargeback', amount: '1500.5', respondBy: expect.stringMatching(/Z$/) };
    expect(await lookUp(charge)).toMatchObject({ report: { outcome: 'open' }, reversals: [taken] });
    await panel('chargeback-won', { reference: providerReference });
    const won = { kind: 'chargeback_won', amount: '1500.5' };
    expect(await lookUp(charge)).toMatchObject({ report: { outcome: 'success' }, reversals: [taken, won] });
    const told = () => face.callbacks.map(readCallback).filter((one) => 'providerReference' in one);
    const hint = { kind: 'hint', providerReference };
    await vi.waitFor(
      () =>
        expect(told().filter((one) => one.providerReference === providerReference)).toEqual([
          hint,
          hint,
          hint,
        ]),
      patience,
    );
  });
});

it('every body that was said is as the published types have it', () => {
  expect(deviations(said.filter(({ path }) => path.includes('/refunds')))).toEqual([]);
}, 30_000);

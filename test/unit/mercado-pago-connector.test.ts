import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentOrder } from '#gateway/connectors/connector';
import { mercadoPagoConnector } from '#gateway/connectors/mercado-pago/connector';
import { nextNotification, startMercadoPagoFace } from '../fakes/mercado-pago-face.js';
import { deviations } from '../fakes/mercado-pago-description.js';
import type { ProviderFace } from '../fakes/provider-face.js';

/** The connector meets the Mercado Pago face of the sandbox; what both say is held against the types of the published client. */
const { payment, readCallback } = mercadoPagoConnector;
const limit = { timeoutMs: 1_500 };
const patience = { timeout: 5_000, interval: 10 };
const said: ProviderFace['exchanges'][number][] = [];
let face: ProviderFace;

beforeAll(async () => {
  face = await startMercadoPagoFace();
});
afterAll(() => face.close());
beforeEach(() => void (face.callbacks.length = 0));
afterEach(() => void said.push(...face.exchanges.splice(0)));

function orderOf(method: 'pix' | 'cash_mexico', fields: Partial<PaymentOrder> = {}): PaymentOrder {
  const money = { amount: '1500.50', currency: method === 'pix' ? 'BRL' : 'MXN' };
  return {
    providerReference: `${randomUUID()}-1`,
    method,
    style: 'hpp',
    money,
    description: 'Order 1',
    customer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', itn: '529.982.247-25' },
    meta: {},
    returnUrl: 'http://checkout.test/return',
    callbackUrl: `${face.callbackUrl}provider-callbacks/mercado_pago`,
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    ...fields,
  };
}

const told = (word: string) => ({ customer: { email: `ada+${word}@example.com`, itn: '52998224725' } });
const submit = (order: PaymentOrder) => payment.submit(order, face.account, limit);
const lookUp = (providerReference: string, providerId?: string) =>
  payment.lookUp({ providerReference, providerId }, face.account, limit);

describe('a payment', () => {
  it('by Pix has a code to scan, and a notification that only makes us ask', async () => {
    const order = orderOf('pix', told('success'));
    const { providerReference, payableUntil } = order;
    const sent = await submit(order);
    const money = { amount: '1500.5', currency: 'BRL' };
    expect(sent).toMatchObject({
      kind: 'accepted',
      providerId: expect.stringMatching(/^\d+$/),
      challenge: { type: 'qr', payload: expect.stringMatching(/^0002/), instructionsUrl: expect.any(String) },
      report: { providerReference, outcome: 'open', ...money },
    });
    expect(face.exchanges[0]?.request).toEqual({
      transaction_amount: 1500.5,
      payment_method_id: 'pix',
      external_reference: providerReference,
      notification_url: `${order.callbackUrl}?source_news=webhooks&reference=${providerReference}`,
      date_of_expiration: payableUntil.replace('Z', '+00:00'),
      description: 'Order 1',
      payer: { email: 'ada+success@example.com', identification: { type: 'CPF', number: '52998224725' } },
    });
    expect(readCallback(await nextNotification(face))).toEqual({ kind: 'hint', providerReference });
    const report = { providerReference, outcome: 'success', ...money };
    expect(await lookUp(providerReference)).toMatchObject({ kind: 'found', report });
  });

  it('in cash has a number to pay by, and until when', async () => {
    const order = orderOf('cash_mexico', { customer: { email: 'ada@example.com', itn: 'XAXX010101000' } });
    const challenge = {
      type: 'voucher',
      number: expect.stringMatching(/^\d{14}$/),
      payBy: order.payableUntil,
      places: ['OXXO'],
      instructionsUrl: expect.any(String),
    };
    const sent = await submit(order);
    expect(sent).toMatchObject({ kind: 'accepted', challenge });
    expect(face.exchanges[0]?.request).toMatchObject({
      payment_method_id: 'oxxo',
      payer: { email: 'ada@example.com' },
    });
    expect(face.exchanges[0]?.request).not.toHaveProperty('payer.identification');
    // A search shows no number; the payment itself does.
    expect(await lookUp(order.providerReference)).toMatchObject({ kind: 'found', challenge });
    expect(face.exchanges.map(({ path }) => path.replace(/\d{6,}/, '{id}'))).toEqual([
      '/v1/payments',
      '/v1/payments/search',
      '/v1/payments/{id}',
    ]);
    const providerId = sent.kind === 'accepted' ? sent.providerId : undefined;
    face.exchanges.length = 0;
    expect(await lookUp(order.providerReference, providerId)).toMatchObject({ kind: 'found', challenge });
    expect(face.exchanges).toHaveLength(1);
  });

  it('is payable at the provider for as long as it asks for, and cancelled when we say so', async () => {
    const payableUntil = new Date(Date.now() + 60_000).toISOString();
    const order = orderOf('pix', { payableUntil });
    const { providerReference } = order;
    await submit(order);
    const asked = face.exchanges[0]?.request as Readonly<Record<string, string>>;
    expect(Date.parse(asked['date_of_expiration'] ?? '')).toBeGreaterThan(Date.now() + 30 * 60_000);
    const report = { providerReference, outcome: 'cancelled', reason: 'cancelled' };
    expect(await payment.cancel?.({ providerReference }, face.account, limit)).toMatchObject({ report });
    expect(await lookUp(providerReference)).toMatchObject({ kind: 'found', report });
  });

  it('that is paid before its cancel is reported as paid', async () => {
    const order = orderOf('pix', told('at_once'));
    const { providerReference } = order;
    expect(await submit(order)).toMatchObject({ kind: 'final', report: { outcome: 'success' } });
    expect(await payment.cancel?.({ providerReference }, face.account, limit)).toMatchObject({
      report: { outcome: 'success' },
    });
  });

  it.each([
    ['throttled', { kind: 'unknown', cause: 'communication', detail: 'status 429' }],
    ['http_500', { kind: 'unknown', cause: 'communication', detail: 'status 500' }],
    ['garbage', { kind: 'unknown', cause: 'unreadable', detail: 'status 201' }],
    ['reset', { kind: 'unknown', cause: 'communication' }],
    ['timeout_lost', { kind: 'unknown', cause: 'timeout' }],
  ])('that meets %s is unknown', async (word, result) => {
    expect(await submit(orderOf('pix', told(word)))).toMatchObject(result);
  });

  it.each([
    ['decline', 'declined', 'rejected'],
    ['error', 'declined', 'rejected'],
    ['expire', 'expired', 'expired'],
    ['strange', 'open', undefined],
  ])('that ends by %s is %s', async (word, outcome, reason) => {
    const order = orderOf('cash_mexico', told(word));
    const { providerReference } = order;
    await submit(order);
    await nextNotification(face);
    const found = await lookUp(providerReference);
    expect(found).toMatchObject({ kind: 'found', report: { outcome } });
    expect(found.kind === 'found' ? found.report.reason : '').toBe(reason);
  });

  it('is not found for a while, and by its own number at once', async () => {
    const order = orderOf('pix', told('late_success'));
    const { providerReference } = order;
    const sent = await submit(order);
    expect(await lookUp(providerReference)).toEqual({ kind: 'notFound' });
    const providerId = sent.kind === 'accepted' ? sent.providerId : undefined;
    expect(await lookUp(providerReference, providerId)).toMatchObject({ kind: 'found' });
    await vi.waitFor(
      async () => expect(await lookUp(providerReference)).toMatchObject({ kind: 'found' }),
      patience,
    );
  });

  it('of another reference, or a number that it does not have, is no answer', async () => {
    const order = orderOf('pix');
    const sent = await submit(order);
    const providerId = sent.kind === 'accepted' ? sent.providerId : undefined;
    expect(await lookUp(`${randomUUID()}-1`, providerId)).toMatchObject({ kind: 'noAnswer' });
    expect(await lookUp(order.providerReference, '404')).toMatchObject({ kind: 'noAnswer' });
  });

  it('is made once, however often it is asked for', async () => {
    const order = orderOf('pix');
    const [first, again] = [await submit(order), await submit(order)];
    expect(again).toEqual(first);
  });

  it.each([
    ['no e-mail address', { customer: {} }, 'customer.email is missing'],
    ['another currency', { money: { amount: '1', currency: 'EUR' } }, 'no pix in EUR'],
    [
      'more digits than a number has',
      { money: { amount: '12345678901234.5', currency: 'BRL' } },
      'amount too',
    ],
  ])('with %s is never sent', async (_case, fields, detail) => {
    const result = await submit(orderOf('pix', fields));
    expect(result).toMatchObject({ kind: 'notSent', error: 'failed' });
    expect(result).toHaveProperty('detail', expect.stringContaining(detail));
    expect(face.exchanges).toEqual([]);
  });

  it('with another key is surely not registered', async () => {
    const stranger = { ...face.account, credentials: { access_token: 'TEST-00000000' } };
    const sent = await payment.submit(orderOf('pix'), stranger, limit);
    expect(sent).toEqual({ kind: 'notSent', detail: 'status 401', error: 'failed' });
  });
});

it('every body that was said is as the published types have it, but for the number of a payment that was found', () => {
  expect(new Set(deviations(said))).toEqual(
    new Set(["GET /v1/payments/search tells: Type 'number' is not assignable to type 'string'."]),
  );
  expect(deviations([{ method: 'POST', path: '/v1/payments', status: 400, request: { amount: 1 } }])).toEqual(
    [expect.stringContaining('"amount"')],
  );
}, 30_000);

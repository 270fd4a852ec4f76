import { randomUUID } from 'node:crypto';
import { MercadoPagoConfig, Payment, WebhookSignatureValidator } from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessToken, nextNotification, startMercadoPagoFace } from '../fakes/mercado-pago-face.js';
import type { ProviderFace } from '../fakes/provider-face.js';

/**
 * Goal: the face that our connector is tested against is not ours alone. Method: the published client, unmodified, does at it
 * what our connector does; only the address that it calls is another.
 */
let face: ProviderFace;
/** It keeps the options of one call for the next: each test has its own. */
const newClient = (key = accessToken) =>
  new Payment(new MercadoPagoConfig({ accessToken: key, options: { maxRetries: 0 } }));
let client: Payment;

beforeAll(async () => {
  face = await startMercadoPagoFace();
  Object.assign(AppConfig, { BASE_URL: face.account.baseUrl });
});
afterAll(() => face.close());
beforeEach(() => {
  client = newClient();
  face.callbacks.length = 0;
});

const requestOf = (way: 'pix' | 'oxxo', word = '') => ({
  transaction_amount: 99.9,
  payment_method_id: way,
  external_reference: `${randomUUID()}-1`,
  notification_url: `${face.callbackUrl}?source_news=webhooks`,
  date_of_expiration: new Date(Date.now() + 3_600_000).toISOString().replace('Z', '+00:00'),
  payer: { email: `ada${word}@example.com`, identification: { type: 'CPF', number: '52998224725' } },
});

describe('mercadopago', () => {
  it.each([
    ['pix', 'point_of_interaction.transaction_data.qr_code'],
    ['oxxo', 'transaction_details.barcode.content'],
  ] as const)('creates by %s, finds it by its reference, and shows it', async (way, code) => {
    const body = requestOf(way);
    const made = await client.create({ body });
    expect(made).toMatchObject({ status: 'pending', external_reference: body.external_reference });
    expect(made).toHaveProperty(code);
    const { results } = await client.search({ options: { external_reference: body.external_reference } });
    expect(results).toMatchObject([{ id: made.id, status: 'pending', transaction_amount: 99.9 }]);
    const shown = await client.get({ id: made.id ?? 0 });
    expect(shown).toMatchObject({ id: made.id, status: 'pending' });
    expect(shown).toHaveProperty(code);
  });

  it('makes one payment of an idempotency key', async () => {
    const requestOptions = { idempotencyKey: randomUUID() };
    const body = requestOf('pix');
    const [first, again] = [
      await client.create({ body, requestOptions }),
      await client.create({ body, requestOptions }),
    ];
    expect(again.id).toBe(first.id);
  });

  it('cancels what is not paid, and nothing else', async () => {
    const made = await client.create({ body: requestOf('oxxo') });
    expect(await client.cancel({ id: made.id ?? 0 })).toMatchObject({ status: 'cancelled' });
    await expect(client.cancel({ id: made.id ?? 0 })).rejects.toMatchObject({ status: 400 });
  });

  it('finds nothing of a reference that is not known, and shows no payment that is not', async () => {
    const { results, paging } = await client.search({ options: { external_reference: randomUUID() } });
    expect({ results, paging }).toMatchObject({ results: [], paging: { total: 0 } });
    await expect(client.get({ id: 7 })).rejects.toMatchObject({ status: 404 });
  });

  it('understands a refusal, and for how long it is to wait', async () => {
    await expect(client.create({ body: requestOf('pix', '+throttled') })).rejects.toMatchObject({
      status: 429,
      retryAfter: 2,
    });
    await expect(newClient('TEST-another').get({ id: 7 })).rejects.toMatchObject({ status: 401 });
  });

  it('believes the notification', async () => {
    const made = await client.create({ body: requestOf('pix', '+success') });
    const { headers, target, rawBody } = await nextNotification(face);
    expect(JSON.parse(rawBody.toString())).toMatchObject({ type: 'payment', data: { id: String(made.id) } });
    const told = {
      xSignature: String(headers['x-signature']),
      xRequestId: String(headers['x-request-id']),
      dataId: new URL(target, 'http://localhost').searchParams.get('data.id') ?? '',
    };
    expect(() => WebhookSignatureValidator.validate({ ...told, secret: accessToken })).not.toThrow();
    expect(() => WebhookSignatureValidator.validate({ ...told, secret: 'another' })).toThrow();
  });
});

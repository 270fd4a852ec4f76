import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviations } from '../fakes/paystack-description.js';
import { secretKey, startPaystackFace } from '../fakes/paystack-face.js';

/**
 * Goal: the face that our connector is tested against is not ours alone. Method: the published SDKs, unmodified, do at it
 * what our connector does.
 */
type Answer = { readonly status: boolean; readonly data: Readonly<Record<string, unknown>> & Rows };
type Rows = readonly Readonly<Record<string, unknown>>[];
type Call = (request: unknown) => Promise<Answer>;
type Classic = Readonly<Record<string, Readonly<Record<string, Call>>>> & {
  endpoint: string;
  readonly Events: {
    on(event: string, hear: (data: unknown) => void): void;
    middleware(request: object, response: object): void;
  };
};
type Typed = {
  createPaystack(options: object): Readonly<Record<string, Fetched>>;
  verifyPaystackWebhookSignature(input: object): boolean;
};
type Fetched = (init: unknown) => Promise<{ readonly data?: Answer; readonly error?: unknown }>;

// By name at run time: their types are a megabyte that the compiler need not read.
const load = async <Sdk>(name: string) => (await import(name)) as Sdk;
const typed = await load<Typed>('@alexasomba/paystack-node');
const { default: Classic } = await load<{ readonly default: new (key: string) => Classic }>('paystack-api');

let face: Awaited<ReturnType<typeof startPaystackFace>>;
let newer: Readonly<Record<string, Fetched>>;
let older: Classic;
beforeAll(async () => {
  face = await startPaystackFace();
  newer = typed.createPaystack({ secretKey, baseUrl: face.account.baseUrl });
  const paystack = new Classic(secretKey);
  paystack.endpoint = face.account.baseUrl;
  older = paystack;
});
afterAll(() => face.close());
beforeEach(() => {
  face.callbacks.length = 0;
  face.exchanges.length = 0;
});

const recipient = { type: 'nuban', name: 'Ada Lovelace', account_number: '0001234567', bank_code: '058' };
const newReference = () => `${randomUUID()}-1`;
const nextEvent = () =>
  vi.waitFor(
    () => {
      const [first] = face.callbacks;
      if (!first) throw new Error('no event yet');
      return first;
    },
    { timeout: 5_000, interval: 10 },
  );

describe('@alexasomba/paystack-node', () => {
  const ask = async (operation: string, init: unknown) => {
    const { data, error } = (await newer[operation]?.(init)) ?? {};
    expect(error).toBeUndefined();
    return data?.data ?? expect.fail('no data');
  };

  it('creates a recipient, transfers to it, verifies that, and believes the event', async () => {
    const { recipient_code: code } = await ask('transferrecipient_create', { body: recipient });
    const reference = newReference();
    const body = { source: 'balance', amount: 1_000, recipient: code, reference, reason: 'Wages' };
    expect(await ask('transfer_initiate', { body })).toMatchObject({ status: 'pending', reference });
    const { rawBody, headers } = await nextEvent();
    const signature = String(headers['x-paystack-signature']);
    expect(typed.verifyPaystackWebhookSignature({ rawBody, signature, secret: secretKey })).toBe(true);
    expect(typed.verifyPaystackWebhookSignature({ rawBody, signature, secret: 'another' })).toBe(false);
    expect(await ask('transfer_verify', { params: { path: { reference } } })).toMatchObject({
      status: 'success',
    });
    expect(face.exchanges.flatMap(deviations)).toEqual([]);
  });

  it('lists banks, resolves an account, charges and verifies', async () => {
    const banks = await ask('bank_list', { params: { query: { currency: 'NGN' } } });
    expect(banks.map(({ code }) => code)).toContain('058');
    const query = { account_number: '0001234567', bank_code: '058' };
    expect(await ask('bank_resolveAccountNumber', { params: { query } })).toMatchObject({
      account_name: 'ADA LOVELACE',
    });
    const reference = newReference();
    const body = { email: 'ada@example.com', amount: 1_000, reference, ussd: { type: '737' } };
    expect(await ask('charge_create', { body })).toMatchObject({ status: 'pay_offline', reference });
    expect(await ask('transaction_verify', { params: { path: { reference } } })).toMatchObject({
      status: 'ongoing',
    });
    const page = { email: 'ada@example.com', amount: 1_000, reference: newReference() };
    expect(await ask('transaction_initialize', { body: page })).toHaveProperty('authorization_url');
    expect(face.exchanges.flatMap(deviations)).toEqual([]);
  });
});

describe('paystack-api', () => {
  const ask = async (resource: string, call: string, request: unknown) => {
    const answer = await older[resource]?.[call]?.(request);
    expect(answer?.status).toBe(true);
    return answer?.data ?? expect.fail('no data');
  };

  it('creates a recipient, transfers to it, and verifies that', async () => {
    const { recipient_code: code } = await ask('transfer_recipient', 'create', { ...recipient });
    const reference = newReference();
    const body = { source: 'balance', amount: 1_000, recipient: code, reference };
    expect(await ask('transfer', 'create', body)).toMatchObject({ status: 'pending' });
    await nextEvent();
    expect(await ask('transfer', 'verify', { reference })).toMatchObject({ status: 'success', reference });
  });

  it('lists banks, resolves an account, charges, and verifies that', async () => {
    const banks = await ask('misc', 'list_banks', { currency: 'GHS' });
    expect(banks.map(({ code }) => code)).toContain('GH040');
    const account = { account_number: '0001234567', bank_code: '058' };
    expect(await ask('verification', 'resolveAccount', account)).toMatchObject({
      account_name: 'ADA LOVELACE',
    });
    const reference = newReference();
    const body = { email: 'ada+success@example.com', amount: 1_000, reference, ussd: { type: '737' } };
    expect(await ask('charge', 'charge', body)).toMatchObject({ status: 'pay_offline' });
    await nextEvent();
    expect(await ask('transaction', 'verify', { reference })).toMatchObject({ status: 'success' });
  });

  it('believes the event', async () => {
    const { recipient_code: code } = await ask('transfer_recipient', 'create', { ...recipient });
    await ask('transfer', 'create', {
      source: 'balance',
      amount: 1_000,
      recipient: code,
      reference: newReference(),
    });
    const { rawBody, headers } = await nextEvent();
    const events = new Classic(secretKey).Events;
    const heard = new Promise((resolve) => events.on('transfer.success', resolve));
    events.middleware({ body: JSON.parse(rawBody.toString()), headers }, { sendStatus: () => undefined });
    expect(await heard).toMatchObject({ status: 'success' });
  });
});

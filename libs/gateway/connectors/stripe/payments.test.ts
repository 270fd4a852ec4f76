import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../connector.js';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../testing/scripted-provider.js';
import { payments } from './payments.js';
import { readChallenge } from './read-challenge.js';
import { ways } from './ways.js';

const limit = { timeoutMs: 2_000 };
const providerReference = 'ref-1';
const credentials = { secret_key: 'sk_test_0123456789', webhook_secret: 'whsec_0123456789', raw_cards: 'no' };
const metadata = { gateway_reference: providerReference, gateway_flow: 'direct' };
const intent = (fields: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_confirmation',
  amount: 1_234,
  amount_received: 0,
  currency: 'eur',
  latest_charge: null,
  last_payment_error: null,
  metadata,
  client_secret: 'pi_1_secret_x',
  ...fields,
});
const page = (fields: object = {}) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  client_reference_id: providerReference,
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 1_234,
  currency: 'eur',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  payment_intent: null,
  ...fields,
});
const ok = (body: unknown): ProviderAnswer => ({ status: 200, body });
const card = { pan: '4242424242424242', cvv: '123', expMonth: '12', expYear: '2040', holderName: 'ADA' };

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

const open = async (
  answers: Readonly<Record<string, ProviderAnswer>>,
  more: Partial<typeof credentials> = {},
) => {
  provider = await openScriptedProvider(answers, { ...credentials, ...more });
  return provider.account;
};
const lines = () => provider?.seen.map(({ line }) => line.split('?')[0]);
const keys = () => provider?.seen.map(({ headers }) => headers['idempotency-key']);

function orderOf(method: string, fields: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    providerReference,
    method,
    style: 'hpp',
    money: { amount: '12.34', currency: ways[method]?.currency ?? 'EUR' },
    customer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    meta: {},
    returnUrl: 'https://checkout.example.com/return',
    callbackUrl: 'https://gw.example.com/',
    payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    ...fields,
  };
}

describe('an order that Stripe does not take is never sent', () => {
  it.each<readonly [string, Partial<PaymentOrder>, string]>([
    ['ussd', {}, 'no ussd in EUR'],
    ['toString', {}, 'no toString in EUR'],
    ['ideal', { money: { amount: '1', currency: 'USD' } }, 'no ideal in USD'],
    ['multibanco', { customer: {} }, 'customer.email is missing'],
    ['cash_mexico', { customer: { email: 'a@b.c', first_name: 'A' } }, 'customer.last_name is missing'],
    ['bank_transfer_mexico', { customer: { last_name: 'A' } }, 'customer.first_name is missing'],
    ['card', { money: { amount: '1', currency: 'UGX' } }, 'no such amount in UGX'],
    ['card', { money: { amount: '1.234', currency: 'KWD' } }, 'no such amount in KWD'],
    ['ideal', { money: { amount: '1.234', currency: 'EUR' } }, 'no such amount in EUR'],
  ])('%s, %j', async (method, fields, detail) => {
    const account = await open({});
    const result = await payments.prepare?.(orderOf(method, fields), account, limit);
    expect(result).toEqual({ kind: 'notSent', detail, error: 'failed' });
    expect(lines()).toEqual([]);
  });
});

describe('a card', () => {
  const answers = {
    'POST /v1/checkout/sessions': ok(page()),
    'GET /v1/checkout/sessions/cs_test_1': ok(page()),
    'POST /v1/payment_intents': ok(intent()),
    'POST /v1/payment_methods': ok({ id: 'pm_1' }),
    'POST /v1/payment_intents/pi_1/confirm': ok(intent({ status: 'succeeded', amount_received: 1_234 })),
  };

  it('of the merchant’s request is not passed on unless Stripe has granted that', async () => {
    const account = await open(answers);
    const prepared = await payments.prepare?.(orderOf('card', { card }), account, limit);
    expect(prepared).toEqual({ kind: 'prepared', prepared: 'cs_test_1' });
    const sent = await payments.submit(orderOf('card', { card, prepared: 'cs_test_1' }), account, limit);
    const url = 'https://checkout.stripe.com/c/pay/cs_test_1';
    expect(sent).toEqual({ kind: 'accepted', challenge: { type: 'redirect', url } });
    expect(lines()).toEqual(['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/cs_test_1']);
  });

  it('is confirmed where it has, and its secret goes no further', async () => {
    const account = await open(answers, { raw_cards: 'granted' });
    const prepared = await payments.prepare?.(orderOf('card', { card }), account, limit);
    expect(prepared).toEqual({ kind: 'prepared', prepared: 'pi_1' });
    const sent = await payments.submit(orderOf('card', { card, prepared: 'pi_1' }), account, limit);
    expect(sent).toMatchObject({ kind: 'final', report: { outcome: 'success', amount: '12.34' } });
    expect(JSON.stringify(sent)).not.toMatch(/secret|4242/);
    expect(keys()).toEqual(['ref-1:intent', 'ref-1:card', 'ref-1:confirm']);
  });

  it.each<readonly [string, ProviderAnswer, object]>([
    [
      'declines',
      { status: 402, body: { error: { type: 'card_error', code: 'incorrect_number' } } },
      { kind: 'declined', soft: false, report: { outcome: 'declined', reason: 'incorrect_number' } },
    ],
    [
      'refuses',
      { status: 400, body: { error: { type: 'invalid_request_error', message: 'generally unsafe' } } },
      { kind: 'notSent', detail: 'status 400', error: 'failed' },
    ],
    ['fails with', { status: 500, body: 'x' }, { kind: 'notSent', detail: 'status 500' }],
    ['does not answer about', 'cut', { kind: 'notSent' }],
  ])('that Stripe %s before anything is confirmed', async (_what, answer, result) => {
    const account = await open({ ...answers, 'POST /v1/payment_methods': answer }, { raw_cards: 'granted' });
    const sent = await payments.submit(orderOf('card', { card, prepared: 'pi_1' }), account, limit);
    expect(sent).toMatchObject(result);
    expect(lines()).toEqual(['POST /v1/payment_methods']);
  });
});

describe('a page', () => {
  const path = 'GET /v1/checkout/sessions/cs_test_1';
  const expire = 'POST /v1/checkout/sessions/cs_test_1/expire';
  const handle = { providerReference, prepared: 'cs_test_1' };

  it.each<readonly [string, ProviderAnswer]>([
    ['that is not shown', 'cut'],
    ['that fails', { status: 500, body: 'x' }],
    ['of another', ok(page({ client_reference_id: 'ref-2' }))],
    ['that is over', ok(page({ status: 'expired', url: null }))],
  ])('%s was handed to nobody: not sent', async (_case, answer) => {
    const account = await open({ [path]: answer });
    const sent = await payments.submit(orderOf('card', { prepared: 'cs_test_1' }), account, limit);
    expect(sent).toMatchObject({ kind: 'notSent' });
  });

  it('is closed by a fresh key each time, and looked up where it refuses', async () => {
    const refused = { status: 400, body: { error: { type: 'invalid_request_error' } } };
    const account = await open({ [expire]: refused, [path]: ok(page()) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    await payments.cancel?.(handle, account, limit);
    expect(lines()).toEqual([expire, path, expire, path]);
    const [first, , second] = keys() ?? [];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('that is closed has expired', async () => {
    const account = await open({ [expire]: ok(page({ status: 'expired', url: null })) });
    const report = { providerReference, outcome: 'expired', reason: 'expired' };
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ kind: 'found', report });
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['another', ok(page({ client_reference_id: 'ref-2' }))],
    ['none', { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }],
  ])('in whose place there is %s is no answer', async (_case, answer) => {
    const account = await open({ [path]: answer });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ kind: 'noAnswer' });
  });
});

it('what was not prepared is neither sent nor looked up', async () => {
  const account = await open({});
  expect(await payments.submit(orderOf('card'), account, limit)).toMatchObject({ kind: 'notSent' });
  expect(await payments.lookUp({ providerReference }, account, limit)).toMatchObject({ kind: 'noAnswer' });
  expect(await payments.cancel?.({ providerReference }, account, limit)).toMatchObject({ kind: 'noAnswer' });
  expect(lines()).toEqual([]);
});

describe('a cancel', () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const cancel = 'POST /v1/payment_intents/pi_1/cancel';
  const handle = { providerReference, prepared: 'pi_1', providerId: 'pi_1' };
  const waiting = { status: 'requires_action' };

  it('of what was taken is final', async () => {
    const canceled = { status: 'canceled', cancellation_reason: 'requested_by_customer' };
    const account = await open({ [path]: ok(intent(waiting)), [cancel]: ok(intent(canceled)) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({
      report: { outcome: 'cancelled' },
    });
  });

  it('that is refused proves nothing: it is looked up', async () => {
    const refused = { status: 400, body: { error: { type: 'invalid_request_error' } } };
    const account = await open({ [path]: ok(intent(waiting)), [cancel]: refused });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    expect(lines()).toEqual([path, cancel, path]);
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['is not answered', 'cut'],
    ['fails', { status: 500, body: 'x' }],
    ['is refused', { status: 400, body: { error: { type: 'invalid_request_error' } } }],
    ['is not made', ok(intent())],
  ])(
    'of an unknown attempt that %s leaves the door open: no answer, and not "not found"',
    async (_case, answer) => {
      const account = await open({ [path]: ok(intent()), [cancel]: answer });
      const { providerId: _, ...unknown } = handle;
      expect(await payments.cancel?.(unknown, account, limit)).toMatchObject({ kind: 'noAnswer' });
      expect(lines()).toEqual([path, cancel, path]);
    },
  );

  it('of an attempt of another reference is not made', async () => {
    const account = await open({ [path]: ok(intent({ metadata: {} })) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ kind: 'noAnswer' });
    expect(lines()).toEqual([path]);
  });

  it('is not made of a transfer that has paid a part: a person decides', async () => {
    const details = { amount_remaining: 234, financial_addresses: [] };
    const next = { type: 'display_bank_transfer_instructions', display_bank_transfer_instructions: details };
    const account = await open({ [path]: ok(intent({ ...waiting, currency: 'mxn', next_action: next })) });
    const report = { outcome: 'success', amount: '10.00', currency: 'MXN', providerId: 'pi_1' };
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ kind: 'found', report });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    expect(lines()).toEqual([path, path]);
  });
});

it('a transfer that has just paid all of it is neither cancelled nor taken for paid before Stripe says so', async () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const details = { amount_remaining: 0, financial_addresses: [] };
  const next = { type: 'display_bank_transfer_instructions', display_bank_transfer_instructions: details };
  const account = await open({
    [path]: ok(intent({ status: 'requires_action', currency: 'mxn', next_action: next })),
  });
  const handle = { providerReference, prepared: 'pi_1', providerId: 'pi_1' };
  expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
  expect(lines()).toEqual([path]);
});

describe('what a customer pays by', () => {
  const [url, page_] = ['https://bank.example/pay', 'https://payments.stripe.com/voucher'];
  it.each([
    ['redirect_to_url', { url }, { type: 'redirect', url }],
    ['redirect_to_url', { url: 'javascript:alert(1)' }, undefined],
    [
      'pix_display_qr_code',
      { data: '000201', hosted_instructions_url: page_ },
      { type: 'qr', payload: '000201', instructionsUrl: page_ },
    ],
    ['pix_display_qr_code', {}, undefined],
    [
      'multibanco_display_details',
      { entity: '12345', reference: '999123456', hosted_voucher_url: page_ },
      { type: 'multibanco', entity: '12345', reference: '999123456', instructionsUrl: page_ },
    ],
    ['multibanco_display_details', { entity: null, reference: '1' }, undefined],
    [
      'oxxo_display_details',
      { number: '12345678901234', expires_after: 1_800_000_000, hosted_voucher_url: null },
      { type: 'voucher', number: '12345678901234', payBy: '2027-01-15T08:00:00.000Z', places: ['OXXO'] },
    ],
    ['oxxo_display_details', { number: '1', expires_after: null }, undefined],
    [
      'display_bank_transfer_instructions',
      { financial_addresses: [{ type: 'spei', spei: { clabe: '646180111812345678' } }] },
      { type: 'bank_transfer_mexico', clabe: '646180111812345678' },
    ],
    ['display_bank_transfer_instructions', { financial_addresses: [{ type: 'iban' }] }, undefined],
    ['use_stripe_sdk', { type: 'three_d_secure_redirect' }, undefined],
    ['toString', {}, undefined],
  ])('%s, %j', (type, details, challenge) => {
    expect(readChallenge({ type, [type]: details })).toEqual(challenge);
  });

  it.each([null, 'x', {}, { type: 'redirect_to_url' }])('is nothing in %j', (nextAction) => {
    expect(readChallenge(nextAction)).toBeUndefined();
  });
});

describe('what happened to the money', () => {
  const path = 'GET /v1/payment_intents/pi_1';
  const handle = { providerReference, prepared: 'pi_1' };
  const paid = (charge: unknown) =>
    ok(intent({ status: 'succeeded', amount_received: 1_234, latest_charge: charge }));
  const quiet = {
    refunded: false,
    amount_refunded: 0,
    disputed: false,
    payment_method_details: { type: 'ideal' },
  };
  const list = (data: readonly unknown[]) => ok({ object: 'list', has_more: false, data });

  it('nothing: nothing more is asked', async () => {
    const account = await open({ [path]: paid(quiet) });
    const found = await payments.lookUp(handle, account, limit);
    expect(found).toMatchObject({ kind: 'found', report: { outcome: 'success' } });
    expect(Object.keys(found)).toEqual(['kind', 'report']);
    expect(lines()).toEqual([path]);
  });

  it('a success does not wait for its lists, and says that they are missing', async () => {
    for (const charge of ['ch_1', { ...quiet, disputed: true }, { ...quiet, amount_refunded: 1 }]) {
      const account = await open({ [path]: paid(charge) });
      const found = await payments.lookUp(handle, account, limit);
      expect(found).toMatchObject({ report: { outcome: 'success' }, isMoneyUnread: true });
      provider?.close();
    }
  });

  it('an early warning about a card is a question, and its list may be missing', async () => {
    const ofCard = { ...quiet, payment_method_details: { type: 'card' } };
    const warning = { id: 'issfr_1', fraud_type: 'made_with_stolen_card' };
    const account = await open({
      [path]: paid(ofCard),
      'GET /v1/radar/early_fraud_warnings': list([warning]),
    });
    const inquiry = {
      kind: 'inquiry',
      key: 'issfr_1',
      case: 'issfr_1',
      reason: warning.fraud_type,
      amount: '12.34',
    };
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ reversals: [inquiry] });
    provider?.close();
    const without = await payments.lookUp(handle, await open({ [path]: paid(ofCard) }), limit);
    expect(Object.keys(without)).toEqual(['kind', 'report']);
  });

  it('is read page by page, and half a list is no answer', async () => {
    const refund = {
      id: 're_1',
      object: 'refund',
      status: 'succeeded',
      amount: 100,
      currency: 'eur',
      metadata: {},
    };
    const endless = ok({ object: 'list', has_more: true, data: [refund] });
    const account = await open({ [path]: paid({ ...quiet, refunded: true }), 'GET /v1/refunds': endless });
    expect(await payments.lookUp(handle, account, limit)).toMatchObject({ isMoneyUnread: true });
    expect(provider?.seen.at(-1)?.line).toContain('starting_after=re_1');
  });
});

describe('a statement', () => {
  it('has all payments of its time, and names those of others by Stripe’s id', async () => {
    const rows = [
      intent({ id: 'pi_2', metadata: {} }),
      intent({ id: 'pi_3', metadata: {}, currency: 'ugx' }),
      intent({ status: 'succeeded', amount_received: 1_234 }),
    ];
    const answer = ok({ object: 'list', has_more: false, data: rows });
    const account = await open({ 'GET /v1/payment_intents': answer });
    const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T00:00:00Z') };
    const read = await payments.readStatement?.(period, account, limit);
    expect(read).toMatchObject({
      kind: 'read',
      reports: [
        { providerReference: 'pi_2', outcome: 'open' },
        { providerReference, outcome: 'success' },
      ],
    });
    const query = new URLSearchParams(provider?.seen[0]?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      'created[gte]': '1767225600',
      'created[lt]': '1767312000',
      limit: '100',
    });
  });

  it('with a row that cannot be read is no answer', async () => {
    const account = await open({ 'GET /v1/payment_intents': ok({ data: [{ id: 'pi_1' }] }) });
    const period = { from: new Date(0), to: new Date(1) };
    expect(await payments.readStatement?.(period, account, limit)).toMatchObject({ kind: 'noAnswer' });
  });
});

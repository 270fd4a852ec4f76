import { describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../connector.js';
import type { ProviderAnswer } from '../testing/scripted-provider.js';
import { payments } from './payments.js';
import { intent, page, providerReference } from './testing/objects.js';
import { broken, limit, ok, refused, scriptStripe } from './testing/scripted-stripe.js';
import { ways } from './ways.js';

const card = { pan: '4242424242424242', cvv: '123', expMonth: '12', expYear: '2040', holderName: 'ADA' };

const { open, lines, keys } = scriptStripe();

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

  it('in the merchant’s request is not passed on unless Stripe has granted that', async () => {
    const account = await open(answers);
    const prepared = await payments.prepare?.(orderOf('card', { card }), account, limit);
    expect(prepared).toEqual({ kind: 'prepared', prepared: 'cs_test_1' });
    const sent = await payments.submit(orderOf('card', { card, prepared: 'cs_test_1' }), account, limit);
    const url = 'https://checkout.stripe.com/c/pay/cs_test_1';
    expect(sent).toEqual({ kind: 'accepted', challenge: { type: 'redirect', url } });
    expect(lines()).toEqual(['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/cs_test_1']);
  });

  it('is confirmed if Stripe has granted that, and the intent’s secret goes no further', async () => {
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
      refused(402, { type: 'card_error', code: 'incorrect_number' }),
      { kind: 'declined', soft: false, report: { outcome: 'declined', reason: 'incorrect_number' } },
    ],
    [
      'refuses',
      refused(400, { message: 'generally unsafe' }),
      { kind: 'notSent', detail: 'status 400', error: 'failed' },
    ],
    [
      'refuses for want of a grant',
      refused(402, { message: 'generally unsafe' }),
      { kind: 'notSent', detail: 'status 402', error: 'failed' },
    ],
    ['fails with', broken, { kind: 'notSent', detail: 'status 500' }],
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
    ['that fails', broken],
    ['of another', ok(page({ client_reference_id: 'ref-2' }))],
    ['that is over', ok(page({ status: 'expired', url: null }))],
  ])('%s was handed to nobody, so its submit is not sent', async (_case, answer) => {
    const account = await open({ [path]: answer });
    const sent = await payments.submit(orderOf('card', { prepared: 'cs_test_1' }), account, limit);
    expect(sent).toMatchObject({ kind: 'notSent' });
  });

  it('is closed with a fresh key each time, and looked up if it refuses', async () => {
    const account = await open({ [expire]: refused(400), [path]: ok(page()) });
    expect(await payments.cancel?.(handle, account, limit)).toMatchObject({ report: { outcome: 'open' } });
    await payments.cancel?.(handle, account, limit);
    expect(lines()).toEqual([expire, path, expire, path]);
    const [first, , second] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('that we close is cancelled for the caller, and expired in every look-up', async () => {
    const closed = ok(page({ status: 'expired', url: null }));
    const account = await open({ [expire]: closed, [path]: closed });
    const report = { providerReference, reason: 'expired' };
    const answers = [
      await payments.cancel?.(handle, account, limit),
      await payments.lookUp(handle, account, limit),
    ];
    expect(answers).toMatchObject([
      { kind: 'found', report: { ...report, outcome: 'cancelled' } },
      { kind: 'found', report: { ...report, outcome: 'expired' } },
    ]);
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['another', ok(page({ client_reference_id: 'ref-2' }))],
    ['none', refused(404, { code: 'resource_missing' })],
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

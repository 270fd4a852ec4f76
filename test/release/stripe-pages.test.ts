import { describe, expect, it } from 'vitest';
import type { StripeObject } from '../fakes/ask-stripe.js';
import { changedEvent, sendEvent } from '../fakes/stripe-events.js';
import { openStripePages } from '../stack/stripe-pages.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd, proveOneCharge, type Ended } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: what a customer pays by on Stripe's page, or by what Stripe shows, ends as it must. Method: a face of ours for the behaviour,
 * stripe-mock for the form of each request; events signed by Stripe's own client.
 */
const success: Ended = { status: 'success' };
const declined: Ended = { status: 'declined' };
const expired: Ended = { status: 'expired' };
const cancelled: Ended = { status: 'declined', code: 121 };
const [brief, raw, briefRaw] = ['mk_test_brief', 'mk_test_raw', 'mk_test_brief_raw'] as const;

const { face, proxy, books, apiUrl, unwitnessed, observersOf, start } = openStripePages();
const send = async (event: StripeObject) => expect(await sendEvent(apiUrl(), event)).toBe(200);
const proveEnded = (reference: string, end: Ended = success, key = 'mk_test_shop') =>
  proveEnd(observersOf(key), reference, end);
const statusOf = async (reference: string, key = 'mk_test_shop') =>
  (await observersOf(key).merchant.get(`/v2/payment/${reference}`)).body['status'];
const cancel = (reference: string) =>
  observersOf('mk_test_shop').merchant.postRaw(`/v2/payment/${reference}/cancel`, '');
/** How often it was looked up. */
const lookupsOf = async (identifier: string) =>
  (await books().rows('select 1 from lookups where identifier = $1', identifier)).length;

describe.concurrent.each(['card', 'mbway', 'payid'])('the page of %s', (method) => {
  it('is handed out, and paid; its secret is nowhere', async () => {
    const { record, reference, handle } = await start(method);
    expect(JSON.stringify(record['challenge'])).toContain(`https://checkout.stripe.example/c/pay/${handle}`);
    expect(handle).toMatch(/^cs_/);
    await send(face().pay(handle));
    const ended = await proveEnded(reference);
    expect(JSON.stringify([record, ended])).not.toContain('_secret');
  });

  it('that is paid without a word is found', async () => {
    const { reference, handle } = await start(method);
    face().pay(handle);
    await proveEnded(reference);
  });

  it('goes on after a try that fails', async () => {
    const { identifier, reference, handle } = await start(method);
    await send(face().decline(handle));
    const before = await lookupsOf(identifier);
    await until(
      () => lookupsOf(identifier),
      (count) => count > before,
    );
    expect(['pending', 'created']).toContain(await statusOf(reference));
    await send(face().pay(handle));
    await proveEnded(reference);
  });

  it('that its customer lets expire, after a try or without one', async () => {
    const [untried, tried] = [await start(method), await start(method)];
    face().decline(tried.handle);
    for (const { handle } of [untried, tried]) await send(face().expire(handle));
    for (const { reference } of [untried, tried]) await proveEnded(reference, expired);
  });

  it('that has expired by an event alone is looked up, and goes on', async () => {
    const [open, over] = [await start(method), await start(method)];
    const event = face().expire(over.handle);
    const before = await lookupsOf(open.identifier);
    await send(changedEvent(event, { id: open.handle, client_reference_id: `${open.identifier}-1` }));
    await until(
      () => lookupsOf(open.identifier),
      (count) => count > before,
    );
    expect(['pending', 'created']).toContain(await statusOf(open.reference));
    await send(face().pay(open.handle));
    await proveEnded(open.reference);
  });

  it('that is approved is open until the money is there, or surely is not', async () => {
    const [paid, failed] = [await start(method), await start(method)];
    for (const { handle } of [paid, failed]) await send(face().approve(handle));
    for (const { reference } of [paid, failed])
      expect(['pending', 'created']).toContain(await statusOf(reference));
    await send(face().pay(paid.handle));
    await send(face().fail(failed.handle));
    await proveEnded(paid.reference);
    await proveEnded(failed.reference, declined);
  });

  it('is closed at Stripe when its merchant cancels', async () => {
    const { reference, handle } = await start(method);
    await cancel(reference);
    await proveEnded(reference, cancelled);
    expect(proxy().seen.map(({ line }) => line)).toContain(`POST /v1/checkout/sessions/${handle}/expire`);
  });

  it('is closed at Stripe when our own window is over', async () => {
    const { reference, handle } = await start(method, brief);
    await proveEnded(reference, expired, brief);
    expect(proxy().seen.map(({ line }) => line)).toContain(`POST /v1/checkout/sessions/${handle}/expire`);
  });
});

describe.concurrent.each([
  ['ideal', 'https://payments.stripe.example/redirect/'],
  ['pix', 'BR.GOV.BCB.PIX'],
  ['multibanco', '123456789'],
  ['cash_mexico', '12345678901234567890123456789012'],
  ['bank_transfer_mexico', '002010077777777771'],
])('a payment by %s', (method, shown) => {
  it('shows what its customer pays by, and is paid', async () => {
    const { record, reference, handle } = await start(method);
    expect(handle).toMatch(/^pi_/);
    expect(JSON.stringify(record['challenge'])).toContain(shown);
    await send(face().pay(handle));
    const ended = await proveEnded(reference);
    expect(JSON.stringify([record, ended])).not.toContain('_secret');
  });

  it('that fails there is declined, and that expires there expired', async () => {
    const [failing, late] = [await start(method), await start(method)];
    await send(face().decline(failing.handle));
    await send(face().expire(late.handle));
    await proveEnded(failing.reference, declined);
    await proveEnded(late.reference, expired);
  });

  it('that is paid without a word is found', async () => {
    const { reference, handle } = await start(method);
    face().pay(handle);
    await proveEnded(reference);
  });

  it('is cancelled at Stripe by its merchant, and by our own window', async () => {
    const [own, unpaid] = [await start(method), await start(method, brief)];
    await cancel(own.reference);
    await proveEnded(own.reference, cancelled);
    await proveEnded(unpaid.reference, expired, brief);
    for (const { handle } of [own, unpaid])
      expect(face().intentOf(handle)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'requested_by_customer',
      });
  });
});

describe.concurrent('3-D Secure of a card that is passed on', () => {
  it('leads to its bank and back, and is paid or declined', async () => {
    const [good, bad] = [await start('card', raw), await start('card', raw)];
    expect(JSON.stringify(good.record['challenge'])).toContain(
      'https://payments.stripe.example/redirect/pi_',
    );
    await send(face().pay(good.handle));
    await send(face().decline(bad.handle));
    await proveEnded(good.reference, success, raw);
    await proveEnded(bad.reference, declined, raw);
  });

  it('that is not finished in time is cancelled', async () => {
    const { reference, handle } = await start('card', briefRaw);
    await proveEnded(reference, expired, briefRaw);
    expect(face().intentOf(handle)).toMatchObject({ status: 'canceled' });
  });
});

it('a bank transfer that has paid a part is not cancelled: a person is shown what has come', async () => {
  const { identifier, reference, handle } = await start('bank_transfer_mexico', brief);
  face().receive(handle, 50_000);
  const [review] = await until(
    () => reviewsOf(books(), identifier),
    (reviews) => reviews.length > 0,
  );
  expect(review).toMatchObject({ cause: 'wrong amount' });
  expect(JSON.stringify(review?.['evidence'])).toContain('500.00');
  expect(face().intentOf(handle)).toMatchObject({ status: 'requires_action' });
  expect(await statusOf(reference, brief)).not.toBe('success');
  await proveOneCharge(observersOf(brief).witness, identifier, false);
  await send(face().pay(handle));
  await proveEnded(reference, success, brief);
});

it('an early fraud warning asks, and moves nothing', async () => {
  const { identifier, reference, handle } = await start('card');
  await send(face().pay(handle));
  await proveEnded(reference);
  await send(face().warn(handle));
  const record = await until(
    async () => (await observersOf('mk_test_shop').merchant.get(`/v2/payment/${reference}`)).body,
    ({ reversals }) => (reversals as readonly unknown[]).length === 1,
  );
  expect(record).toMatchObject({
    status: 'success',
    charged_back_amount: '0.00',
    reversals: [{ kind: 'inquiry', reason: 'made_with_stolen_card', amount: '10.00' }],
  });
  expect(await entriesOf(books(), identifier)).toEqual(['collect 10 EUR']);
});

it('every request of all this is as Stripe’s description has it', ({ skip }) => {
  const reason = unwitnessed();
  if (reason !== undefined) return skip(reason);
  expect(proxy().seen.length).toBeGreaterThan(100);
  return expect(proxy().refused).toEqual([]);
});

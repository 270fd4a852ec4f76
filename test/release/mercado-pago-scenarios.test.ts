import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { pixBody } from '../fakes/bodies.js';
import type { FaceShop } from '../stack/face-shop.js';
import { startMercadoPagoShop } from '../stack/mercado-pago-shop.js';
import { createMerchant, goldenKey, newReference } from '../fakes/merchant.js';
import { refundBody } from '../fakes/refunds.js';
import { reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd, proveOneCharge } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: each scenario of contract §10 ends at Mercado Pago as it must, seen from outside, and a notification alone moves
 * nothing. Method: the sandbox's Mercado Pago face, which reads the scenario in the payer's e-mail address. Shop `rare` asks
 * for a look-up after a notification, shop `brief` gives its customers seconds.
 */
const success = { status: 'success' } as const;
const declined = { status: 'declined' } as const;
const ends = {
  success,
  at_once: success,
  early_callback: success,
  duplicate_callback: success,
  unsigned_callback: success,
  contradictory_callback: success,
  no_callback: success,
  reset: success,
  late_reset: success,
  http_500: success,
  garbage: success,
  timeout_success: success,
  timeout_decline: declined,
  timeout_lost: { status: 'error', reason: 'Mid request timeout' },
  decline: declined,
  error: declined,
  expire: { status: 'expired' },
} as const;

const route = { mid: 'mercado_pago_1', types: ['payment'] };
const shopOf = (key: string, timing: object) => ({
  merchant: 'demo',
  keys: { [key]: goldenKey },
  routes: [route],
  timing,
});

let system: FaceShop['system'];
let shop: FaceShop['shop'];
let observers: FaceShop['observers'];

beforeAll(async () => {
  ({ system, shop, observers } = await startMercadoPagoShop({
    settings: [
      [['timing', 'unknown_review'], '6s'],
      [['timing', 'suspected_lookup'], ['1s']],
      [['projects', 'rare'], shopOf('mk_test_rare', { lookup: ['1h'] })],
      [['projects', 'brief'], shopOf('mk_test_brief', { window: { default: '6s', hosted_page: '6s' } })],
    ],
  }));
}, patient(300_000));
afterAll(() => system?.stop());

type Method = 'pix' | 'cash_mexico';

function bodyOf(method: Method, word: string) {
  const pix = pixBody();
  const email = `ada+${word}@example.com`;
  const inMexico = {
    identifier: 'c-1',
    first_name: 'Ada',
    last_name: 'Byron',
    country: 'MX',
    itn: 'XAXX010101000',
  };
  const money = method === 'pix' ? {} : { currency: 'MXN', amount: 350, customer: inMexico };
  const body = { ...pix, ...money, widget: { method, locale: 'en' }, reference: newReference() };
  return { ...body, customer: { ...(body.customer as object), email }, callback_url: callbackUrl() };
}

const callbackUrl = () => `${system.stack.urls.sandbox}/merchant/callbacks`;

/** The customer has posted the page: it was sent. */
async function pay(method: Method, word: string, by = shop) {
  const body = bodyOf(method, word);
  const created = await by.post('/v2/payment', body);
  expect(created).toMatchObject({ status: 200 });
  const customer = createCustomer();
  await customer.submit(await customer.open(String(created.body['redirect_url'])), 'pay');
  return { reference: body.reference, identifier: String(created.body['identifier']) };
}

const lookupsOf = (identifier: string) =>
  system.books.rows('select outcome from lookups where identifier = $1 order by id', identifier);
const statusOf = async (reference: string, by = shop) =>
  (await by.get(`/v2/payment/${reference}`)).body['status'];

/** What anybody can send who knows the reference. */
const claim = (query: string, type = 'payment') =>
  fetch(`${system.stack.urls.api}/provider-callbacks/mercado_pago?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': 'ts=1,v1=00' },
    body: JSON.stringify({
      type,
      action: 'payment.updated',
      status: 'approved',
      data: { id: '7' },
    }),
  });

describe.concurrent.each(['pix', 'cash_mexico'] as const)('a payment by %s', (method) => {
  it.each(Object.entries(ends))('%s ends as it must', async (word, end) => {
    const { reference, identifier } = await pay(method, word);
    const record = await proveEnd(observers, reference, end);
    expect(record).toMatchObject({ provider: 'mercado_pago', identifier });
  });
});

describe.concurrent('a payment that is not as it should be', () => {
  it.each([
    ['of another amount', 'wrong_amount', 'wrong amount'],
    ['whose state is an unknown word', 'strange', 'no progress for too long'],
  ])('%s is no success, and is shown to a person', async (_case, word, cause) => {
    const by = createMerchant(system.stack.urls.api, word === 'strange' ? 'mk_test_brief' : 'mk_test_shop');
    const { reference, identifier } = await pay('pix', word, by);
    const [review] = await until(
      () => reviewsOf(system.books, identifier),
      (reviews) => reviews.length > 0,
    );
    expect(review).toMatchObject({ cause });
    expect(await statusOf(reference, by)).toBe('created');
    await proveOneCharge(observers.witness, identifier, true);
  });

  it.each(['pix', 'cash_mexico'] as const)(
    'by %s, unpaid in its time: cancelled there, expired here',
    async (method) => {
      const by = createMerchant(system.stack.urls.api, 'mk_test_brief');
      const { reference } = await pay(method, 'nothing', by);
      await proveEnd({ ...observers, merchant: by }, reference, { status: 'expired' });
    },
  );

  it('that its merchant cancels is cancelled at the provider', async () => {
    const { reference } = await pay('pix', 'nothing');
    await until(
      () => statusOf(reference),
      (status) => status === 'created',
    );
    await shop.postRaw(`/v2/payment/${reference}/cancel`, '');
    await proveEnd(observers, reference, { status: 'declined', code: 121 });
  });

  it('without an e-mail address is refused', async () => {
    const { customer, ...body } = bodyOf('pix', 'success');
    const { email: _, ...others } = customer;
    const created = await shop.post('/v2/payment', { ...body, customer: others });
    expect(created.body).toMatchObject({ error_code: 31 });
  });
});

it('a charge-back after the approval is a reversal, and the payment stays a success', async () => {
  const { reference, identifier } = await pay('pix', 'success');
  await proveEnd(observers, reference, success);
  await fetch(`${system.stack.urls.sandbox}/panel/chargeback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: `${identifier}-1` }),
  });
  const record = await until(
    async () => (await shop.get(`/v2/payment/${reference}`)).body,
    ({ reversals }) => (reversals as readonly unknown[] | undefined)?.length === 1,
  );
  expect(record).toMatchObject({ status: 'success', reversals: [{ kind: 'chargeback', state: 'posted' }] });
  expect(await reviewsOf(system.books, identifier)).toEqual([]);
});

it('a refund is found in the list of its payment, and ends by its state there', async () => {
  const { reference } = await pay('pix', 'success');
  const payment = await proveEnd(observers, reference, success);
  for (const amount of ['10', '20']) {
    const body = refundBody(payment, { amount });
    expect((await shop.post('/v2/refund', body)).body).toMatchObject({ error_code: 0 });
    // The provider keeps no reference of ours by which its journal would show it.
    expect(await shop.untilFinal(body.reference, 'refund')).toMatchObject({ status: 'success' });
  }
  const ids = await system.books.rows(
    `select distinct provider_id from attempts join transactions using (identifier) where payment = $1`,
    payment['identifier'],
  );
  expect(ids).toHaveLength(2);
});

describe('a notification', () => {
  it('that is forged is taken, costs a question, and changes nothing; the true one ends the payment', async () => {
    const by = createMerchant(system.stack.urls.api, 'mk_test_rare');
    const { reference, identifier } = await pay('pix', 'nothing', by);
    await until(
      () => statusOf(reference, by),
      (status) => status === 'created',
    );
    expect((await claim(`reference=${identifier}-1`)).status).toBe(200);
    await until(
      () => lookupsOf(identifier),
      (asked) => asked.length === 1,
    );
    expect(await statusOf(reference, by)).toBe('created');
    expect(await reviewsOf(system.books, identifier)).toEqual([]);
    await proveOneCharge(observers.witness, identifier, false);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await fetch(`${system.stack.urls.sandbox}/instructions/${identifier}-1`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'approve' }),
      redirect: 'manual',
    });
    await proveEnd({ ...observers, merchant: by }, reference, success);
    expect(await lookupsOf(identifier)).toMatchObject([{ outcome: 'open' }, { outcome: 'success' }]);
  });

  it('about another payment is accepted, and one that names nothing is not', async () => {
    expect((await claim('reference=00000000-0000-4000-8000-000000000000-1')).status).toBe(200);
    expect((await claim('data.id=7')).status).toBe(200);
    expect((await claim('data.id=7', 'plan')).status).toBe(401);
  });
});

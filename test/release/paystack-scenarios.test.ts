import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ussdBody } from '../fakes/bodies.js';
import { africaPayout, payouts } from '../fakes/payout-bodies.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { startPaystackShop } from '../stack/paystack-shop.js';
import type { FaceShop } from '../stack/face-shop.js';
import { proveEnd, proveOneCharge } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { patient } from '../stack/patience.js';

/**
 * Goal: each scenario of contract §10 ends at Paystack as it must, seen from outside. Method: the sandbox's Paystack face, which
 * reads it in a payout's description and in a payment's e-mail address. Paystack has one word for what is declined and what failed.
 */
type Final = 'success' | 'declined' | 'error';
const [success, declined, error] = ['success', 'declined', 'error'] as const;

const ends: Readonly<Record<string, Final>> = {
  success,
  at_once: success,
  early_callback: success,
  duplicate_callback: success,
  unsigned_callback: success,
  no_callback: success,
  reset: success,
  http_500: success,
  garbage: success,
  timeout_success: success,
  timeout_decline: declined,
  decline: declined,
  error: declined,
  expire: declined,
};
const payoutEnds: typeof ends = {
  ...ends,
  unsupported_bank: declined,
  rejected: declined,
  blocked: error,
  balance: error,
};
/** A look-up may bring the answer in time where the submit did not. */
const answersOf = (scenario: string) => (scenario.startsWith('timeout_') ? [200, 504] : [200]);

let system: FaceShop['system'];
let shop: FaceShop['shop'];
let observers: FaceShop['observers'];

beforeAll(async () => {
  ({ system, shop, observers } = await startPaystackShop({
    settings: [[['timing', 'unknown_review'], '6s']],
  }));
}, patient(300_000));
afterAll(() => system?.stop());

const payoutOf = (scenario: string) => africaPayout({}, { description: `Wages [${scenario}]` });
const paymentOf = (scenario: string) => ({
  ...ussdBody(system.stack.urls.sandbox),
  customer: { identifier: 'c-1', email: `ada+${scenario}@example.com` },
});

describe.concurrent('a payout at Paystack', () => {
  it.each(Object.entries(payoutEnds))('%s ends as %s', async (scenario, status) => {
    const body = payoutOf(scenario);
    const created = await shop.post(payouts, body);
    expect(answersOf(scenario)).toContain(created.status);
    const record = await proveEnd(observers, body.reference, { type: 'payout', status });
    expect(record).toMatchObject({ provider: 'paystack', identifier: created.body['identifier'] });
    const end = status === 'success' ? 'settle' : 'release';
    const entries = await entriesOf(system.books, record['identifier']);
    expect(entries).toEqual(['reserve 1000 NGN', `${end} 1000 NGN`]);
  });

  it.each([
    ['timeout_lost', 'no progress for too long'],
    ['throttled', 'no progress for too long'],
    ['wrong_amount', 'wrong amount'],
  ])('%s is shown to a person, and holds its funds', async (scenario, cause) => {
    const body = payoutOf(scenario);
    await shop.post(payouts, body);
    const { body: record } = await shop.get(`${payouts}/${body.reference}`);
    const [review] = await until(
      () => reviewsOf(system.books, record['identifier']),
      (reviews) => reviews.length > 0,
    );
    expect(review).toMatchObject({ cause });
    expect((await shop.get(`${payouts}/${body.reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await entriesOf(system.books, record['identifier'])).toEqual(['reserve 1000 NGN']);
  });
});

describe.concurrent('a payment at Paystack', () => {
  it.each(Object.entries({ ...ends, contradictory_callback: success }))(
    '%s ends as %s',
    async (scenario, status) => {
      const body = paymentOf(scenario);
      const created = await shop.post('/v2/payment', body);
      expect(answersOf(scenario)).toContain(created.status);
      const record = await proveEnd(observers, body.reference, { status });
      expect(record).toMatchObject({ provider: 'paystack', identifier: created.body['identifier'] });
    },
  );

  it('that never arrived ends once its provider has surely nothing of it', async () => {
    const body = paymentOf('timeout_lost');
    expect((await shop.post('/v2/payment', body)).status).toBe(504);
    await proveEnd(observers, body.reference, { status: 'error', reason: 'Mid request timeout' });
  });

  it('of another amount is no success, and is shown to a person', async () => {
    const body = paymentOf('wrong_amount');
    const { identifier } = (await shop.post('/v2/payment', body)).body;
    const [review] = await until(
      () => reviewsOf(system.books, identifier),
      (reviews) => reviews.length > 0,
    );
    expect(review).toMatchObject({ cause: 'wrong amount' });
    expect((await shop.get(`/v2/payment/${body.reference}`)).body).toMatchObject({ status: 'created' });
    await proveOneCharge(observers.witness, String(identifier), true);
  });
});

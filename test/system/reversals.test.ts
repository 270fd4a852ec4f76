import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeReview, type ReviewClosing } from '#contracts/operator-updates';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { idealBody } from '../fakes/bodies.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { createPanel } from '../fakes/panel.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { openBooks } from '../witnesses/books.js';
import { openDatabase } from '../witnesses/database.js';
import { balanceOf, entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: what a provider tells about money after a success reaches the record, the lists, the books and the merchant, and
 * changes nothing of the transaction itself (contract §15.8). Method: the sandbox tells it by callback, by look-up, or in its
 * panel.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const database = await openDatabase(databaseUrl);
const temporal = await connectTemporal();
const tellInPanel = createPanel(urls.sandbox);
let endpoint: Endpoint;

beforeAll(async () => {
  endpoint = await openEndpoint(() => ({ status: 200 }));
});
afterAll(async () => {
  endpoint.close();
  await database.destroy();
  await books.close();
});

type Json = Readonly<Record<string, unknown>>;
const payments = '/v2/payment';
const refunds = '/v2/refund';
const soon = { sandbox: 'success', sandbox_delay_ms: 10 };

/** A payment of 10.10 EUR that is paid, and what the sandbox does with it afterwards. */
async function paid(after?: string): Promise<string> {
  const meta = after === undefined ? soon : { ...soon, sandbox_after: after };
  const body = idealBody(meta, { callback_url: `${endpoint.url}/${newReference()}` });
  await merchant.post(payments, body);
  const { status } = await merchant.untilFinal(body.reference);
  expect(status).toBe('success');
  return body.reference;
}

const recordOf = async (path: string, reference: string): Promise<Json> =>
  (await merchant.get(`${path}/${reference}`)).body;

/** The record, once it has this number of reversals, of which the last one has this state. */
function withReversals(path: string, reference: string, count: number, state?: string): Promise<Json> {
  return until(
    () => recordOf(path, reference),
    ({ reversals }) => {
      const told = (reversals ?? []) as readonly Json[];
      return told.length === count && (state === undefined || told.at(-1)?.['state'] === state);
    },
  );
}

async function eventsOf(identifier: unknown): Promise<readonly Json[]> {
  const rows = await books.rows(
    'select body from events where identifier = $1 order by committed_in, event_id',
    identifier,
  );
  return rows.map(({ body }) => JSON.parse(String(body)) as Json);
}

async function close(identifier: unknown, closing: Partial<ReviewClosing> = {}): Promise<unknown> {
  const review = temporal.workflow.getHandle(`review/${String(identifier)}`);
  await expect
    .poll(() =>
      review.describe().then(
        ({ status }) => status.name,
        () => 'none',
      ),
    )
    .toBe('RUNNING');
  const by = { operator: 'eve', reason: 'seen on the statement' };
  return review.executeUpdate(closeReview, { args: [{ ...by, ...closing }] });
}

describe('a chargeback of a successful payment', () => {
  it('stands beside the payment, in the lists, in the books, and in one event that is also delivered', async () => {
    const reference = await paid('chargeback');
    const record = await withReversals(payments, reference, 1);
    const { identifier } = record;
    expect(record).toMatchObject({
      status: 'success',
      refunded_amount: '0.00',
      charged_back_amount: '10.10',
      refundable_amount: '0.00',
      refunds: [],
    });
    const [reversal] = record['reversals'] as readonly Json[];
    expect(reversal).toEqual({
      type: 'reversal',
      reversal_id: expect.stringMatching(/^rev_/) as string,
      kind: 'chargeback',
      transaction_type: 'payment',
      identifier,
      reference,
      currency: 'EUR',
      amount: '10.10',
      state: 'posted',
      case: expect.any(String) as string,
      reason: expect.any(String) as string,
      respond_by: expect.any(String) as string,
      created_date: expect.any(String) as string,
      posted_date: expect.any(String) as string,
    });
    expect(await entriesOf(books, identifier)).toEqual(['collect 10.1 EUR', 'chargeback 10.10 EUR']);

    const listed = await merchant.get(`/v2/reversals?transaction_type=payment&reference=${reference}`);
    expect(listed.body).toEqual({ reversals: [reversal], next_after: null });
    const [end, event, ...more] = await eventsOf(identifier);
    expect([end?.['type'], more]).toEqual(['payment', []]);
    expect(event).toEqual({
      event_id: expect.stringMatching(/^evt_/) as string,
      ...reversal,
      timestamp: expect.any(String) as string,
    });
    const heard = await until(
      () => Promise.resolve(endpoint.heard.filter(({ body }) => body.includes(String(identifier)))),
      (callbacks) => callbacks.length === 2,
    );
    expect(heard.map(({ body }) => JSON.parse(body) as Json)).toEqual([end, event]);
    const delivered = await merchant.get(`/v2/callbacks/${String(event?.['event_id'])}`);
    expect(delivered.body).toMatchObject({ identifier, reference, state: 'delivered', attempts: 1 });
  });

  it('is told again, and won back: the payment can be refunded again', async () => {
    const reference = await paid();
    const { identifier } = await recordOf(payments, reference);
    expect(await tellInPanel('chargeback', { identifier, amount: '4.10' })).toBe(200);
    await withReversals(payments, reference, 1);
    expect(await tellInPanel('chargeback', { identifier, again: true })).toBe(200);
    expect(await tellInPanel('chargeback-won', { identifier, amount: '4.10' })).toBe(200);
    expect(await withReversals(payments, reference, 2)).toMatchObject({
      charged_back_amount: '0.00',
      refundable_amount: '10.10',
    });
    expect(await eventsOf(identifier)).toHaveLength(3);
  });

  it('of a payment that was refunded as a whole is raised for review once, and counted', async () => {
    const reference = await paid();
    const { identifier } = await recordOf(payments, reference);
    const body = { reference: newReference(), payment_reference: reference, extra: { meta: soon } };
    await merchant.post(refunds, body);
    await until(
      () => recordOf(refunds, body.reference),
      ({ status }) => status === 'success',
    );
    expect(await tellInPanel('chargeback', { identifier })).toBe(200);
    await withReversals(payments, reference, 1);
    const reviews = await reviewsOf(books, identifier);
    expect(reviews.map(({ cause }) => cause)).toEqual(['more went back than was paid']);
    await until(
      async () => (await fetch(urls.workerMetrics)).text(),
      (metrics) => /^gateway_overrefunded [1-9]/m.test(metrics),
    );
    await close(identifier);
  });
});

it.each([
  [
    'an inquiry moves nothing',
    'inquiry',
    'recorded',
    { refunded_amount: '0.00', refundable_amount: '10.10' },
  ],
  [
    'a refund in the panel',
    'provider_refund',
    'posted',
    { refunded_amount: '10.10', refundable_amount: '0.00' },
  ],
  ['a part of it', 'provider_refund_part', 'posted', { refunded_amount: '5.05', refundable_amount: '5.05' }],
])('%s', async (_case, after, state, sums) => {
  const reference = await paid(after);
  expect(await withReversals(payments, reference, 1, state)).toMatchObject({ status: 'success', ...sums });
});

describe('a refund that fails after its success', () => {
  it('is returned: it stays a success, and its amount can be refunded again', async () => {
    const reference = await paid();
    const body = {
      reference: newReference(),
      payment_reference: reference,
      extra: { meta: { sandbox: 'late_failure', sandbox_delay_ms: 10 } },
    };
    await merchant.post(refunds, body);
    const record = await withReversals(refunds, body.reference, 1, 'posted');
    expect(record).toMatchObject({ status: 'success', reversals: [{ kind: 'returned', amount: '10.10' }] });
    expect(await recordOf(payments, reference)).toMatchObject({
      refunded_amount: '0.00',
      refundable_amount: '10.10',
      refunds: [{ reference: body.reference, returned_amount: '10.10', status: 'success' }],
      reversals: [],
    });
    expect(await entriesOf(books, record['identifier'])).toEqual([
      'hold 10.10 EUR',
      'refund 10.10 EUR',
      'refund_returned 10.10 EUR',
    ]);
  });
});

describe('a payout whose money came back', () => {
  const returned = async (after: string) => {
    const body = pixPayout({ ...soon, sandbox_after: after });
    await merchant.post(payouts, body);
    const record = await withReversals(payouts, body.reference, 1, 'recorded');
    return { reference: body.reference, identifier: record['identifier'] };
  };

  it('waits for a person, and is then in the balance and told', async () => {
    const { reference, identifier } = await returned('returned_twice');
    expect(await eventsOf(identifier)).toHaveLength(1);
    const before = await balanceOf(merchant, 'BRL');
    await close(identifier, { adjustment: 'returned' });
    const record = await withReversals(payouts, reference, 1, 'posted');
    expect(record['status']).toBe('success');
    expect((await balanceOf(merchant, 'BRL')).available - before.available).toBeCloseTo(10.5);
    expect((await eventsOf(identifier)).map(({ type }) => type)).toEqual(['payout', 'reversal']);
  });

  it('is credited in part, and refused beyond what came back', async () => {
    const { reference, identifier } = await returned('returned_part');
    await expect(close(identifier, { adjustment: 'returned', amount: '10.50' })).rejects.toThrow();
    await close(identifier, { adjustment: 'returned', amount: '5.00' });
    expect((await withReversals(payouts, reference, 1, 'posted'))['reversals']).toMatchObject([
      { amount: '5.00' },
    ]);
    expect(await entriesOf(books, identifier)).toEqual([
      'reserve 10.5 BRL',
      'settle 10.5 BRL',
      'adjust 5.00 BRL',
    ]);
  });

  it('is dismissed without an adjustment, and told to nobody', async () => {
    const { reference, identifier } = await returned('returned');
    await close(identifier);
    await withReversals(payouts, reference, 1, 'dismissed');
    expect(await eventsOf(identifier)).toHaveLength(1);
  });
});

it('a chargeback of a declined payment is a contradiction, and no reversal', async () => {
  const body = idealBody({ sandbox: 'decline', sandbox_delay_ms: 10 });
  await merchant.post(payments, body);
  const { identifier } = await merchant.untilFinal(body.reference);
  expect(await tellInPanel('chargeback', { identifier, amount: '10.10' })).toBe(200);
  const [review] = await until(
    () => reviewsOf(books, identifier),
    ({ length }) => length === 1,
  );
  expect(review?.['cause']).toBe('contradicts the final state');
  expect(await recordOf(payments, body.reference)).not.toHaveProperty('reversals');
});

it('a list by a reference without its type, and by an unknown kind, is refused', async () => {
  for (const query of [
    'reference=a',
    'kind=refund',
    'transaction_type=reversal',
    'after=x',
    'status=posted',
  ]) {
    const { status, body } = await merchant.get(`/v2/reversals?${query}`);
    expect([query, status, body['error_code']]).toEqual([query, 400, 30]);
  }
});

it('the books agree with all of it', async () => {
  expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
});

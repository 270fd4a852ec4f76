import { afterAll, describe, expect, it } from 'vitest';
import { approve } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { createMerchant } from '../fakes/merchant.js';
import { createPanel } from '../fakes/panel.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { openBooks } from '../witnesses/books.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: whatever a provider answers to a refund or keeps from us, it is made once and ends by the provider's word (contract
 * §15.4). Method: every scenario of the sandbox, its journal, and the callbacks that reached the merchant.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);
const observers = { merchant, witness, books };

afterAll(() => books.close());

type Fields = Readonly<Record<string, unknown>>;

async function paymentRecord(payment: Fields): Promise<Fields> {
  return (await merchant.get(`/v2/payment/${String(payment['reference'])}`)).body;
}

describe.concurrent('a refund succeeds once', () => {
  it.each([
    'success',
    'at_once',
    'timeout_success',
    'reset',
    'http_500',
    'garbage',
    'no_callback',
    'early_callback',
    'duplicate_callback',
    'unsigned_callback',
  ])('%s', async (sandbox) => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { amount: '4.5' }, { sandbox });
    await refund(merchant, body);
    const record = await proveEnd(observers, body.reference, { type: 'refund', status: 'success' });
    expect(await entriesOf(books, record['identifier'])).toEqual(['hold 4.50 EUR', 'refund 4.50 EUR']);
    expect(await paymentRecord(payment)).toMatchObject({
      status: 'success',
      refunded_amount: '4.50',
      refundable_amount: '95.50',
    });
  });
});

describe.concurrent('a refund that fails gives its amount back', () => {
  it.each([
    ['decline', 'declined', 'Transaction processing error'],
    ['timeout_decline', 'declined', 'Transaction processing error'],
    ['error', 'error', 'Transaction processing error'],
    ['refused', 'error', 'Communication error'],
  ] as const)('%s', async (sandbox, status, reason) => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, {}, { sandbox });
    await refund(merchant, body);
    const record = await proveEnd(observers, body.reference, { type: 'refund', status, reason });
    expect(await entriesOf(books, record['identifier'])).toEqual(['hold 100.00 EUR', 'unhold 100.00 EUR']);
    expect(await paymentRecord(payment)).toMatchObject({
      refunded_amount: '0.00',
      refundable_amount: '100.00',
    });
    expect(await refund(merchant, refundBody(payment))).toMatchObject({ body: { error_code: 0 } });
  });
});

describe.concurrent('a refund that a person has to see stays open, and holds its amount', () => {
  it.each([
    ['wrong_amount', 'wrong amount'],
    ['needs_attention', 'awaits approval at the provider'],
  ])('%s', async (sandbox, cause) => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, {}, { sandbox });
    const { identifier } = (await refund(merchant, body)).body;
    const [review] = await until(
      () => reviewsOf(books, identifier),
      ({ length }) => length > 0,
    );
    expect(review).toMatchObject({ cause, closed_at: null });
    expect((await merchant.get(`/v2/refund/${body.reference}`)).body).toMatchObject({ status: 'pending' });
    expect(await paymentRecord(payment)).toMatchObject({
      refunded_amount: '0.00',
      refundable_amount: '0.00',
    });
  });
});

describe.concurrent('a refund whose money comes back after its success', () => {
  const late = createMerchant(urls.api, 'mk_test_refund_late');

  it.each([
    ['contradictory_callback', merchant],
    ['late_failure', merchant],
    ['late_failure_unheard', late],
  ] as const)('%s: it stays a success, and is told as returned once', async (sandbox, by) => {
    const payment = await paidPayment(by);
    const body = refundBody(payment, {}, { sandbox });
    await refund(by, body);
    const record = await until(
      async () => (await by.get(`/v2/refund/${body.reference}`)).body,
      ({ reversals }) => (reversals as readonly unknown[] | undefined)?.length === 1,
    );
    expect(record).toMatchObject({
      status: 'success',
      reversals: [{ kind: 'returned', amount: '100.00', state: 'posted' }],
    });
    const types = await books.rows(
      "select body::jsonb->>'type' as type from events where identifier = $1 order by committed_in, event_id",
      record['identifier'],
    );
    expect(types.map(({ type }) => type)).toEqual(['refund', 'reversal']);
    expect(await reviewsOf(books, record['identifier'])).toEqual([]);
    expect(await refund(by, refundBody(payment))).toMatchObject({ body: { error_code: 0 } });
  });
});

it("a payment's event is before its refund's in the feed", async () => {
  const payment = await paidPayment(merchant);
  const body = refundBody(payment);
  await refund(merchant, body);
  const record = await merchant.untilFinal(body.reference, 'refund');
  const identifiers: unknown[] = [];
  for (let after = ''; !identifiers.includes(record['identifier']);) {
    const { body: page } = await merchant.get(`/v2/events${after}`);
    identifiers.push(...(page['events'] as readonly Fields[]).map(({ identifier }) => identifier));
    after = `?after=${String(page['next_after'])}`;
  }
  const [first, second] = [payment, record].map(({ identifier }) => identifiers.indexOf(identifier));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(second).toBeGreaterThan(Number(first));
});

it('pages of the list of refunds do not shift while refunds are made', async () => {
  const payment = await paidPayment(merchant);
  const made: string[] = [];
  const make = async () => {
    const body = refundBody(payment, { amount: '1' });
    await refund(merchant, body);
    made.unshift(body.reference);
  };
  for (let count = 0; count < 5; count += 1) await make();
  const expected = [...made];
  const path = `/v2/refunds?payment_reference=${String(payment['reference'])}&limit=2`;
  const listed: unknown[] = [];
  for (let after = ''; ;) {
    const { body } = await merchant.get(`${path}${after}`);
    listed.push(...(body['refunds'] as readonly Fields[]).map(({ reference }) => reference));
    if (body['next_after'] === null) break;
    after = `&after=${body['next_after'] as string}`;
    await make();
  }
  expect(listed).toEqual(expected);
});

it('a refund that waits for a person and no longer fits after a chargeback is declined, and never sent', async () => {
  const held = createMerchant(urls.api, 'mk_test_refund_held');
  const payment = await paidPayment(held, { amount: 300 });
  const body = refundBody(payment, { amount: '200' });
  expect(await refund(held, body)).toMatchObject({ status: 200, body: { status: 'pending' } });
  const { identifier } = (await held.get(`/v2/refund/${body.reference}`)).body;
  const tellInPanel = createPanel(urls.sandbox);
  expect(await tellInPanel('chargeback', { identifier: payment['identifier'], amount: '150' })).toBe(200);
  await until(
    async () => (await held.get(`/v2/payment/${String(payment['reference'])}`)).body,
    (record) => record['charged_back_amount'] === '150.00',
  );
  const temporal = await connectTemporal();
  const workflow = temporal.workflow.getHandle(workflowIdOf('refund', String(identifier)));
  const approval = { operator: 'eve', reason: 'the customer asked', evidence: 'ticket 7' };
  expect(await workflow.executeUpdate(approve, { args: [approval] })).toBe('Approved.');
  expect(await held.untilFinal(body.reference, 'refund')).toMatchObject({
    status: 'declined',
    error_code: 1132,
    error_reason: 'Limit exceeded',
  });
  expect(await witness.charges(String(identifier))).toEqual([]);
});

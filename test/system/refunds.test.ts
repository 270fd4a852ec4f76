import { afterAll, describe, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference, type Answer } from '../fakes/merchant.js';
import { idealBody } from '../fakes/bodies.js';
import { paidPayment, refund, refundBody, type RefundBody } from '../fakes/refunds.js';
import { entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a refund gives back what was paid, once, and never more than was paid (contract §15); books, record and provider say
 * the same.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const sameMerchant = createMerchant(urls.api, 'mk_test_demo_b');
const foreign = createMerchant(urls.api, 'mk_test_cascade');
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);
const observers = { merchant, witness, books };

afterAll(() => books.close());

const limitExceeded = { status: 400, code: 1132, reason: 'Limit exceeded' };
const invalid = { status: 400, code: 30, reason: 'Invalid params' };
const notFound = { status: 404, code: 35, reason: 'Resource not found' };

async function refunded(body: RefundBody): Promise<Answer['body']> {
  const answer = await refund(merchant, body);
  expect(answer).toMatchObject({ status: 200, body: { error_code: 0 } });
  return answer.body;
}

async function expectRefused(
  body: RefundBody,
  error: Parameters<typeof expectError>[1],
  by = merchant,
): Promise<void> {
  expectError(await refund(by, body), { ...error, reference: body.reference });
}

describe.concurrent('a refund', () => {
  it('of the whole payment, without an amount', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { reason: 'other', description: 'All of it' });
    const accepted = await refunded(body);
    expect(accepted).toMatchObject({
      error_code: 0,
      error_reason: '',
      type: 'refund',
      reference: body.reference,
      payment_identifier: payment['identifier'],
      payment_reference: payment['reference'],
      method: 'ideal',
      mode: 'initial',
      currency: 'EUR',
      amount: '100.00',
    });
    const record = await proveEnd(observers, body.reference, { type: 'refund', status: 'success' });
    expect(record).toMatchObject({ amount: '100.00', reason: 'other', description: 'All of it' });
    expect(await entriesOf(books, record['identifier'])).toEqual(['hold 100.00 EUR', 'refund 100.00 EUR']);
  });

  it('in parts to exactly the whole, echoed as sent; a further part finds nothing left', async () => {
    const payment = await paidPayment(merchant);
    for (const amount of ['33.3', '33.30', 33.4]) {
      const body = refundBody(payment, { amount });
      expect(await refunded(body)).toMatchObject({ amount: String(amount) });
      await merchant.untilFinal(body.reference, 'refund');
    }
    await expectRefused(refundBody(payment, { amount: '0.01' }), {
      ...limitExceeded,
      description: 'amount: at most 0.00 EUR can still be refunded',
    });
  });

  it('that was declined gives its amount back', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { amount: '60.00' }, { sandbox: 'decline' });
    await refund(merchant, body);
    const record = await proveEnd(observers, body.reference, { type: 'refund', status: 'declined' });
    expect(await entriesOf(books, record['identifier'])).toEqual(['hold 60.00 EUR', 'unhold 60.00 EUR']);
    await refunded(refundBody(payment));
  });

  it('whose outcome is unknown holds its amount, and is raised once its provider has not known it several times', async () => {
    const payment = await paidPayment(merchant);
    const unknown = refundBody(payment, { amount: '60' }, { sandbox: 'timeout_lost' });
    expect(await refund(merchant, unknown)).toMatchObject({ status: 504, body: { error_code: 121 } });
    await expectRefused(refundBody(payment, { amount: '41' }), limitExceeded);
    await refunded(refundBody(payment, { amount: '40' }));
    const record = () => merchant.get(`/v2/refund/${unknown.reference}`);
    const { identifier } = (await record()).body;
    const reviews = await until(
      () => reviewsOf(books, identifier),
      ({ length }) => length > 0,
    );
    expect(reviews).toMatchObject([{ cause: 'not found at the provider', closed_at: null }]);
    expect((await record()).body).toMatchObject({ status: 'pending', finished_date: null });
    expect(await entriesOf(books, identifier)).toEqual(['hold 60.00 EUR']);
  });

  it('of a foreign merchant, or of a payment that was not paid, is refused', async () => {
    const payment = await paidPayment(merchant);
    await expectRefused(refundBody(payment), notFound, foreign);
    const declined = idealBody({ sandbox: 'decline', sandbox_delay_ms: 10 });
    await merchant.post('/v2/payment', declined);
    await merchant.untilFinal(declined.reference);
    await expectRefused(refundBody({ reference: declined.reference }), {
      ...invalid,
      description: 'payment_reference: the payment is declined, and was not paid',
    });
  });

  it('may have the reference of its payment', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { reference: payment['reference'], amount: '1' });
    expect(await refunded(body)).toMatchObject({ type: 'refund', reference: payment['reference'] });
  });

  it('of which a 504 was answered is the same one when it is sent again, and no other content takes its place', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { amount: '60' }, { sandbox: 'timeout_success' });
    const late = await refund(merchant, body);
    expect(late).toMatchObject({ status: 504, body: { error_code: 121 } });
    const record = await merchant.untilFinal(body.reference, 'refund');
    expect(record).toMatchObject({ status: 'success', identifier: late.body['identifier'] });
    // Nothing like it is left of the payment: a known reference is answered all the same.
    expect(await refund(merchant, body)).toMatchObject({
      status: 200,
      body: { error_code: 0, identifier: late.body['identifier'], status: 'success' },
    });
    await expectRefused(
      { ...body, amount: '61' },
      { status: 400, code: 108, reason: 'Duplicated reference' },
    );
  });

  it('belongs to every project of the merchant', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { amount: '1' });
    expect(await refund(sameMerchant, body)).toMatchObject({ status: 200, body: { error_code: 0 } });
    const record = await merchant.untilFinal(body.reference, 'refund');
    expect(record).toMatchObject({ status: 'success', billing_amount: '1.00' });
    const listed = await merchant.get(`/v2/refunds?payment_reference=${String(payment['reference'])}`);
    expect(listed.body).toMatchObject({ refunds: [{ reference: body.reference }], next_after: null });
    const list = await merchant.get('/v2/transactions?type=refund');
    expectError(list, invalid);
  });
});

describe.concurrent('many refunds of one payment at once', () => {
  it('of 7 of 100: fourteen are accepted, and two are left', async () => {
    const payment = await paidPayment(merchant);
    const bodies = Array.from({ length: 40 }, () => refundBody(payment, { amount: 7 }));
    const answers = await Promise.all(bodies.map((body) => refund(merchant, body)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(14);
    for (const [index, { status, body }] of answers.entries())
      if (status !== 200)
        expectError({ status, body }, { ...limitExceeded, reference: String(bodies[index]?.reference) });
    const rest = refundBody(payment, { amount: 2 });
    await refunded(rest);
    await merchant.untilFinal(rest.reference, 'refund');
  });

  it('two of the whole: one is accepted', async () => {
    const payment = await paidPayment(merchant);
    const answers = await Promise.all([1, 2].map(() => refund(merchant, refundBody(payment))));
    expect(new Set(answers.map(({ body }) => body['error_code']))).toEqual(new Set([0, 1132]));
  });

  it('with one reference: one refund, and answers by the table of duplicates', async () => {
    const payment = await paidPayment(merchant);
    const body = refundBody(payment, { amount: 60 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(merchant, body)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, body: refused } of others)
      expect([status, refused['error_code']]).toEqual([400, 108]);
    const [row] = await books.rows(
      `select count(*)::integer as count from transactions where type = 'refund' and reference = $1`,
      body.reference,
    );
    expect(row).toEqual({ count: 1 });
  });
});

describe.concurrent('the cancel of a refund', () => {
  it('that may have been sent is refused; a final one is answered as it is; an unknown one is not found', async () => {
    const payment = await paidPayment(merchant);
    const open = refundBody(payment, { amount: 1 }, { sandbox: 'needs_attention' });
    await refunded(open);
    const { body: record } = await merchant.get(`/v2/refund/${open.reference}`);
    const identifier = String(record['identifier']);
    const early = await merchant.postRaw(`/v2/refund/${open.reference}/cancel`, '');
    expectError(early, { ...invalid, reference: open.reference, identifier });
    const final = refundBody(payment, { amount: 1 });
    await refunded(final);
    await merchant.untilFinal(final.reference, 'refund');
    const answer = await merchant.postRaw(`/v2/refund/${final.reference}/cancel`, '');
    expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
    const reference = newReference();
    expectError(await merchant.postRaw(`/v2/refund/${reference}/cancel`, ''), { ...notFound, reference });
  });
});

describe.concurrent('a refund above the limit of one person', () => {
  const held = createMerchant(urls.api, 'mk_test_refund_held');

  it('is held, and ends declined when the merchant cancels it', async () => {
    const payment = await paidPayment(held, { amount: 300 });
    const body = refundBody(payment, { amount: '100.01' });
    const answer = await refund(held, body);
    expect(answer).toMatchObject({ status: 200, body: { error_code: 0, status: 'pending' } });
    const { body: open } = await held.get(`/v2/refund/${body.reference}`);
    expect(open['expires_date']).toMatch(/Z$/);
    const cancelled = await held.postRaw(`/v2/refund/${body.reference}/cancel`, '');
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'declined', error_code: 121, error_description: 'Payment transaction was cancelled' },
    });
    expect(await witness.charges(String(open['identifier']))).toEqual([]);
    const exact = refundBody(payment, { amount: '100.00' });
    await refund(held, exact);
    expect(await held.untilFinal(exact.reference, 'refund')).toMatchObject({ status: 'success' });
  });
});

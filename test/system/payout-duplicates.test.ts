import { afterAll, describe, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import {
  africaPayout,
  choicePayout,
  confirmations,
  knownBank,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveOneCharge } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: money is never paid out twice for one reference (contract §4), and each caller gets the table's answer. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const sameMerchant = createMerchant(urls.api, 'mk_test_demo_b');
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

const post = (body: PayoutBody) => merchant.post(payouts, body);

function expectSameContent(answer: Answer, known: Answer): void {
  const { reference, identifier, request_id: requestId } = known.body;
  expectError(answer, {
    status: 400,
    code: 108,
    reason: 'Duplicated reference',
    description: new RegExp(`in use by payout ${String(identifier)} with status [a-z]+, see GET /v2/payout/`),
    reference: String(reference),
    identifier: String(identifier),
    requestId: String(requestId),
  });
}

function expectOtherContent(answer: Answer, { reference }: PayoutBody): void {
  const description = 'The reference is already in use';
  expectError(answer, { status: 400, code: 108, reason: 'Duplicated reference', description, reference });
}

function expectTimeout(answer: Answer, { reference }: PayoutBody): void {
  const text = 'Payment transaction timeout after 30 seconds';
  const identifier = String(answer.body['identifier']);
  expectError(answer, { status: 504, code: 1, reason: text, description: text, reference, identifier });
}

/** One row, reserved once, settled once, credited once. */
async function expectOnce({ reference, amount, currency }: PayoutBody): Promise<void> {
  const rows = await books.rows('select identifier from transactions where reference = $1', reference);
  expect(rows).toHaveLength(1);
  const record = await merchant.untilFinal(reference, 'payout');
  expect(record).toMatchObject({ identifier: rows[0]?.['identifier'], status: 'success' });
  const money = `${String(amount)} ${String(currency)}`;
  expect(await entriesOf(books, record['identifier'])).toEqual([`reserve ${money}`, `settle ${money}`]);
  await proveOneCharge(witness, String(record['identifier']), true);
}

describe('a reference that has had its answer', () => {
  it.each([
    ['pix', () => pixPayout({ sandbox: 'success' })],
    ['Africa', () => africaPayout({ sandbox: 'success' })],
  ])('%s: the same content gets 108 with identifier and request id', async (_name, newBody) => {
    const body = newBody();
    const first = await post(body);
    expect(first.body).toMatchObject({ error_code: 0 });
    expectSameContent(await post(body), first);
    await expectOnce(body);
    expectSameContent(await post(body), first);
  });

  it.each([
    ['another amount', { amount: 10.4 }],
    ['another beneficiary', { pix: { name: 'Maria Souza', account: '52998224725', account_type: 'CPF' } }],
    ['an unknown field', { surprise: 1 }],
  ])('other content, %s: 108 without identifier', async (_name, changes) => {
    const body = pixPayout({ sandbox: 'success' });
    await post(body);
    expectOtherContent(await post({ ...body, ...changes }), body);
    await expectOnce(body);
  });

  it('the other project of the merchant shares it, as other content', async () => {
    const body = pixPayout({ sandbox: 'success' });
    await post(body);
    expectOtherContent(await sameMerchant.post(payouts, body), body);
    await expectOnce(body);
  });

  it('a payment may have the same reference', async () => {
    const body = pixPayout({ sandbox: 'success' });
    await post(body);
    const payment = {
      widget: { method: 'pix' },
      reference: body.reference,
      currency: 'BRL',
      amount: 10.5,
      customer: { identifier: 'c-3', first_name: 'Joao', last_name: 'Silva', itn: '52998224725' },
    };
    expect(await merchant.post('/v2/payment', payment)).toMatchObject({
      status: 200,
      body: { error_code: 0, status: 'new' },
    });
  });

  it('one whose bank is still to be chosen has had its answer too', async () => {
    const body = choicePayout({ sandbox: 'success' });
    const first = await post(body);
    expectSameContent(await post(body), first);
    const withBank = { ...body, bank_transfer_africa: { bank_code: knownBank } };
    expectOtherContent(await post(withBank), body);
    await merchant.post(confirmations, { reference: body.reference, bank_code: knownBank });
    await expectOnce(body);
  });
});

describe('parallel duplicates', () => {
  it.each([
    ['pix', () => pixPayout({ sandbox: 'success' })],
    ['Africa', () => africaPayout({ sandbox: 'success' })],
  ])('%s: of twenty one is accepted, the others get 108', async (_name, newBody) => {
    const body = newBody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
    const [accepted, ...more] = answers.filter(({ status }) => status === 200);
    expect([accepted?.body['error_code'], more]).toEqual([0, []]);
    for (const answer of answers) if (accepted && answer !== accepted) expectSameContent(answer, accepted);
    await expectOnce(body);
  });

  it('of different content one is accepted, and no other caller learns its identifier', async () => {
    const body = pixPayout({ sandbox: 'success' });
    const bodies = Array.from({ length: 12 }, (_, n) => ({ ...body, amount: 10 + n }));
    const answers = await Promise.all(bodies.map(post));
    const accepted = answers.findIndex(({ status }) => status === 200);
    answers.forEach((answer, index) => {
      if (index !== accepted) expectOtherContent(answer, body);
    });
    await expectOnce({ ...body, amount: 10 + accepted });
  });
});

// Each of them waits for the deadline; together they wait for it once.
describe.concurrent('a reference whose caller got no answer', () => {
  const silent = () => pixPayout({ sandbox: 'timeout_success' });
  const rejoin = (body: PayoutBody) =>
    until(
      () => post(body),
      ({ status }) => status !== 504,
    );

  it('504, then the same content re-joins, in parallel; then the reference is used', async () => {
    const body = silent();
    const late = await post(body);
    expectTimeout(late, body);
    const answers = await Promise.all([1, 2, 3, 4].map(() => rejoin(body)));
    const { identifier, request_id } = late.body;
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { error_code: 0, identifier, request_id, type: 'payout' },
      });
    }
    expectSameContent(await post(body), late);
    await expectOnce(body);
  });

  it('504, then other content gets 108 and spoils nothing', async () => {
    const body = silent();
    const late = await post(body);
    expectTimeout(late, body);
    expectOtherContent(await post({ ...body, amount: 10.4 }), body);
    expect((await rejoin(body)).body).toMatchObject({ identifier: late.body['identifier'] });
    await expectOnce(body);
  });

  it('while the first call still runs, the same content gets 108', async () => {
    const body = silent();
    const first = post(body);
    const registered = await until(
      () => merchant.get(`${payouts}/${body.reference}`),
      ({ status }) => status === 200,
    );
    expectSameContent(await post(body), registered);
    expectTimeout(await first, body);
    await expectOnce(body);
  });

  it('a lost connection, then the same content re-joins', async () => {
    const body = silent();
    const connection = new AbortController();
    const parts = { method: 'POST', target: payouts, body: JSON.stringify(body), signal: connection.signal };
    const first = sendSigned(urls.api, parts).catch(() => 'lost');
    const { body: registered } = await until(
      () => merchant.get(`${payouts}/${body.reference}`),
      ({ status }) => status === 200,
    );
    connection.abort();
    expect(await first).toBe('lost');
    const { identifier, request_id } = registered;
    const again = await until(
      () => post(body),
      ({ status }) => status === 200,
    );
    expect(again.body).toMatchObject({ error_code: 0, identifier, request_id });
    await expectOnce(body);
  });
});

describe('a refused request', () => {
  it('leaves its reference as it was: free', async () => {
    const limits = createMerchant(urls.api, 'mk_test_limits');
    const body = pixPayout({ sandbox: 'success' });
    expect((await limits.post(payouts, { ...body, amount: 5 })).body).toMatchObject({ error_code: 1132 });
    expect((await limits.post(payouts, body)).body).toMatchObject({ error_code: 0 });
  });
});

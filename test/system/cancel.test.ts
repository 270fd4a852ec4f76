import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readLinks } from '../../tools/demo/customer.js';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference, repeated } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, payouts, pixPayout } from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sendLines, signedLines, without } from '../fakes/signed-request.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: a merchant cancels what was never sent, and has the provider asked to cancel a payment that was (contract §7);
 * whatever else moves money in the same moment, books, record and provider say the same.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const sameMerchant = createMerchant(urls.api, 'mk_test_demo_b');
const foreign = createMerchant(urls.api, 'mk_test_cascade');
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

type Kind = 'payment' | 'payout';
const pathOf = (reference: string, type: Kind) => `/v2/${type}/${encodeURIComponent(reference)}/cancel`;
const cancel = (reference: string, type: Kind = 'payment', by = merchant) =>
  repeated(() => by.postRaw(pathOf(reference, type), ''));

const text = 'Payment transaction was cancelled';
const cancelledPayment = {
  status: 'declined',
  code: 121,
  reason: 'routing settings issue (disabled project or bank)',
  description: text,
} as const;
const cancelledPayout = { type: 'payout', status: 'declined', code: 1, reason: text } as const;
const notFound = { status: 404, code: 35, reason: 'Resource not found' };
const invalid = { status: 400, code: 30, reason: 'Invalid params' };
const reservedAndReleased = ['reserve 1000 NGN', 'release 1000 NGN'];

type Answered = Readonly<Record<string, unknown>>;

async function create(
  body: object,
  path = '/v2/payment',
): Promise<Answered & { readonly identifier: string }> {
  const created = await merchant.post(path, body);
  expect(created).toMatchObject({ status: 200, body: { error_code: 0 } });
  return { ...created.body, identifier: String(created.body['identifier']) };
}

function redirectOf(created: Answered): string {
  const challenge = created['challenge'] as { readonly challenge_redirect: { readonly url: string } };
  return challenge.challenge_redirect.url;
}

/** The answer is the record that the check endpoint shows. */
async function expectFullRecord(answered: Answered, reference: string, type: Kind): Promise<void> {
  const { body: checked } = await merchant.get(`/v2/${type}/${reference}`);
  // What goes on after the answer: time, and the delivery of its callback.
  const later = { timestamp: expect.any(String), callback: expect.any(Object) };
  expect(answered).toEqual({ ...checked, ...later });
}

describe.concurrent('a payment that was never sent', () => {
  it('whose page was never posted: declined, 121, by the merchant; the page pays no more', async () => {
    const body = pixBody({ sandbox: 'success' });
    const created = await create(body);
    const customer = createCustomer();
    const page = await customer.open(String(created['redirect_url']));
    const answer = await cancel(body.reference);
    expect(answer.status).toBe(200);
    await expectFullRecord(answer.body, body.reference, 'payment');
    const record = await proveEnd(observers, body.reference, cancelledPayment);
    expect(record['history']).toMatchObject([
      { status: 'new', source: 'api' },
      { status: 'declined', source: 'merchant' },
    ]);
    const after = await customer.submit(page, 'pay');
    expect(readLinks(after.html)).toContain(`${urls.sandbox}/merchant/cancelled`);
    expect(await observers.witness.charges(created.identifier)).toEqual([]);
  });

  it('whose card was never entered: the same', async () => {
    const { card: _card, ...body } = cardBody('4242424242424242');
    const { identifier } = await create(body);
    expect(await cancel(body.reference)).toMatchObject({ status: 200, body: { status: 'declined' } });
    const record = await proveEnd(observers, body.reference, cancelledPayment);
    expect(record['history']).toContainEqual(
      expect.objectContaining({ status: 'declined', source: 'merchant' }),
    );
    expect(await observers.witness.charges(identifier)).toEqual([]);
  });

  it('posted and cancelled at once: one of them counts', async () => {
    const bodies = [1, 2, 3].map(() => pixBody({ sandbox: 'success' }));
    await Promise.all(
      bodies.map(async (body) => {
        const created = await create(body);
        const customer = createCustomer();
        const page = await customer.open(String(created['redirect_url']));
        const [answer] = await Promise.all([cancel(body.reference), customer.submit(page, 'pay')]);
        expect(answer.status).toBe(200);
        const { status } = await merchant.untilFinal(body.reference);
        const isPaid = status === 'success';
        await proveEnd(observers, body.reference, isPaid ? { status: 'success' } : cancelledPayment);
      }),
    );
  });
});

describe.concurrent('a payment that was sent', () => {
  it('the provider is asked, and has cancelled it: it cannot be paid any more', async () => {
    const body = idealBody();
    const created = await create(body);
    const answer = await cancel(body.reference);
    expect(answer).toMatchObject({ status: 200, body: { status: 'declined', error_code: 121 } });
    await expectFullRecord(answer.body, body.reference, 'payment');
    const record = await proveEnd(observers, body.reference, cancelledPayment);
    expect(record['history']).toContainEqual(
      expect.objectContaining({ status: 'declined', source: 'lookup' }),
    );
    const customer = createCustomer();
    const page = await customer.open(redirectOf(created));
    expect(() => customer.submit(page, 'approve')).toThrow('there is no form');
    expect(await observers.witness.charges(created.identifier)).not.toContainEqual(
      expect.objectContaining({ status: 'success' }),
    );
  });

  it('and paid: success, whichever is reported first', async () => {
    const body = idealBody();
    const customer = createCustomer();
    await customer.submit(await customer.open(redirectOf(await create(body))), 'approve');
    expect(await cancel(body.reference)).toMatchObject({ status: 200, body: { status: 'success' } });
    await proveEnd(observers, body.reference, { status: 'success' });
  });

  it('paid and cancelled at once: one of them counts, and the provider agrees', async () => {
    const bodies = [1, 2, 3, 4].map(() => idealBody());
    await Promise.all(
      bodies.map(async (body) => {
        const customer = createCustomer();
        const page = await customer.open(redirectOf(await create(body)));
        const [answer] = await Promise.all([
          cancel(body.reference),
          customer.submit(page, 'approve').catch(() => undefined),
        ]);
        expect(answer.status).toBe(200);
        const { status } = await merchant.untilFinal(body.reference);
        expect(answer.body['status']).toBe(status);
        await proveEnd(observers, body.reference, status === 'success' ? { status } : cancelledPayment);
      }),
    );
  });

  it('cancelled while it is being created: it ends, or was paid', async () => {
    const body = idealBody();
    const [created] = await Promise.all([
      merchant.post('/v2/payment', body),
      ...[1, 2, 3].map(() => cancel(body.reference)),
    ]);
    expect(created.status).toBe(200);
    expect(await cancel(body.reference)).toMatchObject({ status: 200, body: { status: 'declined' } });
    await proveEnd(observers, body.reference, cancelledPayment);
  });
});

describe.concurrent('a payout', () => {
  it('whose bank was not chosen: declined, 1, by the merchant, its funds released', async () => {
    const body = choicePayout({ sandbox: 'success' });
    const { identifier } = await create(body, payouts);
    const answer = await cancel(body.reference, 'payout');
    expect(answer.status).toBe(200);
    await expectFullRecord(answer.body, body.reference, 'payout');
    const record = await proveEnd(observers, body.reference, cancelledPayout);
    expect(record['history']).toMatchObject([{ source: 'api' }, { status: 'declined', source: 'merchant' }]);
    expect(await entriesOf(books, identifier)).toEqual(reservedAndReleased);
    expect(await observers.witness.charges(identifier)).toEqual([]);
    const late = await merchant.post(confirmations, { reference: body.reference, bank_code: knownBank });
    expectError(late, { ...invalid, reference: body.reference, identifier });
  });

  it('that was sent: 30, and it goes on; once it is final its record', async () => {
    const body = pixPayout({ sandbox: 'success', sandbox_delay_ms: 2_000 });
    const { reference } = body;
    const { identifier } = await create(body, payouts);
    expectError(await cancel(reference, 'payout'), {
      ...invalid,
      reference,
      identifier,
      description: 'reference: must name a payout that was never sent, but this one may have been',
    });
    await proveEnd(observers, reference, { type: 'payout', status: 'success' });
    expect(await cancel(reference, 'payout')).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await entriesOf(books, identifier)).toEqual(['reserve 10.5 BRL', 'settle 10.5 BRL']);
  });

  it('chosen and cancelled at once: one of them counts, for the payout and its funds', async () => {
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const body = choicePayout({ sandbox: 'success' });
        const { reference } = body;
        const { identifier } = await create(body, payouts);
        const [answer] = await Promise.all([
          cancel(reference, 'payout'),
          merchant.post(confirmations, { reference, bank_code: knownBank }),
        ]);
        const { status } = await merchant.untilFinal(reference, 'payout');
        const isPaid = status === 'success';
        // If the merchant was answered that it was cancelled, nothing is paid.
        expect([answer.status, isPaid]).toEqual(answer.status === 200 ? [200, false] : [400, true]);
        await proveEnd(
          observers,
          reference,
          isPaid ? { type: 'payout', status: 'success' } : cancelledPayout,
        );
        expect(await entriesOf(books, identifier)).toEqual([
          'reserve 1000 NGN',
          isPaid ? 'settle 1000 NGN' : 'release 1000 NGN',
        ]);
      }),
    );
  });
});

describe.concurrent('asked', () => {
  it('again, and ten times at once: 200 with the same end, one event', async () => {
    const body = choicePayout();
    const { identifier } = await create(body, payouts);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        cancel(body.reference, 'payout', index % 2 === 0 ? merchant : sameMerchant),
      ),
    );
    for (const answer of [...answers, await cancel(body.reference, 'payout')]) {
      expect(answer).toMatchObject({ status: 200, body: { identifier, status: 'declined', error_code: 1 } });
    }
    await proveEnd(observers, body.reference, cancelledPayout);
    expect(await entriesOf(books, identifier)).toEqual(reservedAndReleased);
  });

  it('of what is over: its record, unchanged', async () => {
    const body = idealBody({ sandbox: 'decline' });
    await create(body);
    const record = await proveEnd(observers, body.reference, { status: 'declined' });
    const answer = await cancel(body.reference);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ history: record['history'], error_code: record['error_code'] });
    await expectFullRecord(answer.body, body.reference, 'payment');
  });

  it('of a reference that is to be encoded', async () => {
    const reference = `a/b c?${newReference()}`;
    await create({ ...pixBody(), reference });
    expect(await cancel(reference)).toMatchObject({ status: 200, body: { reference, status: 'declined' } });
  });

  it.each(['payment', 'payout'] as const)('of a %s that is not there: 404, 35', async (type) => {
    const reference = newReference();
    expectError(await cancel(reference, type), { ...notFound, reference });
    expectError(await cancel('..', type), notFound);
  });

  it('by another merchant, or as what it is not: 404, 35, and nothing happens', async () => {
    const body = pixBody();
    const { reference } = body;
    await create(body);
    expectError(await cancel(reference, 'payment', foreign), { ...notFound, reference });
    expectError(await cancel(reference, 'payout'), { ...notFound, reference });
    expect((await merchant.get(`/v2/payment/${reference}`)).body).toMatchObject({ status: 'new' });
    expect((await cancel(reference, 'payment', sameMerchant)).status).toBe(200);
  });

  it('with a body that is no JSON: 30; with one that says nothing, or something else: as without', async () => {
    const body = pixBody();
    const { reference } = body;
    await create(body);
    expectError(await merchant.postRaw(pathOf(reference, 'payment'), '{'), invalid);
    expect((await merchant.get(`/v2/payment/${reference}`)).body).toMatchObject({ status: 'new' });
    for (const said of ['{}', 'null', '{"reason":"out of stock"}']) {
      expect((await merchant.postRaw(pathOf(reference, 'payment'), said)).status).toBe(200);
    }
  });

  it('without a content type: 415; with GET: 405', async () => {
    const parts = { method: 'POST', target: pathOf('a', 'payment') };
    const bare = without(signedLines(urls.api, parts), 'Content-Type');
    expectError(await sendLines(urls.api, bare, parts), {
      status: 415,
      code: 30,
      reason: 'Invalid params',
    });
    const got = await merchant.get(pathOf('a', 'payment'));
    expect([got.status, got.headers['allow']]).toEqual([405, 'POST']);
  });
});

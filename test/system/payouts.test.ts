import { afterAll, describe, expect, it } from 'vitest';
import { cancelPayout, workflowIdOf } from '#contracts/transaction-workflow';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import {
  africaPayout,
  boliviaPayout,
  choicePayout,
  confirmations,
  knownBank,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { balanceOf, entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd, proveOneCharge, type Ended } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: each scenario of contract §10 ends a payout as it must, seen from outside: the answer, the record, the callback,
 * the provider's journal; and its money is reserved, then settled or released, exactly.
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);
const observers = { merchant, witness, books };
const temporal = await connectTemporal();

afterAll(() => books.close());

type Answered = 'pending' | 'late' | 'failed';
type Scenario = { readonly answer: Answered; readonly ended: Omit<Ended, 'type'> };

const processing = 'Transaction processing error';
const scenarios: Readonly<Record<string, Scenario>> = {
  success: { answer: 'pending', ended: { status: 'success' } },
  at_once: { answer: 'pending', ended: { status: 'success' } },
  early_callback: { answer: 'pending', ended: { status: 'success' } },
  duplicate_callback: { answer: 'pending', ended: { status: 'success' } },
  unsigned_callback: { answer: 'pending', ended: { status: 'success' } },
  no_callback: { answer: 'pending', ended: { status: 'success' } },
  reset: { answer: 'pending', ended: { status: 'success' } },
  http_500: { answer: 'pending', ended: { status: 'success' } },
  garbage: { answer: 'pending', ended: { status: 'success' } },
  timeout_success: { answer: 'late', ended: { status: 'success' } },
  timeout_decline: { answer: 'late', ended: { status: 'declined', reason: processing } },
  decline: { answer: 'pending', ended: { status: 'declined', reason: processing } },
  error: { answer: 'pending', ended: { status: 'error', reason: processing } },
  expire: { answer: 'pending', ended: { status: 'error', reason: processing } },
  refused: { answer: 'failed', ended: { status: 'error', reason: 'Communication error' } },
  unsupported_bank: {
    answer: 'pending',
    ended: { status: 'declined', code: 1050, reason: 'Bank does not support transaction' },
  },
};

const money: Readonly<Record<string, string>> = {
  pix: '10.5 BRL',
  bank_transfer_bolivia: '150.5 BOB',
  bank_transfer_africa: '1000 NGN',
};

/** Sends a payout of a scenario, and proves its answer, its end and its entries. */
async function prove(body: PayoutBody, { answer, ended }: Scenario): Promise<void> {
  const method = String(body['method']);
  const created = await merchant.post(payouts, body);
  const { identifier } = created.body;
  expectAnswer(created, answer, body);
  const record = await proveEnd(observers, body.reference, { type: 'payout', ...ended });
  expect(record).toMatchObject({ identifier, method, style: 'h2h', provider: 'sandbox' });
  const end = ended.status === 'success' ? 'settle' : 'release';
  expect(await entriesOf(books, identifier)).toEqual([`reserve ${money[method]}`, `${end} ${money[method]}`]);
}

function expectAnswer(
  created: Awaited<ReturnType<typeof merchant.post>>,
  answer: Answered,
  { reference, method }: PayoutBody,
): void {
  const { identifier } = created.body;
  switch (answer) {
    case 'pending': {
      const status = method === 'bank_transfer_africa' ? { name: 'pending' } : 'pending';
      expect(created).toMatchObject({ status: 200, body: { error_code: 0, reference, status } });
      return expect(created.body).not.toHaveProperty('challenge');
    }
    case 'failed':
      return expect(created).toMatchObject({
        status: 200,
        body: {
          error_code: 200,
          error_reason: 'Communication error',
          reference,
          identifier,
          status: 'error',
        },
      });
    case 'late':
      return expectError(created, {
        status: 504,
        code: 1,
        reason: 'Payment transaction timeout after 30 seconds',
        description: 'Payment transaction timeout after 30 seconds',
        reference,
        identifier: String(identifier),
      });
  }
}

describe.concurrent('every scenario', () => {
  it.each(Object.entries(scenarios))('pix: %s', (sandbox, scenario) =>
    prove(pixPayout({ sandbox }), scenario),
  );

  it.each(['success', 'decline', 'unsupported_bank', 'timeout_success', 'reset'])(
    'Bolivia and Africa: %s',
    async (sandbox) => {
      const scenario = scenarios[sandbox];
      if (!scenario) throw new Error(sandbox);
      await Promise.all([
        prove(boliviaPayout({ sandbox }), scenario),
        prove(africaPayout({ sandbox }), scenario),
      ]);
    },
  );

  it('without a scenario it succeeds by callback', () =>
    prove(pixPayout(), { answer: 'pending', ended: { status: 'success' } }));

  it('a bank that the provider does not have: declined, 1050', () =>
    prove(africaPayout({}, { bank_transfer_africa: { bank_code: 'nobody', account_number: '0123456789' } }), {
      answer: 'pending',
      ended: { status: 'declined', code: 1050 },
    }));
});

describe.concurrent('several routes', () => {
  it.each([
    ['none of them reached', 'mk_test_both_down', 'Failed to register cascade transaction'],
    ['a MID without credentials', 'mk_test_mid_broken', 'Mid configuration error'],
  ])('%s: an error at once, and the funds are released', async (_what, key, reason) => {
    const caller = createMerchant(urls.api, key);
    const body = pixPayout({ sandbox: 'success' });
    const answer = await caller.post(payouts, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { error_code: 200, error_reason: reason, status: 'error' },
    });
    await proveEnd({ ...observers, merchant: caller }, body.reference, {
      type: 'payout',
      status: 'error',
      reason,
    });
    expect(await entriesOf(books, answer.body['identifier'])).toEqual([
      'reserve 10.5 BRL',
      'release 10.5 BRL',
    ]);
  });

  it('a closed first route of payments is no route of payouts', async () => {
    const cascade = createMerchant(urls.api, 'mk_test_cascade');
    const body = pixPayout({ sandbox: 'success' });
    expect(await cascade.post(payouts, body)).toMatchObject({ status: 200, body: { error_code: 0 } });
    await proveEnd({ ...observers, merchant: cascade }, body.reference, {
      type: 'payout',
      status: 'success',
    });
  });
});

describe.concurrent('evidence that does not count', () => {
  it('another amount is a review, no end, and the funds are held', async () => {
    const body = pixPayout({ sandbox: 'wrong_amount' });
    const { identifier } = (await merchant.post(payouts, body)).body;
    const reviews = await until(
      () => reviewsOf(books, identifier),
      ({ length }) => length > 0,
    );
    expect(reviews).toMatchObject([{ cause: 'wrong amount', closed_at: null }]);
    const { body: record } = await merchant.get(`${payouts}/${body.reference}`);
    expect(record).toMatchObject({ status: 'pending', finished_date: null, callback: { state: 'none' } });
    expect(await entriesOf(books, identifier)).toEqual(['reserve 10.5 BRL']);
    expect(await witness.callbacks(body.reference)).toEqual([]);
  });

  it('the first of two final words stays, the second is a review', async () => {
    const body = pixPayout({ sandbox: 'contradictory_callback' });
    await merchant.post(payouts, body);
    const { identifier } = await proveEnd(observers, body.reference, { type: 'payout', status: 'success' });
    const reviews = await until(
      () => reviewsOf(books, identifier),
      ({ length }) => length > 0,
    );
    expect(reviews).toMatchObject([{ cause: 'contradicts the final state' }]);
    expect((await merchant.get(`${payouts}/${body.reference}`)).body).toMatchObject({ status: 'success' });
    expect(await entriesOf(books, identifier)).toEqual(['reserve 10.5 BRL', 'settle 10.5 BRL']);
    await proveOneCharge(witness, String(identifier), true);
  });
});

describe('a payout that was declined', () => {
  it('is re-created with a new reference only', async () => {
    const body = pixPayout({ sandbox: 'decline' });
    const { identifier, request_id: requestId } = (await merchant.post(payouts, body)).body;
    await proveEnd(observers, body.reference, { type: 'payout', status: 'declined' });
    const used = { status: 400, code: 108, reason: 'Duplicated reference', reference: body.reference };
    expectError(await merchant.post(payouts, body), {
      ...used,
      identifier: String(identifier),
      requestId: String(requestId),
    });
    const anew = { ...body, extra: { meta: { sandbox: 'success' } } };
    expectError(await merchant.post(payouts, anew), used);
    await prove({ ...anew, reference: newReference() }, { answer: 'pending', ended: { status: 'success' } });
    await proveOneCharge(witness, String(identifier), false);
  });
});

describe('what the merchant sees of his balance', () => {
  // No other test pays out of it while this runs.
  const alone = createMerchant(urls.api, 'mk_test_limits');
  const open = async () => {
    const body = choicePayout({ sandbox: 'success' });
    const { identifier } = (await alone.post(payouts, body)).body;
    return { ...body, handle: temporal.workflow.getHandle(workflowIdOf('payout', String(identifier))) };
  };

  it('is reserved while the payout is open, then gone, or back where it was', async () => {
    const before = await balanceOf(alone, 'NGN');
    const [paid, cancelled] = [await open(), await open()];
    expect(await balanceOf(alone, 'NGN')).toEqual({
      available: before.available - 2_000,
      reserved: before.reserved + 2_000,
    });
    await alone.post(confirmations, { reference: paid.reference, bank_code: knownBank });
    await proveEnd({ ...observers, merchant: alone }, paid.reference, { type: 'payout', status: 'success' });
    expect(await balanceOf(alone, 'NGN')).toEqual({
      available: before.available - 2_000,
      reserved: before.reserved + 1_000,
    });
    await cancelled.handle.executeUpdate(cancelPayout);
    await proveEnd({ ...observers, merchant: alone }, cancelled.reference, {
      type: 'payout',
      status: 'declined',
      code: 1,
      reason: 'Payment transaction was cancelled',
    });
    expect(await balanceOf(alone, 'NGN')).toEqual({ ...before, available: before.available - 1_000 });
  });
});

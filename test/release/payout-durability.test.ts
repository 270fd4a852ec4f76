import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpNow, resolve } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import type { Database } from '#persistence/database';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { openDatabase } from '../witnesses/database.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import {
  africaPayout,
  choicePayout,
  confirmations,
  knownBank,
  otherBank,
  payouts,
  pixPayout,
  type PayoutBody,
} from '../fakes/payout-bodies.js';
import { balanceOf, entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { proveEnd, proveOneCharge } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a payout waits for its bank through restarts, is paid once whatever dies, and holds its funds while its outcome is unknown.
 * On a stack of its own, because it breaks it; with short waits for a bank and for a review.
 */
const parallelMax = 100;

let system: BreakableSystem;
let database: Database;

beforeAll(async () => {
  system = await startBreakableSystem({
    apps: withoutCheckout,
    settings: [
      [['timing', 'unknown_review'], '2s'],
      [['projects', 'window', 'timing', 'bank_code_challenge'], '3s'],
      // These many concurrent calls are answered late on a busy machine.
      [['projects', 'poor', 'timing'], { response_deadline: '60s', provider_call: '50s' }],
    ],
  });
  database = await openDatabase(system.stack.postgres.url);
});
afterAll(async () => {
  await database.destroy();
  await system.stop();
});

async function open(body: PayoutBody = choicePayout({ sandbox: 'success' }), by = system.merchant) {
  const { status, body: answer } = await by.post(payouts, body);
  expect(status).toBe(200);
  return { reference: body.reference, identifier: String(answer['identifier']) };
}

const confirm = (reference: string, bankCode = knownBank, by = system.merchant) =>
  by.post(confirmations, { reference, bank_code: bankCode });

async function provePaidOnce(reference: string, identifier: string): Promise<void> {
  await proveEnd(system.observers, reference, { type: 'payout', status: 'success' });
  expect(await system.observers.witness.charges(identifier)).toHaveLength(1);
  expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN', 'settle 1000 NGN']);
}

describe('a payout that waits for its bank', () => {
  it('waits through the end of the worker and the loss of Temporal, and is paid once', async () => {
    const { reference, identifier } = await open();
    const { apps, temporal } = system.stack;
    await apps.worker.kill();
    await temporal.kill();
    await temporal.restart();
    await apps.worker.start();
    await system.untilReady();
    const { body: record } = await system.merchant.get(`${payouts}/${reference}`);
    expect(record).toMatchObject({ status: 'pending', challenge: { challenge_type: 'bank_code' } });
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 1000 NGN']);
    expect((await confirm(reference)).status).toBe(200);
    await provePaidOnce(reference, identifier);
  });

  it('is declined when no bank is chosen in time, and its funds are released', async () => {
    const window = createMerchant(system.stack.urls.api, 'mk_test_window');
    const before = await balanceOf(window, 'NGN');
    const { reference, identifier } = await open(choicePayout(), window);
    expect(await balanceOf(window, 'NGN')).toEqual({ available: before.available - 1_000, reserved: 1_000 });
    const record = await proveEnd({ ...system.observers, merchant: window }, reference, {
      type: 'payout',
      status: 'declined',
      code: 1,
      reason: 'Payment transaction was cancelled',
    });
    expect(record['history']).toMatchObject([{ source: 'api' }, { status: 'declined', source: 'timer' }]);
    expect(await balanceOf(window, 'NGN')).toEqual(before);
    expect(await system.observers.witness.charges(identifier)).toEqual([]);
    expectError(await confirm(reference, knownBank, window), {
      status: 400,
      code: 30,
      reason: 'Invalid params',
      reference,
      identifier,
    });
  });

  it('504 while the worker hangs, as often as it is said, and safe to repeat', async () => {
    const { reference, identifier } = await open();
    const { worker } = system.stack.apps;
    worker.pause();
    const text = 'Payment transaction timeout after 30 seconds';
    const [{ request_id: requestId } = {}] = await system.books.rows(
      'select request_id from transactions where identifier = $1',
      identifier,
    );
    const answers = await Promise.all([confirm(reference), confirm(reference)]);
    for (const answer of answers) {
      expectError(answer, {
        status: 504,
        code: 1,
        reason: text,
        description: text,
        reference,
        identifier,
        requestId: String(requestId),
      });
    }
    worker.resume();
    await until(
      () => confirm(reference),
      ({ status }) => status === 200,
    );
    expect((await confirm(reference, otherBank)).status).toBe(400);
    await provePaidOnce(reference, identifier);
  });

  it('a worker that dies right after the choice: it counts, and the payout is paid once', async () => {
    const { reference, identifier } = await open();
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'after choice:1' });
    expect((await confirm(reference)).status).toBe(200);
    await worker.restart({ CRASH_POINTS: '' });
    expect((await confirm(reference, otherBank)).status).toBe(400);
    await provePaidOnce(reference, identifier);
  });

  it('a 504 of its creation, sent again, leads to its challenge', async () => {
    const body = choicePayout({ sandbox: 'success' });
    await system.stack.apps.worker.kill();
    const late = await system.merchant.post(payouts, body);
    expect(late.status).toBe(504);
    await system.stack.apps.worker.start();
    const { body: answer } = await until(
      () => system.merchant.post(payouts, body),
      ({ status }) => status === 200,
    );
    const identifier = String(late.body['identifier']);
    expect(answer).toMatchObject({ identifier, challenge: { challenge_type: 'bank_code' } });
    expect((await confirm(body.reference)).status).toBe(200);
    await provePaidOnce(body.reference, identifier);
  });

  it('is offered the last list of banks while the provider is down; without one it is 503, and free', async () => {
    const { sandbox } = system.stack.apps;
    const first = await system.merchant.post(payouts, choicePayout());
    await sandbox.kill();
    const body = choicePayout({ sandbox: 'success' });
    const second = await system.merchant.post(payouts, body);
    expect(second).toMatchObject({ status: 200, body: { challenge: first.body['challenge'] } });
    const unlisted = choicePayout({}, { currency: 'KES' });
    const { reference } = unlisted;
    const refused = await system.merchant.post(payouts, unlisted);
    expectError(refused, {
      status: 503,
      code: 200,
      reason: 'Transaction processing error',
      description: 'The list of banks is temporarily unavailable',
      reference,
    });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await system.merchant.get(`${payouts}/${reference}`)).status).toBe(404);
    await sandbox.start();
    expect(await system.merchant.post(payouts, unlisted)).toMatchObject({
      status: 200,
      body: { error_code: 0 },
    });
    expect((await confirm(body.reference)).status).toBe(200);
    await provePaidOnce(body.reference, String(second.body['identifier']));
  });
});

describe('a payout that may have been sent', () => {
  /** Its outcome is unknown: it is open, shown to a person, and its funds are held. */
  async function proveHeld(reference: string, identifier: string): Promise<void> {
    const reviews = await until(
      () => reviewsOf(system.books, identifier),
      ({ length }) => length > 0,
    );
    expect(reviews).toMatchObject([{ cause: 'no progress for too long', closed_at: null }]);
    const { body: record } = await system.merchant.get(`${payouts}/${reference}`);
    expect(record).toMatchObject({ status: 'pending', finished_date: null, callback: { state: 'none' } });
    expect(await entriesOf(system.books, identifier)).toHaveLength(1);
    await proveOneCharge(system.observers.witness, identifier, false);
  }

  async function declineByHand(reference: string, identifier: string): Promise<void> {
    const connection = await Connection.connect({ address: system.stack.temporal.address });
    const handle = new Client({ connection }).workflow.getHandle(workflowIdOf('payout', identifier));
    // The books raise it for review whatever its workflow does, which may still wait for a worker.
    const state = await until(
      () => handle.executeUpdate(lookUpNow).catch(() => undefined),
      (answer) => answer !== undefined,
    );
    expect(state).toMatchObject({ phase: 'unknown', status: 'pending' });
    const seen = { operator: 'eve', reason: 'never arrived', evidence: 'letter of the provider' };
    await handle.executeUpdate(resolve, { args: [{ status: 'declined', ...seen }] });
    await connection.close();
    await proveEnd(system.observers, reference, { type: 'payout', status: 'declined' });
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 10.5 BRL', 'release 10.5 BRL']);
  }

  it('timeout_lost: no end but a review, funds held; a person with evidence releases them', async () => {
    const { reference } = await system.merchant
      .post(payouts, pixPayout({ sandbox: 'timeout_lost' }))
      .then(({ status, body }) => {
        expect([status, body['error_code']]).toEqual([504, 1]);
        return { reference: String(body['reference']) };
      });
    const { body: record } = await system.merchant.get(`${payouts}/${reference}`);
    const identifier = String(record['identifier']);
    await proveHeld(reference, identifier);
    await declineByHand(reference, identifier);
  });

  it('a worker that dies before it calls the provider: never sent again, funds held', async () => {
    const body = pixPayout({ sandbox: 'success' });
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'before provider:1' });
    expect((await system.merchant.post(payouts, body)).status).toBe(504);
    await worker.restart({ CRASH_POINTS: '' });
    const { body: record } = await system.merchant.get(`${payouts}/${body.reference}`);
    await proveHeld(body.reference, String(record['identifier']));
    await declineByHand(body.reference, String(record['identifier']));
  });

  it.each(['after provider', 'after record'])('a worker that dies %s: paid once', async (place) => {
    const body = africaPayout({ sandbox: 'success' });
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: `${place}:1` });
    expect((await system.merchant.post(payouts, body)).status).toBe(504);
    await worker.restart({ CRASH_POINTS: '' });
    const { body: record } = await system.merchant.get(`${payouts}/${body.reference}`);
    await provePaidOnce(body.reference, String(record['identifier']));
  });
});

describe('a hundred payouts at once', () => {
  it('with a balance for fifty: exactly fifty are paid, the others are refused, and the books are sound', async () => {
    const poor = createMerchant(system.stack.urls.api, 'mk_test_poor');
    const bodies = Array.from({ length: parallelMax }, () =>
      africaPayout({ sandbox: 'success' }, { amount: 2 }),
    );
    const answers = await Promise.all(bodies.map((body) => poor.post(payouts, body)));
    const outcomes = answers.map(({ status, body }) => `${status} ${String(body['error_code'])}`);
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 50 }, () => '200 0'),
      ...Array.from({ length: 50 }, () => '400 1'),
    ]);
    const taken = bodies.filter((_body, index) => answers[index]?.status === 200);
    for (const { reference } of taken) {
      expect(await poor.untilFinal(reference, 'payout')).toMatchObject({ status: 'success' });
    }
    expect(await balanceOf(poor, 'NGN')).toEqual({ available: 0, reserved: 0 });
    expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
  });
});

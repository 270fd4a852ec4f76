import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { choicePayout, payouts, pixPayout } from '../fakes/payout-bodies.js';
import { entriesOf } from '../witnesses/payout-books.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a merchant's cancel is never wrong about money, whatever is dead, silent or lost when it comes (contract §7). On a
 * stack of its own, because it breaks it; the MID of `limited` is sent one request a second, and `hasty` waits for no
 * answer longer than a few seconds.
 */
let system: BreakableSystem;
let hasty: Merchant;
let limited: Merchant;
let temporal: Connection;

beforeAll(async () => {
  system = await startBreakableSystem({
    apps: withoutCheckout,
    settings: [
      [['projects', 'window', 'timing'], { response_deadline: '4s', provider_call: '2s' }],
      [['mids', 'second', 'requests_per_second_max'], 1],
      [['projects', 'cascade', 'routes'], [{ mid: 'second', bank_code_challenges: ['provider_banks'] }]],
    ],
  });
  hasty = createMerchant(system.stack.urls.api, 'mk_test_window', { repeats: 0 });
  limited = createMerchant(system.stack.urls.api, 'mk_test_cascade', { repeats: 0 });
  temporal = await Connection.connect({ address: system.stack.temporal.address });
});
afterAll(async () => {
  await temporal.close();
  await system.stop();
});

type Kind = 'payment' | 'payout';
type Entry = { readonly source: string };
const cancel = (reference: string, type: Kind, by = system.merchant) =>
  by.postRaw(`/v2/${type}/${reference}/cancel`, '');

const text = 'Payment transaction was cancelled';
const cancelledPayout = { type: 'payout', status: 'declined', code: 1, reason: text } as const;
const cancelledPayment = { status: 'declined', code: 121, description: text } as const;
const late = 'Payment transaction timeout after 30 seconds';

async function registered(reference: string): Promise<{ identifier: string; requestId: string }> {
  const [row] = await until(
    () =>
      system.books.rows('select identifier, request_id from transactions where reference = $1', reference),
    ({ length }) => length === 1,
  );
  return { identifier: String(row?.['identifier']), requestId: String(row?.['request_id']) };
}

async function proveCancelled(reference: string, identifier: string): Promise<void> {
  const record = await proveEnd(system.observers, reference, cancelledPayout);
  expect(record['history']).toMatchObject([{ source: 'api' }, { status: 'declined', source: 'merchant' }]);
  expect(await system.observers.witness.charges(identifier)).toEqual([]);
  expect(await entriesOf(system.books, identifier)).toEqual(['reserve 10.5 BRL', 'release 10.5 BRL']);
}

describe('what waits for its turn at a limited MID', () => {
  const many = Array.from({ length: 8 });

  /** A cancel that gets no turn before the deadline is a 504, and safe to repeat. */
  const cancelInTime = (reference: string, type: Kind) =>
    until(
      () => cancel(reference, type, limited),
      ({ status }) => status !== 504,
    );

  it('payments: ended before they are sent, or cancelled by the provider', async () => {
    const bodies = many.map(() => idealBody());
    const created = bodies.map((body) => limited.post('/v2/payment', body));
    await Promise.all(bodies.map(({ reference }) => registered(reference)));
    const answers = await Promise.all(bodies.map(({ reference }) => cancelInTime(reference, 'payment')));
    await Promise.all(created);
    for (const { status, body } of answers) {
      expect([status, body['status'], body['error_code']]).toEqual([200, 'declined', 121]);
    }
    const charges = await Promise.all(
      answers.map(({ body }) => system.observers.witness.charges(String(body['identifier']))),
    );
    const sources = answers.map(({ body }) => (body['history'] as readonly Entry[]).at(-1)?.source);
    // Where the merchant alone has ended it, the provider has never heard of it.
    expect(charges.map(({ length }) => length > 0)).toEqual(sources.map((source) => source !== 'merchant'));
    expect(sources).toContain('merchant');
    const observers = { ...system.observers, merchant: limited };
    await Promise.all(bodies.map(({ reference }) => proveEnd(observers, reference, cancelledPayment)));
  });

  it('payouts: ended before they are sent, or paid, as the merchant was answered', async () => {
    const bodies = many.map(() => pixPayout({ sandbox: 'success' }));
    const created = bodies.map((body) => limited.post(payouts, body));
    const ids = await Promise.all(bodies.map(({ reference }) => registered(reference)));
    const answers = await Promise.all(bodies.map(({ reference }) => cancelInTime(reference, 'payout')));
    await Promise.all(created);
    const isCancelled = answers.map(({ status }) => status === 200);
    expect(isCancelled).toContain(true);
    const observers = { ...system.observers, merchant: limited };
    await Promise.all(
      bodies.map(async ({ reference }, index) => {
        const ended = isCancelled[index] ? cancelledPayout : ({ type: 'payout', status: 'success' } as const);
        await proveEnd(observers, reference, ended);
        expect(await entriesOf(system.books, ids[index]?.identifier)).toEqual([
          'reserve 10.5 BRL',
          isCancelled[index] ? 'release 10.5 BRL' : 'settle 10.5 BRL',
        ]);
      }),
    );
  });
});

describe('a payout that is due', () => {
  it('whose workflow is lost: the cancel starts it, and nothing is sent', async () => {
    const body = pixPayout({ sandbox: 'success' });
    const { reference } = body;
    const { worker } = system.stack.apps;
    await worker.kill();
    const created = system.merchant.post(payouts, body);
    const { identifier } = await registered(reference);
    const handle = new Client({ connection: temporal }).workflow.getHandle(
      workflowIdOf('payout', identifier),
    );
    await until(
      () => handle.describe().catch(() => undefined),
      (described) => described !== undefined,
    );
    await handle.terminate('lost');
    expect((await created).status).toBe(504);
    const { runId } = await handle.describe();
    const cancelled = cancel(reference, 'payout');
    await until(
      () => handle.describe(),
      (now) => now.runId !== runId,
    );
    await worker.start();
    // A worker that starts slower than the deadline allows: 504, and the same call says how it ended.
    await cancelled;
    const answer = await until(
      () => cancel(reference, 'payout'),
      ({ status }) => status !== 504,
    );
    expect(answer).toMatchObject({ status: 200, body: { status: 'declined' } });
    await proveCancelled(reference, identifier);
  });

  it('whose attempt was begun when its worker died: 30, and its funds are held', async () => {
    const body = pixPayout({ sandbox: 'success' });
    const { reference } = body;
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'before provider:1' });
    expect((await system.merchant.post(payouts, body)).status).toBe(504);
    await worker.restart({ CRASH_POINTS: '' });
    const { identifier } = await registered(reference);
    // Not known while Temporal waits for the worker that died.
    const answer = await until(
      () => cancel(reference, 'payout'),
      ({ status }) => status !== 504,
    );
    expectError(answer, { status: 400, code: 30, reason: 'Invalid params', reference, identifier });
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 10.5 BRL']);
  });
});

describe('no answer', () => {
  it.each([
    {
      type: 'payment' as const,
      body: idealBody(),
      error: { code: 121, reason: 'routing settings issue (disabled project or bank)' },
      ended: cancelledPayment,
    },
    {
      type: 'payout' as const,
      body: choicePayout(),
      error: { code: 1, reason: late },
      ended: cancelledPayout,
    },
  ])(
    'while the worker hangs: a $type gets 504, and the same call ends it',
    async ({ type, body, ...then }) => {
      const { reference } = body;
      expect((await hasty.post(`/v2/${type}`, body)).status).toBe(200);
      const ids = await registered(reference);
      const { worker } = system.stack.apps;
      worker.pause();
      const answer = await cancel(reference, type, hasty);
      worker.resume();
      expectError(answer, { status: 504, ...then.error, description: late, reference, ...ids });
      await until(
        () => cancel(reference, type, hasty),
        ({ status }) => status === 200,
      );
      await proveEnd({ ...system.observers, merchant: hasty }, reference, then.ended);
    },
  );

  it('from the provider: 504, and the payment is still open; asked again it is cancelled', async () => {
    const body = idealBody();
    const { reference } = body;
    expect((await hasty.post('/v2/payment', body)).status).toBe(200);
    const { sandbox } = system.stack.apps;
    sandbox.pause();
    const answer = await cancel(reference, 'payment', hasty);
    expect(answer).toMatchObject({ status: 504, body: { error_code: 121, description: late } });
    expect((await hasty.get(`/v2/payment/${reference}`)).body).toMatchObject({ status: 'created' });
    sandbox.resume();
    await until(
      () => cancel(reference, 'payment', hasty),
      ({ status }) => status === 200,
    );
    await proveEnd({ ...system.observers, merchant: hasty }, reference, cancelledPayment);
  });

  it('from Temporal: 503, and nothing happens; what is final is answered all the same', async () => {
    const [open, over] = [choicePayout(), choicePayout()];
    for (const body of [open, over]) expect((await system.merchant.post(payouts, body)).status).toBe(200);
    expect((await cancel(over.reference, 'payout')).status).toBe(200);
    await system.stack.temporal.kill();
    await system.untilReady(false);
    const refused = await cancel(open.reference, 'payout');
    expect(refused).toMatchObject({ status: 503, body: { error_code: 200, reference: open.reference } });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(await cancel(over.reference, 'payout')).toMatchObject({
      status: 200,
      body: { status: 'declined' },
    });
    await system.stack.temporal.restart();
    await system.untilReady();
    expect((await system.merchant.get(`${payouts}/${open.reference}`)).body).toMatchObject({
      status: 'pending',
    });
    expect((await cancel(open.reference, 'payout')).status).toBe(200);
    await proveEnd(system.observers, open.reference, cancelledPayout);
  });
});

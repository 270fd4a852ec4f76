import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeReview, resolve } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { patient } from '../stack/patience.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import type { Answer } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd, proveOneCharge } from '../witnesses/prove-end.js';
import { runAdmin, type AdminRun } from '../stack/run-admin.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a new build of the worker takes over from an old one, and back, while payments are open in every state; nothing is
 * sent twice, nothing that comes at that moment is lost, and the old one can go within a minute. On a stack of its own,
 * whose workers are of different builds.
 */
const deployment = 'gateway';
const carriedOverWithinMs = 60_000;
/** Its workflows begin with a timer: it cannot replay a single history of the other builds. */
const changed = `--import=${pathToFileURL('test/stack/changed-workflows.mjs').href}`;
let system: BreakableSystem;
let connection: Connection;
let temporal: Client;
let endpoint: Endpoint;
/** Whether the merchant's own endpoint takes callbacks. */
let isWell = false;

beforeAll(async () => {
  endpoint = await openEndpoint(() => ({ status: isWell ? 200 : 500 }));
  system = await startBreakableSystem({
    apps: [...withoutCheckout, 'checkout', 'worker2'],
    environment: { WORKER_DEPLOYMENT: deployment, GATEWAY_BUILD: 'one' },
    settings: [
      // A worker that has just started on a busy machine takes its time; no caller may get 504 meanwhile.
      [['timing', 'response_deadline'], '10s'],
      [
        ['timing', 'callback_retries'],
        ['1s', ...Array<string>(100).fill('2s')],
      ],
    ],
  });
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await system.stop();
  endpoint.close();
});

const release = (...words: string[]): Promise<AdminRun> =>
  runAdmin(['release', ...words], { ...system.stack.environment, WORKER_DEPLOYMENT: deployment });

/** Makes a build current and waits until the others can go. */
async function releaseWhole(build: string): Promise<AdminRun> {
  const startedAt = Date.now();
  expect(await release('set-current', build)).toMatchObject({ code: 0 });
  const drained = await release('drain');
  expect(drained).toMatchObject({ code: 0 });
  expect(Date.now() - startedAt).toBeLessThan(carriedOverWithinMs);
  return drained;
}

async function buildOf(workflowId: string): Promise<string | undefined> {
  const { raw } = await temporal.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
}

const untilOn = (build: string, workflowIds: readonly string[]) =>
  until(
    () => Promise.all(workflowIds.map(buildOf)),
    (builds) => builds.every((one) => one === build),
  );

type Open = { readonly reference: string; readonly workflowId: string; readonly answer: Answer };

async function open(type: TransactionType, body: { readonly reference: string }): Promise<Open> {
  const answer = await system.merchant.post(`/v2/${type}`, body);
  const { reference } = body;
  const [row] = await until(
    () => system.books.rows('select identifier from transactions where reference = $1', reference),
    (rows) => rows.length === 1,
  );
  return { reference, answer, workflowId: workflowIdOf(type, String(row?.['identifier'])) };
}

const identifierOf = ({ workflowId }: Open) => String(workflowId.split('/')[1]);
const handleOf = ({ workflowId }: Open) => temporal.workflow.getHandle(workflowId);

/** A transaction in each state that may last. */
async function openInEachState() {
  const [bank, customer, unknown, undelivered, reviewed] = await Promise.all([
    open('payout', choicePayout({ sandbox: 'success' })),
    open('payment', idealBody()),
    open('payout', pixPayout({ sandbox: 'timeout_lost' })),
    open('payment', idealBody({ sandbox: 'success' }, { callback_url: endpoint.url })),
    open('payment', idealBody({ sandbox: 'wrong_amount' })),
  ]);
  await until(
    () => Promise.resolve(endpoint.heard.filter(({ body }) => body.includes(undelivered.reference))),
    (heard) => heard.length > 0,
  );
  const review = `review/${identifierOf(reviewed)}`;
  await until(
    () => buildOf(review).catch(() => undefined),
    (build) => build !== undefined,
  );
  const all = [bank, customer, unknown, undelivered, reviewed];
  return {
    bank,
    customer,
    unknown,
    undelivered,
    reviewed,
    review,
    ids: [...all.map((one) => one.workflowId), review],
  };
}

type InEachState = Awaited<ReturnType<typeof openInEachState>>;

/** Each of them ends as if there had been no release: one attempt, one charge, one callback. */
async function proveAllEnd({
  bank,
  customer,
  unknown,
  undelivered,
  reviewed,
  review,
}: InEachState): Promise<void> {
  const operator = { operator: 'eve', reason: 'the bank said so', evidence: 'ticket 7' };
  await system.merchant.post(confirmations, { reference: bank.reference, bank_code: knownBank });
  await approve(customer.answer);
  await handleOf(unknown).executeUpdate(resolve, { args: [{ status: 'declined', ...operator }] });
  await handleOf(reviewed).executeUpdate(resolve, { args: [{ status: 'success', ...operator }] });
  await temporal.workflow.getHandle(review).executeUpdate(closeReview, { args: [operator] });
  isWell = true;
  const { observers, books, merchant } = system;
  await proveEnd(observers, bank.reference, { type: 'payout', status: 'success' });
  await proveEnd(observers, customer.reference, { status: 'success' });
  expect(await merchant.untilFinal(unknown.reference, 'payout')).toMatchObject({ status: 'declined' });
  expect(await merchant.untilFinal(reviewed.reference)).toMatchObject({ status: 'success' });
  await until(
    () => books.rows('select state from events where identifier = $1', identifierOf(undelivered)),
    ([event]) => event?.['state'] === 'delivered',
  );
  const told = endpoint.heard.filter(({ body }) => body.includes(undelivered.reference));
  expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const one of [bank, customer, unknown, undelivered, reviewed]) {
    const attempts = await books.rows('select n from attempts where identifier = $1', identifierOf(one));
    expect(attempts).toEqual([{ n: 1 }]);
  }
  isWell = false;
}

async function approveAll(payments: readonly Open[]): Promise<void> {
  await Promise.all(payments.map(({ answer }) => approve(answer)));
  for (const payment of payments) {
    await proveEnd(system.observers, payment.reference, { status: 'success' });
    await proveOneCharge(system.observers.witness, identifierOf(payment), true);
  }
}

const openMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => open('payment', idealBody())));

describe('a release', { timeout: patient(240_000) }, () => {
  it('begins with the first build, which makes itself current without an operator', async () => {
    await proveEnd(system.observers, (await open('payment', idealBody({ sandbox: 'success' }))).reference, {
      status: 'success',
    });
    expect((await release()).output).toMatch(/^one {2}current/m);
  });

  it('needs no operator either when Temporal has lost its database: the build that was current is again', async () => {
    const { worker2 } = system.stack.apps;
    await worker2.restart({ GATEWAY_BUILD: 'beside' });
    await system.stack.temporal.forget();
    await until(release, ({ output }) => output.includes('  current'));
    const { output } = await release();
    expect(output).toMatch(/^one {2}current/m);
    await proveEnd(system.observers, (await open('payment', idealBody({ sandbox: 'success' }))).reference, {
      status: 'success',
    });
    await worker2.restart({ GATEWAY_BUILD: 'one' });
  });

  it('starts no worker whose deployment is written wrong, and goes on', async () => {
    const { worker2 } = system.stack.apps;
    await expect(worker2.restart({ WORKER_DEPLOYMENT: 'gatewya' })).rejects.toThrow(/worker2 ended/);
    expect(await readFile(worker2.logFile, 'utf8')).toContain('which no build was ever current of');
    expect((await release()).output).toMatch(/^one {2}current/m);
    await worker2.restart({ WORKER_DEPLOYMENT: deployment });
    const { reference } = await open('payment', idealBody({ sandbox: 'success' }));
    await proveEnd(system.observers, reference, { status: 'success' });
  });

  it('to a build that no worker polls for is refused, in a sentence', async () => {
    const refused = await release('set-current', 'unknown');
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('unknown');
  });

  it('takes what is open over to the new build, whatever it waits for, and the old one can go', async () => {
    const { worker, worker2 } = system.stack.apps;
    await worker2.restart({ GATEWAY_BUILD: 'two' });
    const before = await openInEachState();
    await untilOn('one', before.ids);

    expect(await release('ramp', 'two', '--percent', '100')).toMatchObject({ code: 0 });
    const ramped = await open('payment', idealBody());
    await untilOn('two', [ramped.workflowId]);
    expect((await release('ramp', 'two', '--percent', '0')).output).toMatch(/two {2}takes nothing new/);
    expect(await Promise.all(before.ids.map(buildOf))).toEqual(before.ids.map(() => 'one'));

    expect((await releaseWhole('two')).output).toMatch(/one {2}takes nothing new, 0 running on it/);
    await untilOn('two', before.ids);
    await worker.stop();
    await proveAllEnd(before);
    await approveAll([ramped]);
  });

  it('loses nothing that comes at that very moment, and takes new payments all the time', async () => {
    await system.stack.apps.worker.restart({ GATEWAY_BUILD: 'three' });
    const payments = await openMany(8);
    await untilOn(
      'two',
      payments.map(({ workflowId }) => workflowId),
    );
    const fresh = Array.from({ length: 8 }, () => idealBody({ sandbox: 'success' }));
    const [answers] = await Promise.all([
      Promise.all(fresh.map((body) => system.merchant.post('/v2/payment', body))),
      approveAll(payments),
      releaseWhole('three'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(fresh.map(() => 200));
    for (const { reference } of fresh) await proveEnd(system.observers, reference, { status: 'success' });
  });

  it('goes to a build with other workflows, and back', async () => {
    const { worker, worker2 } = system.stack.apps;
    await releaseWhole('two');
    const before = await openInEachState();
    const [stays] = await openMany(1);
    if (!stays) throw new Error('nothing is open');
    await worker.restart({ GATEWAY_BUILD: 'four', NODE_OPTIONS: changed });
    await releaseWhole('four');
    await untilOn('four', [...before.ids, stays.workflowId]);
    const events = (await handleOf(stays).fetchHistory()).events ?? [];
    expect(events.filter((event) => event.timerStartedEventAttributes).length).toBeGreaterThan(0);
    expect(events.filter((event) => event.workflowExecutionSignaledEventAttributes)).toEqual([]);
    await worker2.stop();
    await proveAllEnd(before);

    await worker2.start();
    const later = await openInEachState();
    await untilOn('four', later.ids);
    await releaseWhole('two');
    await worker.stop();
    await proveAllEnd(later);
    await approveAll([stays]);
  });

  it('can be done without again: what is open goes over to workers without a version', async () => {
    const { worker, worker2 } = system.stack.apps;
    const before = await openInEachState();
    await worker.restart({ WORKER_DEPLOYMENT: '', NODE_OPTIONS: '' });
    const [stays] = await openMany(1);
    if (!stays) throw new Error('nothing is open');
    await untilOn('two', [...before.ids, stays.workflowId]);

    expect((await release('unversioned')).output).toMatch(/No build is current/);
    const drained = await release('drain');
    expect(drained).toMatchObject({ code: 0 });
    expect(drained.output).toMatch(/two {2}takes nothing new, 0 running on it/);
    await worker2.stop();
    await proveAllEnd(before);
    await approveAll([stays]);
    const { reference } = await open('payment', idealBody({ sandbox: 'success' }));
    await proveEnd(system.observers, reference, { status: 'success' });
  });
});

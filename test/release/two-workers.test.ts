import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lateLookupWorkflowType } from '#contracts/follow-up-workflows';
import { resolve, type Resolution } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { CrashPoint } from '#runtime/crash-point';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { startForgetfulProvider, type ForgetfulProvider } from '../fakes/forgetful-provider.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import { journalOf } from '../witnesses/journal.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: of two workers one stands still in the middle of the order of money, longer than everything that waits for it,
 * while the other carries on; when it goes on, no charge is made that the books do not know, no word of a provider is
 * lost, and nothing waits for ever. On a stack of its own, because it freezes it.
 */
let system: BreakableSystem;
let temporal: Client;
let connection: Connection;
/** Whether a test has frozen the first worker, and perhaps stopped the second. */
let hasStoodStill = false;
let provider: ForgetfulProvider;

beforeAll(async () => {
  const late: [string[], unknown] = [
    ['timing', 'late_lookups'],
    ['1s', '2s'],
  ];
  provider = await startForgetfulProvider();
  system = await startBreakableSystem({
    settings: [
      late,
      [['timing', 'response_deadline'], '20s'],
      [['provider_defaults', 'base_url'], provider.url],
    ],
    apps: [...withoutCheckout, 'worker2'],
  });
  provider.forwardTo(system.stack.urls.sandbox);
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await system.stop();
  await provider.close();
});
afterEach(async () => {
  const { worker, worker2, sandbox } = system.stack.apps;
  provider.forget(false);
  await sandbox.start();
  worker.resume();
  if (!hasStoodStill) return;
  await Promise.all([worker.restart({ FREEZE_POINTS: '', API_URL: system.stack.urls.api }), worker2.start()]);
  hasStoodStill = false;
});

const closedPort = 'http://127.0.0.1:9';

const identifierOf = async (reference: string): Promise<string> => {
  const [row] = await until(
    () => system.books.rows('select identifier from transactions where reference = $1', reference),
    (rows) => rows.length === 1,
  );
  return String(row?.['identifier']);
};
const attemptsOf = (identifier: string) =>
  system.books.rows('select n, state, detail from attempts where identifier = $1 order by n', identifier);
const lookupsOf = (identifier: string) =>
  system.books.rows('select answer from lookups where identifier = $1', identifier);
const causesOf = async (identifier: string) =>
  (await system.books.rows('select cause from reviews where identifier = $1', identifier)).map(
    ({ cause }) => cause,
  );

/** The first worker takes it, and stands still there; the second one comes after it and has no such point. */
async function freezeAt(
  point: CrashPoint,
  create: () => Promise<Answer>,
  {
    beforeOthers = () => Promise.resolve(),
    callbacksTo = system.stack.urls.api,
  }: { readonly beforeOthers?: () => Promise<unknown>; readonly callbacksTo?: string } = {},
): Promise<void> {
  const { worker, worker2 } = system.stack.apps;
  hasStoodStill = true;
  await worker2.stop();
  await worker.restart({ FREEZE_POINTS: `${point}:1`, FREEZES_MAX: '1', API_URL: callbacksTo });
  const said = (await readFile(worker.logFile, 'utf8')).length;
  create().catch(() => undefined);
  await until(
    async () => (await readFile(worker.logFile, 'utf8')).slice(said),
    (text) => text.includes(`"freezePoint":"${point}"`),
  );
  await beforeOthers();
  await worker2.start();
}

describe('a worker that stands still between the row of an attempt and its call', () => {
  it('sends nothing when it goes on after the payment ended because its provider knew nothing of it', async () => {
    const body = idealBody({ sandbox: 'at_once' });
    await freezeAt('before provider', () => system.merchant.post('/v2/payment', body));
    const identifier = await identifierOf(body.reference);
    expect(await system.merchant.untilFinal(body.reference)).toMatchObject({ status: 'error' });
    system.stack.apps.worker.resume();
    await sleep(3_000);
    expect(await journalOf(system.stack.urls.sandbox, `${identifier}-1`)).toEqual([]);
    expect(await journalOf(system.stack.urls.sandbox, identifier)).toEqual([]);
    expect(await attemptsOf(identifier)).toMatchObject([{ n: 1, state: 'not_sent' }]);
  });

  it('hands on to the next route when the other one already asks about its attempt', async () => {
    const merchant = createMerchant(system.stack.urls.api, 'mk_test_cascade', { repeats: 0 });
    const body = idealBody({ sandbox: 'success' });
    await freezeAt('before provider', () => merchant.post('/v2/payment', body));
    const identifier = await identifierOf(body.reference);
    await until(
      () => lookupsOf(identifier),
      (rows) => rows.length > 0,
    );
    system.stack.apps.worker.resume();
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
    expect(await attemptsOf(identifier)).toMatchObject([
      { n: 1, state: 'not_sent' },
      { n: 2, state: 'final' },
    ]);
  });
});

describe('a worker that stands still between the answer and its record', () => {
  it('raises a payout that a provider has paid, and that an operator has declined meanwhile', async () => {
    const body = pixPayout({ sandbox: 'at_once' });
    // Only the first worker hears what the provider has done: its callbacks reach no process.
    await freezeAt('after provider', () => system.merchant.post('/v2/payout', body), {
      beforeOthers: () => system.stack.apps.sandbox.kill(),
      callbacksTo: closedPort,
    });
    const identifier = await identifierOf(body.reference);
    const handle = temporal.workflow.getHandle(workflowIdOf('payout', identifier));
    const decision = { operator: 'eve', reason: 'the bank said no', evidence: 'ticket 7' };
    await until(
      async () => {
        const args: [Resolution] = [{ status: 'declined', ...decision }];
        const said = await handle.executeUpdate(resolve, { args }).catch((error: unknown) => String(error));
        const [row] = await system.books.rows(
          'select status, status_source from transactions where identifier = $1',
          identifier,
        );
        return { ...row, said };
      },
      (row) => 'status' in row && row.status === 'declined',
    );
    await system.stack.apps.sandbox.start();
    system.stack.apps.worker.resume();
    await until(
      () => causesOf(identifier),
      (causes) => causes.includes('contradicts the final state'),
    );
    const [attempt] = await system.books.rows(
      'select evidence from attempts where identifier = $1',
      identifier,
    );
    expect(attempt).toMatchObject({ evidence: { outcome: 'success' } });
    expect(await system.merchant.untilFinal(body.reference, 'payout')).toMatchObject({ status: 'declined' });
  });
});

describe('a worker that stands still for long', () => {
  it('does not keep merchants from the answers that the other one can give', async () => {
    const { worker } = system.stack.apps;
    hasStoodStill = true;
    worker.pause();
    const bodies = Array.from({ length: 8 }, () => idealBody({ sandbox: 'success' }));
    const answers = await Promise.all(bodies.map((body) => system.merchant.post('/v2/payment', body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    for (const { reference } of bodies)
      expect(await system.merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
  });
});

describe('a payment that ended because its provider knew nothing of it', () => {
  it('is looked up again, and stays as it is while the provider knows nothing of it', async () => {
    const body = idealBody({ sandbox: 'timeout_lost' });
    await system.merchant.post('/v2/payment', body);
    const identifier = await identifierOf(body.reference);
    expect(await system.merchant.untilFinal(body.reference)).toMatchObject({ status: 'error' });
    const before = (await lookupsOf(identifier)).length;
    await until(
      () => lookupsOf(identifier),
      (rows) => rows.length >= before + 2,
    );
    expect(await causesOf(identifier)).toEqual([]);
    await until(
      () => system.books.rows('select from late_lookups where identifier = $1', identifier),
      (rows) => rows.length === 0,
    );
  });

  it('is looked up in its turn, although the workflow of an earlier look-up has not ended yet', async () => {
    const body = idealBody({ sandbox: 'timeout_lost' });
    const created = system.merchant.post('/v2/payment', body);
    const identifier = await identifierOf(body.reference);
    const earlier = await temporal.workflow.start(lateLookupWorkflowType, {
      workflowId: `late-look-up/${identifier}`,
      taskQueue: 'without a worker',
      args: [{ identifier, callMs: 1_000 }],
    });
    const late = () =>
      system.books.rows(
        "select step, due_at > now() + interval '5 seconds' as taken from late_lookups where identifier = $1",
        identifier,
      );
    await created;
    await system.merchant.untilFinal(body.reference);
    expect(await until(late, ([row]) => row?.['taken'] !== false)).toMatchObject([{ step: 0 }]);
    // Recovery has found it running by then.
    await sleep(2_000);
    await earlier.terminate();
    await until(late, ([row]) => row?.['step'] !== 0);
  });

  it('is raised for review when its provider has charged it after all', async () => {
    const body = idealBody({ sandbox: 'no_callback' });
    provider.forget(true);
    await system.merchant.post('/v2/payment', body);
    const identifier = await identifierOf(body.reference);
    const ended = await system.merchant.untilFinal(body.reference);
    expect(ended).toMatchObject({ status: 'error' });
    provider.forget(false);
    await until(
      () => causesOf(identifier),
      (causes) => causes.length > 0,
    );
    expect(await causesOf(identifier)).toEqual(['contradicts the final state']);
    expect(await journalOf(system.stack.urls.sandbox, identifier)).toMatchObject([{ status: 'success' }]);
    expect(await system.merchant.untilFinal(body.reference)).toMatchObject({ status: 'error' });
    await until(
      () => system.books.rows('select from late_lookups where identifier = $1', identifier),
      (rows) => rows.length === 0,
    );
  });
});

describe('a workflow that is started for nothing', () => {
  it('ends, when there is no such transaction', async () => {
    const identifier = '01900000-0000-7000-8000-000000000000';
    const handle = await temporal.workflow.start('paymentFlow', {
      workflowId: workflowIdOf('payment', identifier),
      taskQueue: 'transactions',
      args: [{ type: 'payment', identifier, status: 'pending', timing: plannedTiming }],
    });
    await expect(handle.result()).rejects.toThrow();
    expect((await handle.describe()).status.name).toBe('FAILED');
  });
});

const plannedTiming = {
  providerCallMs: 1_000,
  lookupCallMs: 1_000,
  lookupMs: [1_000],
  callbackAttemptMs: 1_000,
};

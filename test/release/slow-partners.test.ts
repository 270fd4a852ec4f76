import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint } from '../fakes/endpoint.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a provider or a merchant who takes longer than a workflow's own task should be held up is waited for all the
 * same, where staff can see it, and is called once. On a stack of its own, because it kills its workers.
 */
let system: BreakableSystem;
let temporal: Connection;

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [
      [['timing', 'response_deadline'], '20s'],
      [['timing', 'provider_call'], '8s'],
      [['provider_defaults', 'settle'], '16s'],
    ],
  });
  temporal = await Connection.connect({ address: system.stack.temporal.address });
});
afterEach(() => system.stack.apps.sandbox.resume());
afterAll(async () => {
  await temporal.close();
  await system.stop();
});

const handleOf = (identifier: string) =>
  new Client({ connection: temporal }).workflow.getHandle(paymentWorkflowId(identifier));

/** The payment's workflow waits for this activity, which staff see. */
const untilPending = (identifier: string, activity: string) =>
  until(
    async () => {
      const described = await handleOf(identifier).describe().catch(undefinedIfNotStarted);
      return described?.raw.pendingActivities ?? [];
    },
    (pending) => pending.some(({ activityType }) => activityType?.name === activity),
  );

/** The process that registers a payment starts its workflow afterwards. */
function undefinedIfNotStarted(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

/** A payment whose provider has been called and stays silent until it is resumed. */
async function payInSilence() {
  const body = idealBody({ sandbox: 'success' });
  system.stack.apps.sandbox.pause();
  const created = system.merchant.post('/v2/payment', body);
  const [row] = await until(
    () => system.books.rows('select identifier from transactions where reference = $1', body.reference),
    (rows) => rows.length > 0,
  );
  const identifier = String(row?.['identifier']);
  await untilPending(identifier, 'submitTransaction');
  return { created, body, identifier };
}

describe('a provider that takes its time', () => {
  it('is waited for, and the merchant gets the challenge', async () => {
    const { created, body } = await payInSilence();
    system.stack.apps.sandbox.resume();
    expect((await created).body).toMatchObject({
      status: 'created',
      challenge: { challenge_type: 'redirect' },
    });
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('is recorded by a worker that was stopped meanwhile', async () => {
    const { worker, sandbox } = system.stack.apps;
    const { body, identifier } = await payInSilence();
    const stopped = worker.stop();
    sandbox.resume();
    await stopped;
    const [attempt] = await system.books.rows('select state from attempts where identifier = $1', identifier);
    expect(attempt).toEqual({ state: 'accepted' });
    await worker.start();
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('is not called again when its worker dies meanwhile', async () => {
    const { worker, sandbox } = system.stack.apps;
    const { body } = await payInSilence();
    await worker.kill();
    sandbox.resume();
    await worker.start();
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });
});

describe('a merchant who takes long', () => {
  it('gets one callback, and the first attempt counts', async () => {
    const answers: (() => void)[] = [];
    const endpoint = await openEndpoint(
      () => new Promise((resolve) => answers.push(() => resolve({ status: 200 }))),
    );
    const body = idealBody({ sandbox: 'success' }, { callback_url: endpoint.url });
    const { identifier } = (await system.merchant.post('/v2/payment', body)).body as { identifier: string };
    await untilPending(identifier, 'deliverCallback');
    expect(endpoint.heard).toHaveLength(1);
    for (const answer of answers) answer();
    await handleOf(identifier).result();
    expect(endpoint.heard).toHaveLength(1);
    const [event] = await system.books.rows(
      'select state, attempts from events where identifier = $1',
      identifier,
    );
    expect(event).toEqual({ state: 'delivered', attempts: 1 });
    endpoint.close();
  });

  it('gets the callback again if the worker that waited for the answer dies', async () => {
    const { worker } = system.stack.apps;
    let dies = true;
    const endpoint = await openEndpoint(async () => {
      if (dies) await sleep(60_000, undefined, { ref: false });
      return { status: 200 };
    });
    const body = idealBody({ sandbox: 'success' }, { callback_url: endpoint.url });
    const { identifier } = (await system.merchant.post('/v2/payment', body)).body as { identifier: string };
    await untilPending(identifier, 'deliverCallback');
    await worker.kill();
    dies = false;
    await worker.start();
    await handleOf(identifier).result();
    expect(endpoint.heard).toHaveLength(2);
    const ids = endpoint.heard.map(({ body: told }) => (JSON.parse(told) as { event_id?: string }).event_id);
    expect(new Set(ids).size).toBe(1);
    endpoint.close();
  });
});

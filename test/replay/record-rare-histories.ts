import { Client, Connection, WorkflowNotFoundError, type WorkflowClient } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { Client as PostgresClient } from 'pg';
import { deliverNow, lookUpNow } from '#contracts/operator-updates';
import { inputReceived, cancelPayment, cancelPayout, workflowIdOf } from '#contracts/transaction-workflow';
import type { RoutedType } from '#domain/transaction/status';
import { approve } from '../fakes/approve.js';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import type { BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint } from '../fakes/endpoint.js';
import { createMerchant, type Answer, type Merchant } from '../fakes/merchant.js';
import type { Setting } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';
import { createCustomer } from '../../tools/demo/customer.js';
import { bankChoice, fetchHistory, readHistory, soon, type RecordedHistory } from './record-histories.js';

/** Failed callbacks of `guard` until their endpoint is paused: by then it has failed for longer than it may. */
const failuresUntilPause = 3;

/**
 * A callback that failed once stays where it is, except that of `guard`, whose endpoint is soon paused; `second` is sent
 * over a queue of its own; and what its provider knew nothing of is asked about soon after.
 */
export const rareSettings: readonly Setting[] = [
  [['timing', 'callback_retries'], ['1h']],
  [['timing', 'late_lookups'], ['1s']],
  [
    ['projects', 'guard', 'timing'],
    { callback_retries: ['200ms', '600ms', '1h'], endpoint_pause_after: '500ms', endpoint_probe: '2s' },
  ],
  [['mids', 'second', 'requests_per_second_max'], 4],
  [['projects', 'window', 'routes'], [{ mid: 'second', bank_code_challenges: ['provider_banks'] }]],
];

/**
 * What seldom happens, and then to many at once: histories of workflows whose steps failed, moved on to another route, waited
 * for a limited MID, or were interfered with by people, strangers and outages. By name.
 */
export async function recordRareHistories(
  system: BreakableSystem,
): Promise<ReadonlyMap<string, RecordedHistory>> {
  const connection = await Connection.connect({ address: system.stack.temporal.address });
  const { workflow } = new Client({ connection });
  const histories = new Map<string, RecordedHistory>();
  try {
    for (const [name, type, play] of scenes) {
      const workflowId = await play({ system, workflow, by: merchantsOf(system), type });
      histories.set(name, await fetchHistory(workflow, workflowId));
    }
  } finally {
    await connection.close();
  }
  return histories;
}

type Scene = {
  readonly system: BreakableSystem;
  readonly workflow: WorkflowClient;
  readonly by: ReturnType<typeof merchantsOf>;
  readonly type: RoutedType;
};
/** Lets one thing happen to its end, and returns the id of its workflow. */
type Play = (scene: Scene) => Promise<string>;
type Body = ReturnType<typeof idealBody>;

function merchantsOf({ merchant, stack }: BreakableSystem) {
  const of = (key: string) => createMerchant(stack.urls.api, key);
  return {
    demo: merchant,
    cascade: of('mk_test_cascade'),
    cascadeSoft: of('mk_test_cascade_soft'),
    limited: of('mk_test_window'),
    paused: of('mk_test_guard'),
  };
}

const scenes: readonly (readonly [string, RoutedType, Play])[] = [
  ['rare-submit-failed', 'payment', letSubmitFail('demo', 'TIMER_STARTED')],
  ['rare-step-failed', 'payment', letSubmitFail('limited', 'ACTIVITY_TASK_FAILED')],
  ['rare-step-timed-out', 'payment', letStepTimeOut],
  ['rare-cascade', 'payment', (scene) => payThrough(scene, scene.by.cascade, idealBody(soon))],
  [
    'rare-cascade-to-limited-mid',
    'payment',
    (scene) => payThrough(scene, scene.by.cascadeSoft, cardBody('4000000000009995')),
  ],
  ['rare-limited-mid', 'payment', (scene) => payThrough(scene, scene.by.limited, idealBody(soon))],
  ['rare-looked-up-now', 'payment', lookUpByHand],
  [
    'rare-suspected-callback',
    'payment',
    (scene) => payThrough(scene, scene.by.demo, idealBody({ ...soon, sandbox: 'unsigned_callback' })),
  ],
  ['rare-cancelled-at-provider', 'payment', cancelAtProvider],
  ['rare-delivered-now', 'payment', deliverByHand],
  ['rare-started-anew', 'payment', startAnew],
  ['rare-told-by-sweep', 'payment', tellReady],
  ['rare-released-callback', 'payment', releaseCallback],
  ['rare-late-look-up', 'payment', lookUpLate],
  ['rare-payout-cancelled', 'payout', cancelUnchosen],
  ['rare-cancelled-by-merchant', 'payment', (scene) => cancelByMerchant(scene, idealBody())],
  ['rare-payout-cancelled-by-merchant', 'payout', (scene) => cancelByMerchant(scene, bankChoice(soon))],
  ['rare-cancelled-before-sent', 'payment', cancelWaiting],
];

async function payThrough({ type }: Scene, merchant: Merchant, body: Body): Promise<string> {
  await merchant.post(`/v2/${type}`, body);
  return untilEnded(merchant, type, body.reference);
}

async function untilEnded(merchant: Merchant, type: RoutedType, reference: string): Promise<string> {
  const { identifier } = await merchant.untilFinal(reference, type);
  return workflowIdOf(type, String(identifier));
}

/** Its first attempt cannot be written until Postgres gives the statement up; later it can. */
function letSubmitFail(by: 'demo' | 'limited', sign: string): Play {
  return async (scene) => {
    const { system, workflow, type } = scene;
    const body = idealBody(soon);
    const locking = new PostgresClient({ connectionString: system.stack.postgres.url });
    // The stack may stop with it still open, when this fails.
    locking.on('error', () => undefined);
    await locking.connect();
    await locking.query('begin; lock table attempts in access exclusive mode');
    const created = scene.by[by].post('/v2/payment', body);
    const { identifier } = await registered(system, body);
    await untilEvent(workflow, workflowIdOf(type, identifier), `EVENT_TYPE_${sign}`);
    await locking.end();
    await created;
    return untilEnded(scene.by[by], type, body.reference);
  };
}

/** Its worker dies while the provider keeps a question of a person waiting. */
async function letStepTimeOut(scene: Scene): Promise<string> {
  const { sandbox, worker } = scene.system.stack.apps;
  const created = await openPayment(scene);
  const handle = scene.workflow.getHandle(workflowIdIn(scene, created));
  sandbox.pause();
  const asked = handle.executeUpdate(lookUpNow);
  await until(
    () => handle.describe(),
    ({ raw }) =>
      (raw.pendingActivities ?? []).some(({ activityType }) => activityType?.name === 'lookUpOnce'),
  );
  await worker.kill();
  sandbox.resume();
  await worker.start();
  await asked;
  await approve(created);
  return ended(scene, created);
}

async function lookUpByHand(scene: Scene): Promise<string> {
  const created = await openPayment(scene);
  await update(scene, created, lookUpNow);
  await approve(created);
  return ended(scene, created);
}

async function cancelAtProvider(scene: Scene): Promise<string> {
  const created = await openPayment(scene);
  await update(scene, created, cancelPayment);
  return ended(scene, created);
}

/** The merchant's endpoint fails once; the next attempt would be in an hour. */
async function deliverByHand(scene: Scene): Promise<string> {
  const { system, by, type } = scene;
  const callback_url = `${system.stack.urls.sandbox}/merchant/callbacks?answer=500&times=1`;
  const body = idealBody(soon, { callback_url });
  const created = await by.demo.post('/v2/payment', body);
  const workflowId = await untilEnded(by.demo, type, body.reference);
  await until(
    () => system.books.rows('select attempts from events where identifier = $1', created.body['identifier']),
    ([event]) => event?.['attempts'] === 1,
  );
  await update(scene, created, deliverNow);
  return workflowId;
}

/** A person in the Temporal UI ends the workflow, or Temporal has lost it: recovery starts it on the row as it is. */
async function startAnew(scene: Scene): Promise<string> {
  const created = await openPayment(scene);
  const handle = scene.workflow.getHandle(workflowIdIn(scene, created));
  const { runId } = await handle.describe();
  await handle.terminate('recorded');
  await until(
    () => handle.describe(),
    (now) => now.runId !== runId && now.status.name === 'RUNNING',
  );
  await approve(created);
  return ended(scene, created);
}

/** The sweep has seen that the page was posted before its customer's own call was heard. */
async function tellReady(scene: Scene): Promise<string> {
  const created = await scene.by.demo.post('/v2/payment', pixBody(soon));
  await scene.workflow.getHandle(workflowIdIn(scene, created)).signal(inputReceived);
  const customer = createCustomer();
  await customer.submit(await customer.open(String(created.body['redirect_url'])), 'pay');
  return ended(scene, created);
}

async function cancelUnchosen(scene: Scene): Promise<string> {
  const created = await scene.by.demo.post('/v2/payout', bankChoice(soon));
  await update(scene, created, cancelPayout);
  return ended(scene, created);
}

async function cancelByMerchant({ by, type }: Scene, body: object & { reference: string }): Promise<string> {
  await by.demo.post(`/v2/${type}`, body);
  await by.demo.postRaw(`/v2/${type}/${body.reference}/cancel`, '');
  return untilEnded(by.demo, type, body.reference);
}

/** Of more payments than their MID may get in a second, one that its merchant ends before its turn. */
async function cancelWaiting({ system, by, type }: Scene): Promise<string> {
  const bodies = Array.from({ length: 10 }, () => idealBody(soon));
  const created = bodies.map((body) => by.limited.post('/v2/payment', body));
  await Promise.all(bodies.map((body) => registered(system, body)));
  await Promise.all(bodies.map(({ reference }) => by.limited.postRaw(`/v2/payment/${reference}/cancel`, '')));
  await Promise.all(created);
  const records = await Promise.all(bodies.map(({ reference }) => by.limited.untilFinal(reference)));
  const unsent = records.find(
    ({ history }) => (history as { source: string }[]).at(-1)?.source === 'merchant',
  );
  return workflowIdOf(type, String(unsent?.['identifier']));
}

/** The provider never got it and knows nothing of it; it is asked once more after the end. */
async function lookUpLate(scene: Scene): Promise<string> {
  const body = idealBody({ sandbox: 'timeout_lost' });
  await scene.by.demo.post('/v2/payment', body);
  const { identifier } = await scene.by.demo.untilFinal(body.reference);
  const workflowId = `late-look-up/${String(identifier)}`;
  await untilEvent(scene.workflow, workflowId, 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED');
  return workflowId;
}

/** The merchant's endpoint is paused, and well again when the callback is let go to try it. */
async function releaseCallback(scene: Scene): Promise<string> {
  const endpoint = await openEndpoint((_, soFar) => ({ status: soFar > failuresUntilPause ? 200 : 503 }));
  try {
    const body = idealBody(soon, { callback_url: endpoint.url });
    const workflowId = await payThrough(scene, scene.by.paused, body);
    await scene.workflow.getHandle(workflowId).result();
    return workflowId;
  } finally {
    endpoint.close();
  }
}

/** A payment whose provider waits for the customer. */
function openPayment({ by }: Scene): Promise<Answer> {
  return by.demo.post('/v2/payment', idealBody());
}

function workflowIdIn({ type }: Scene, { body }: Answer): string {
  return workflowIdOf(type, String(body['identifier']));
}

function ended(scene: Scene, { body }: Answer): Promise<string> {
  return untilEnded(scene.by.demo, scene.type, String(body['reference']));
}

async function update<Result>(
  scene: Scene,
  created: Answer,
  definition: UpdateDefinition<Result>,
): Promise<void> {
  await scene.workflow.getHandle(workflowIdIn(scene, created)).executeUpdate(definition);
}

async function registered({ books }: BreakableSystem, { reference }: Body): Promise<{ identifier: string }> {
  const [row] = await until(
    () => books.rows('select identifier from transactions where reference = $1', reference),
    (rows) => rows.length > 0,
  );
  return { identifier: String(row?.['identifier']) };
}

async function untilEvent(workflow: WorkflowClient, workflowId: string, eventType: string): Promise<void> {
  await until(
    () => eventTypesOf(workflow, workflowId),
    (types) => types.includes(eventType),
  );
}

/** None while the workflow has not been started: the process that registers a transaction starts its workflow afterwards. */
async function eventTypesOf(workflow: WorkflowClient, workflowId: string): Promise<readonly string[]> {
  try {
    await workflow.getHandle(workflowId).describe();
    return (await readHistory(workflow, workflowId)).events.map((event) => event.eventType);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

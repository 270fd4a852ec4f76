import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { approve } from '../fakes/approve.js';
import { cardBody, idealBody, ussdBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import { notification, notify } from '../fakes/notification.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: whatever is killed in the middle, every registered payment ends, with at most one charge and with one event,
 * and success if and only if there is a charge. On a stack of its own, because it breaks it.
 */
const paymentsAtOnce = 10;

let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem();
});
afterAll(() => system.stop());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

/** Bodies of payments that the provider decides a while after their challenge: long enough to break something. */
function newBodies(delayMs: number): readonly Body[] {
  const meta = { sandbox: 'success', sandbox_delay_ms: delayMs };
  const kinds = [
    () => idealBody(meta),
    () => cardBody('4242424242424242', meta),
    () => ussdBody(system.stack.urls.sandbox, meta),
    () => idealBody({ ...meta, sandbox: 'no_callback' }),
    () => idealBody({ ...meta, sandbox: 'decline' }),
  ];
  return Array.from({ length: paymentsAtOnce }, (_body, index) =>
    (kinds[index % kinds.length] ?? idealBody)(),
  );
}

function expectedEnd(body: Body): 'success' | 'declined' {
  return JSON.stringify(body).includes('"decline"') ? 'declined' : 'success';
}

async function createAll(bodies: readonly Body[]): Promise<readonly Answer[]> {
  const answers = await Promise.all(bodies.map((body) => system.merchant.post('/v2/payment', body)));
  // On a busy machine an answer may be late; the payment is under way all the same.
  for (const { status } of answers) expect([200, 504]).toContain(status);
  return answers;
}

/** Sent, and perhaps never answered. */
function sendAll(bodies: readonly Body[]): Promise<readonly PromiseSettledResult<Answer>[]> {
  return Promise.allSettled(bodies.map((body) => system.merchant.post('/v2/payment', body)));
}

function countOf(sql: string, bodies: readonly Body[]): Promise<number> {
  const references = bodies.map(({ reference }) => reference);
  return system.books.rows(`${sql} where reference = any($1)`, references).then((rows) => rows.length);
}

/** Ends as it must when the provider surely heard of it. */
async function proveAllEnd(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) await proveEnd(system.observers, body.reference, { status: expectedEnd(body) });
}

/** A kill between the attempt's row and the call leaves a payment the provider never heard of: `error`, no charge. */
async function proveAllEndSomehow(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) {
    const { status } = await system.merchant.untilFinal(body.reference);
    const end = status === 'error' ? 'error' : expectedEnd(body);
    await proveEnd(system.observers, body.reference, { status: end });
  }
}

describe('payments under way survive', () => {
  it('the loss of the whole Temporal database', async () => {
    const bodies = newBodies(3_000);
    const created = await createAll(bodies);
    await system.stack.temporal.kill();
    const lostAt = new Date();
    await system.stack.temporal.restart();
    await proveAllEnd(bodies);
    const connection = await Connection.connect({ address: system.stack.temporal.address });
    const { workflow } = new Client({ connection });
    for (const { body } of created) {
      const description = await workflow.getHandle(paymentWorkflowId(String(body['identifier']))).describe();
      expect(description.startTime.getTime()).toBeGreaterThan(lostAt.getTime());
    }
    await connection.close();
  });

  it('a killed worker, after they were answered', async () => {
    const bodies = newBodies(1_000);
    await createAll(bodies);
    await system.stack.apps.worker.kill();
    await system.stack.apps.worker.start();
    await proveAllEnd(bodies);
  });

  it('a flood of reports while no worker runs, by few signals', async () => {
    const [body, told] = [idealBody(), 60];
    const created = await system.merchant.post('/v2/payment', body);
    const identifier = String(created.body['identifier']);
    const { api } = system.stack.urls;
    await system.stack.apps.worker.kill();
    for (let n = 0; n < told; n += 1) {
      const report = notification(`${identifier}-1`, { state: 'SOMETHING_NEW' });
      expect(await notify(api, JSON.stringify(report))).toBe(200);
    }
    const connection = await Connection.connect({ address: system.stack.temporal.address });
    const handle = new Client({ connection }).workflow.getHandle(paymentWorkflowId(identifier));
    const signals = async () => {
      const { events = [] } = await handle.fetchHistory();
      return events?.filter((event) => event.workflowExecutionSignaledEventAttributes).length;
    };
    // Each of them would be a step of the workflow, and ten thousand are all that Temporal takes.
    expect(await until(signals, (count) => Number(count) >= 20)).toBe(20);
    await system.stack.apps.worker.start();
    const unread = 'select from provider_events where identifier = $1 and applied_at is null';
    await until(
      () => system.books.rows(unread, identifier),
      (rows) => rows.length === 0,
    );
    await approve(created);
    await proveEnd(system.observers, body.reference, { status: 'success' });
    await connection.close();
  });

  it.each([1, 5])('a killed worker, while they are submitted: at the attempt number %i', async (attempts) => {
    const bodies = newBodies(500);
    const sent = sendAll(bodies);
    const sql = 'select from attempts join transactions using (identifier)';
    await until(
      () => countOf(sql, bodies),
      (count) => count >= attempts,
    );
    await system.stack.apps.worker.kill();
    await system.stack.apps.worker.start();
    await sent;
    await proveAllEndSomehow(bodies);
  });

  it('a killed api right after they were sent: sent again, each is one payment', async () => {
    const bodies = newBodies(500);
    const sent = sendAll(bodies);
    await until(
      () => countOf('select from transactions', bodies),
      (count) => count >= 1,
    );
    await system.stack.apps.api.kill();
    await system.stack.apps.api.start();
    const answers = await sent;
    for (const [index, body] of bodies.entries()) {
      const first = answers[index];
      // What was answered before the kill may be refused from then on.
      const isAnswered = first?.status === 'fulfilled' && first.value.status === 200;
      await until(
        () => system.merchant.post('/v2/payment', body),
        ({ status }) => status === 200 || (isAnswered && status === 400),
      );
    }
    await proveAllEnd(bodies);
    expect(await countOf('select from transactions', bodies)).toBe(bodies.length);
  });

  it('a restart of Postgres', async () => {
    const bodies = newBodies(1_500);
    await createAll(bodies);
    await system.stack.postgres.restart();
    await proveAllEnd(bodies);
  });

  it('a crash of Postgres while they are submitted', async () => {
    const bodies = newBodies(500);
    const sent = sendAll(bodies);
    await until(
      () => countOf('select from attempts join transactions using (identifier)', bodies),
      (count) => count >= 1,
    );
    await system.stack.postgres.kill();
    await system.stack.postgres.restart();
    await sent;
    await system.untilReady();
    for (const body of bodies) {
      const { status } = await system.merchant.get(`/v2/payment/${body.reference}`);
      expect([200, 404]).toContain(status);
      if (status === 200) await proveAllEndSomehow([body]);
    }
  });

  it('a worker that ends before it calls a provider that is never reached: unknown, and its card is not kept', async () => {
    const caller = createMerchant(system.stack.urls.api, 'mk_test_cascade', { repeats: 0 });
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'before provider:1' });
    const late = await caller.post('/v2/payment', cardBody('4242424242424242'));
    await worker.restart({ CRASH_POINTS: '' });
    expect(late.status).toBe(504);
    const { identifier } = late.body;
    const looked = await until(
      () => system.books.rows('select answer from lookups where identifier = $1', identifier),
      (rows) => rows.length > 0,
    );
    expect(looked[0]).toEqual({ answer: 'no_answer' });
    expect(await system.books.rows('select state from attempts where identifier = $1', identifier)).toEqual([
      { state: 'sending' },
    ]);
    expect(await system.books.rows('select from card_vault where identifier = $1', identifier)).toEqual([]);
  });

  it('the termination of their workflows: recovery starts them anew', async () => {
    const body = idealBody();
    const created = await system.merchant.post('/v2/payment', body);
    const connection = await Connection.connect({ address: system.stack.temporal.address });
    const { workflow } = new Client({ connection });
    const handle = workflow.getHandle(paymentWorkflowId(String(created.body['identifier'])));
    const { runId } = await handle.describe();
    await handle.terminate('a person in the Temporal UI');
    const anew = await until(
      () => handle.describe(),
      (now) => now.runId !== runId && now.status.name === 'RUNNING',
    );
    await connection.close();
    // Behind all others it would wait for as long as they keep the workers busy.
    expect(anew.priority?.priorityKey ?? 3).toBe(3);
    await approve(created);
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });
});

import { Client, Connection } from '@temporalio/client';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentFlowId } from '#contracts/transaction-flow';
import { createCustomer } from '../../apps/merchant/src/customer.js';
import { readLinks } from '../../apps/merchant/src/read-form.js';
import { cardBody, cardPageBody, enteredCard, idealBody, ussdBody, withoutCard } from '../support/bodies.js';
import { openBooks, type Books } from '../support/books.js';
import { createMerchant, type Answer, type Merchant } from '../support/merchant.js';
import { proveEnd, type Observers } from '../support/prove-end.js';
import { startTestStack, type TestStack } from '../support/start-test-stack.js';
import { createTransfer, transferAtProvider, transferOf, transferPath } from '../support/transfers.js';
import { until } from '../support/until.js';
import { createWitness } from '../support/witness.js';

/**
 * Goal: whatever is killed in the middle, every registered payment ends, with at most one charge and with one event,
 * and success if and only if there is a charge. On a stack of its own, because it breaks it.
 */
const portOffset = Number(process.env['TEST_PORT_OFFSET'] ?? 5_000) + 600;
const paymentsAtOnce = 10;

let running: TestStack;
let merchant: Merchant;
let books: Books;
let observers: Observers;

beforeAll(async () => {
  running = await startTestStack(portOffset);
  const { urls, postgres } = running.stack;
  merchant = createMerchant(urls.api);
  books = openBooks(postgres.url);
  observers = { merchant, witness: createWitness(urls.sandbox), books };
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

type Callback = { readonly event_id: string; readonly state: string };
type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

/** Bodies of payments that the provider decides a while after their challenge: long enough to break something. */
function newBodies(delayMs: number): readonly Body[] {
  const meta = { sandbox: 'success', sandbox_delay_ms: delayMs };
  const kinds = [
    () => idealBody(meta),
    () => cardBody('4242424242424242', meta),
    () => ussdBody(running.stack.urls.sandbox, meta),
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
  const answers = await Promise.all(bodies.map((body) => merchant.post('/v2/payment', body)));
  // On a busy machine an answer may be late; the payment is under way all the same.
  for (const { status } of answers) expect([200, 504]).toContain(status);
  return answers;
}

/** Sent, and perhaps never answered. */
function sendAll(bodies: readonly Body[]): Promise<unknown> {
  return Promise.allSettled(bodies.map((body) => merchant.post('/v2/payment', body)));
}

function countOf(sql: string, bodies: readonly Body[]): Promise<number> {
  const references = bodies.map(({ reference }) => reference);
  return books.rows(`${sql} where reference = any($1)`, references).then((rows) => rows.length);
}

function untilReady(isReady: boolean): Promise<unknown> {
  const ask = async () => {
    const { statusCode, body } = await request(`${running.stack.urls.api}/health/ready`);
    await body.dump();
    return statusCode;
  };
  return until(ask, (status) => (status === 200) === isReady);
}

/** Ends as it must when the provider surely heard of it. */
async function proveAllEnd(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) await proveEnd(observers, body.reference, { status: expectedEnd(body) });
}

/** A kill between the attempt's row and the call leaves a payment the provider never heard of: `error`, no charge. */
async function proveAllEndSomehow(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) {
    const { status } = await merchant.untilFinal(body.reference);
    const end = status === 'error' ? 'error' : expectedEnd(body);
    await proveEnd(observers, body.reference, { status: end });
  }
}

describe('payments under way survive', () => {
  it('the loss of the whole Temporal database', async () => {
    const bodies = newBodies(3_000);
    const created = await createAll(bodies);
    await running.stack.temporal.kill();
    const lostAt = new Date();
    await running.stack.temporal.restart();
    await proveAllEnd(bodies);
    const connection = await Connection.connect({ address: running.stack.temporal.address });
    const { workflow } = new Client({ connection });
    for (const { body } of created) {
      const flow = await workflow.getHandle(paymentFlowId(String(body['identifier']))).describe();
      expect(flow.startTime.getTime()).toBeGreaterThan(lostAt.getTime());
    }
    await connection.close();
  });

  it('a killed worker, after they were answered', async () => {
    const bodies = newBodies(1_000);
    await createAll(bodies);
    await running.stack.apps.worker.kill();
    await running.stack.apps.worker.start();
    await proveAllEnd(bodies);
  });

  it.each([1, 5])('a killed worker, while they are submitted: at the attempt number %i', async (attempts) => {
    const bodies = newBodies(500);
    const sent = sendAll(bodies);
    const sql = 'select from attempts join transactions using (identifier)';
    await until(
      () => countOf(sql, bodies),
      (count) => count >= attempts,
    );
    await running.stack.apps.worker.kill();
    await running.stack.apps.worker.start();
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
    await running.stack.apps.api.kill();
    await running.stack.apps.api.start();
    await sent;
    for (const body of bodies) {
      await until(
        () => merchant.post('/v2/payment', body),
        ({ status }) => status === 200,
      );
    }
    await proveAllEnd(bodies);
    expect(await countOf('select from transactions', bodies)).toBe(bodies.length);
  });

  it('a restart of Postgres', async () => {
    const bodies = newBodies(1_500);
    await createAll(bodies);
    await running.stack.postgres.restart();
    await proveAllEnd(bodies);
  });

  it('a crash of Postgres while they are submitted', async () => {
    const bodies = newBodies(500);
    const sent = sendAll(bodies);
    await until(
      () => countOf('select from attempts join transactions using (identifier)', bodies),
      (count) => count >= 1,
    );
    await running.stack.postgres.kill();
    await running.stack.postgres.restart();
    await sent;
    await untilReady(true);
    for (const body of bodies) {
      const { status } = await merchant.get(`/v2/payment/${body.reference}`);
      expect([200, 404]).toContain(status);
      if (status === 200) await proveAllEndSomehow([body]);
    }
  });

  it('the termination of their flows: the sweep starts them anew', async () => {
    const body = idealBody();
    const created = await merchant.post('/v2/payment', body);
    const connection = await Connection.connect({ address: running.stack.temporal.address });
    const { workflow } = new Client({ connection });
    const flow = workflow.getHandle(paymentFlowId(String(created.body['identifier'])));
    const { runId } = await flow.describe();
    await flow.terminate('a person in the Temporal UI');
    await until(
      () => flow.describe(),
      (now) => now.runId !== runId && now.status.name === 'RUNNING',
    );
    await connection.close();
    await approve(created);
    await proveEnd(observers, body.reference, { status: 'success' });
  });
});

describe('transfer details that were accepted reach the provider, once', () => {
  it.each([
    ['Temporal', () => running.stack.temporal.kill(), () => running.stack.temporal.restart()],
    ['the worker', () => running.stack.apps.worker.kill(), () => running.stack.apps.worker.start()],
    ['the provider', () => running.stack.apps.sandbox.kill(), () => running.stack.apps.sandbox.start()],
  ])('%s was down', async (_who, stop, start) => {
    const { reference, identifier } = await createTransfer(merchant);
    await stop();
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    await start();
    const settled = await until(
      () => books.rows('select outcome from transfer_details where identifier = $1', identifier),
      ([row]) => typeof row?.['outcome'] === 'string',
    );
    expect(settled).toEqual([{ outcome: 'taken' }]);
    expect(await transferAtProvider(running.stack.urls.sandbox, identifier)).toMatchObject({
      tracking_key: 'MBAN01002403010012345678',
    });
    await untilReady(true);
  });

  it('the api was killed right after it had kept them', async () => {
    const { reference, identifier } = await createTransfer(merchant);
    const sent = merchant.post(transferPath, transferOf(reference)).catch(() => undefined);
    await until(
      () => books.rows('select from transfer_details where identifier = $1', identifier),
      (rows) => rows.length > 0,
    );
    await running.stack.apps.api.kill();
    await running.stack.apps.api.start();
    await sent;
    await until(
      () => transferAtProvider(running.stack.urls.sandbox, identifier),
      (transfer) => transfer !== undefined,
    );
    expect((await merchant.post(transferPath, transferOf(reference))).status).toBe(200);
  });
});

describe('out of reach', () => {
  it('Temporal: a callback is not sent again, and that is said; once it is back, it is', async () => {
    const body = idealBody({ sandbox: 'success' });
    await merchant.post('/v2/payment', body);
    const { callback } = await until(
      async () => (await merchant.get(`/v2/payment/${body.reference}`)).body as { callback: Callback },
      (record) => record.callback.state === 'delivered',
    );
    const path = `/v2/callbacks/${callback.event_id}/redeliver`;
    await running.stack.temporal.kill();
    expect(await merchant.post(path, {})).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { error_code: 200 },
    });
    await running.stack.temporal.restart();
    await untilReady(true);
    expect((await merchant.post(path, {})).status).toBe(200);
    expect(await observers.witness.untilCallbacks(body.reference, 2)).toHaveLength(2);
  });

  it.each(['temporal', 'postgres'] as const)(
    '%s: 503, nothing is registered, the reference stays free',
    async (name) => {
      const body = idealBody({ sandbox: 'success' });
      await running.stack[name].kill();
      await untilReady(false);
      const refused = await merchant.post('/v2/payment', body);
      expect(refused).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        body: { error_code: 200, error_reason: 'Transaction processing error', status: 'error' },
      });
      await running.stack[name].restart();
      await untilReady(true);
      expect((await merchant.get(`/v2/payment/${body.reference}`)).status).toBe(404);
      expect(await merchant.post('/v2/payment', body)).toMatchObject({
        status: 200,
        body: { error_code: 0 },
      });
      await proveEnd(observers, body.reference, { status: 'success' });
    },
  );

  it("Temporal: a provider's callback is kept, answered with 200, and applied later", async () => {
    const body = idealBody();
    const created = await merchant.post('/v2/payment', body);
    await running.stack.temporal.kill();
    await approve(created);
    const kept = await until(
      () => books.rows('select * from provider_events where identifier = $1', created.body['identifier']),
      (rows) => rows.length > 0,
    );
    expect(kept).toMatchObject([{ applied_at: null }]);
    await running.stack.temporal.restart();
    const record = await proveEnd(observers, body.reference, { status: 'success' });
    expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ source: 'provider' });
  });

  it('the worker: 504, and the payment goes on', async () => {
    const body = idealBody({ sandbox: 'success' });
    await running.stack.apps.worker.kill();
    expect((await merchant.post('/v2/payment', body)).status).toBe(504);
    await running.stack.apps.worker.start();
    await proveEnd(observers, body.reference, { status: 'success' });
  });
});

describe('a card entered on the hosted form', () => {
  const newCardBodies: readonly (readonly [string, () => Body])[] = [
    ['HPP', () => cardPageBody()],
    ['H2H', () => withoutCard(cardBody(''))],
  ];
  const card = enteredCard('4242424242424242');

  it.each(newCardBodies)(
    '%s: the checkout ends right after it was recorded: a reload resumes, and it is one charge',
    async (_style, newBody) => {
      const { checkout } = running.stack.apps;
      const body = newBody();
      const { body: created } = await merchant.post('/v2/payment', body);
      const customer = createCustomer();
      const page = await customer.open(formUrlOf(created));
      await checkout.restart({ CRASH_POINTS: 'after posting:1' });
      await expect(customer.submit(page, 'pay', card)).rejects.toThrow();
      await checkout.restart({ CRASH_POINTS: '' });
      const leading = await customer.reloadUntil(page, ({ html }) => waysToProvider(html).length > 0);
      await customer.submit(await customer.open(String(waysToProvider(leading.html)[0])), 'approve');
      const { identifier } = await proveEnd(observers, body.reference, { status: 'success' });
      expect(await observers.witness.charges(String(identifier))).toHaveLength(1);
    },
  );

  it.each(newCardBodies)(
    '%s: a 504, sent again, leads to the form of the one payment',
    async (_style, newBody) => {
      const body = newBody();
      await running.stack.apps.worker.kill();
      const late = await merchant.post('/v2/payment', body);
      expect(late.status).toBe(504);
      await running.stack.apps.worker.start();
      const { body: created } = await until(
        () => merchant.post('/v2/payment', body),
        ({ status }) => status === 200,
      );
      const { identifier, request_id } = late.body;
      expect(created).toMatchObject({ identifier, request_id, error_code: 0 });
      const customer = createCustomer();
      const page = await customer.open(formUrlOf(created));
      const posted = await customer.submit(page, 'pay', card);
      const leading = await customer.reloadUntil(posted, ({ html }) => waysToProvider(html).length > 0);
      await customer.submit(await customer.open(String(waysToProvider(leading.html)[0])), 'approve');
      await proveEnd(observers, body.reference, { status: 'success' });
    },
  );

  it('a vault that cannot store: 503, nothing is sent or registered, and it can be tried again', async () => {
    const body = cardPageBody({ sandbox: 'success' });
    const direct = cardBody('4242424242424242', { sandbox: 'success' });
    const { body: created } = await merchant.post('/v2/payment', body);
    const customer = createCustomer();
    const page = await customer.open(formUrlOf(created));
    await books.rows('alter table card_vault rename to card_vault_away');
    const refused = await customer.submit(page, 'pay', card);
    const refusedDirectly = await merchant.post('/v2/payment', direct);
    const { body: open } = await merchant.get(`/v2/payment/${body.reference}`);
    await books.rows('alter table card_vault_away rename to card_vault');
    expect([refused.httpStatus, open['status'], open['card']]).toEqual([503, 'new', undefined]);
    expect(refusedDirectly).toMatchObject({
      status: 503,
      body: { error_code: 200, description: 'failed to save card information' },
    });
    expect((await merchant.get(`/v2/payment/${direct.reference}`)).status).toBe(404);
    await customer.submit(page, 'pay', card);
    expect((await merchant.post('/v2/payment', direct)).status).toBe(200);
    await proveAllEnd([body, direct]);
  });
});

function formUrlOf(created: Answer['body']): string {
  const challenge = created['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(created['redirect_url']);
}

function waysToProvider(html: string): readonly string[] {
  return readLinks(html).filter((link) => link.startsWith(running.stack.urls.sandbox));
}

async function approve(created: Answer): Promise<void> {
  const challenge = created.body['challenge'] as { readonly challenge_redirect: { readonly url: string } };
  const customer = createCustomer();
  await customer.submit(await customer.open(challenge.challenge_redirect.url), 'approve');
}

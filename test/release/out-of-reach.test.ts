import { createHmac, randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { createTransfer, transferAtProvider, transferOf, transferPath } from '../fakes/transfers.js';
import { until } from '../witnesses/until.js';

/** Goal: what is out of reach is said, loses nothing that was accepted, and is made up for once it is back. */
const lateLookup = '15s';
let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [
      [
        ['timing', 'late_lookups'],
        [lateLookup, '1h'],
      ],
      [
        ['timing', 'late_success_lookups'],
        ['2s', '1h'],
      ],
    ],
  });
});
afterAll(() => system.stop());

/** A word of the provider that says only that there is something new. */
async function tellNews(api: string, order: string): Promise<void> {
  const body = JSON.stringify({
    notification: `nt_${randomUUID()}`,
    charge: 'ch_1',
    order,
    state: 'NEWS',
    iso: 'EUR',
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = createHmac('sha256', 'sandbox_secret_demo')
    .update(`${seconds}\nNOTIFICATION\n${body}`)
    .digest('hex');
  const answer = await fetch(`${api}/provider-callbacks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sandbox-account': 'acct_demo',
      'x-sandbox-signature': `t=${seconds},s=${mac}`,
    },
    body,
  });
  expect(answer.status).toBe(200);
}

type Callback = { readonly event_id: string; readonly state: string };

describe('out of reach', () => {
  it('Temporal: a callback is not sent again, and that is said; once it is back, it is', async () => {
    const body = idealBody({ sandbox: 'success' });
    await system.merchant.post('/v2/payment', body);
    const { callback } = await until(
      async () => (await system.merchant.get(`/v2/payment/${body.reference}`)).body as { callback: Callback },
      (record) => record.callback.state === 'delivered',
    );
    const path = `/v2/callbacks/${callback.event_id}/redeliver`;
    await system.stack.temporal.kill();
    expect(await system.merchant.post(path, {})).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { error_code: 200 },
    });
    await system.stack.temporal.restart();
    await system.untilReady();
    expect((await system.merchant.post(path, {})).status).toBe(200);
    expect(await system.observers.witness.untilCallbacks(body.reference, 2)).toHaveLength(2);
  });

  it.each(['temporal', 'postgres'] as const)(
    '%s: 503, nothing is registered, the reference stays free',
    async (name) => {
      const body = idealBody({ sandbox: 'success' });
      await system.stack[name].kill();
      await system.untilReady(false);
      const refused = await system.merchant.post('/v2/payment', body);
      expect(refused).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        body: { error_code: 200, error_reason: 'Transaction processing error', status: 'error' },
      });
      await system.stack[name].restart();
      await system.untilReady();
      expect((await system.merchant.get(`/v2/payment/${body.reference}`)).status).toBe(404);
      expect(await system.merchant.post('/v2/payment', body)).toMatchObject({
        status: 200,
        body: { error_code: 0 },
      });
      await proveEnd(system.observers, body.reference, { status: 'success' });
    },
  );

  it("Temporal: a provider's callback is kept, answered with 200, and applied later", async () => {
    const body = idealBody();
    const created = await system.merchant.post('/v2/payment', body);
    await system.stack.temporal.kill();
    await approve(created);
    const kept = await until(
      () =>
        system.books.rows('select * from provider_events where identifier = $1', created.body['identifier']),
      (rows) => rows.length > 0,
    );
    expect(kept).toMatchObject([{ applied_at: null }]);
    await system.stack.temporal.restart();
    await system.untilReady();
    const record = await proveEnd(system.observers, body.reference, { status: 'success' });
    expect((record['history'] as readonly unknown[]).at(-1)).toMatchObject({ source: 'provider' });
  });

  it('Temporal: a late look-up whose worker died before its workflow was started is made soon after', async () => {
    const body = idealBody({ sandbox: 'timeout_lost' });
    await system.merchant.post('/v2/payment', body);
    const { identifier } = await system.merchant.untilFinal(body.reference);
    const late = async () => {
      const sql =
        'select step, due_at - now() > $2::interval as taken from late_lookups where identifier = $1';
      return (await system.books.rows(sql, identifier, lateLookup)) as { step: number; taken: boolean }[];
    };
    expect(await late()).toEqual([{ step: 0, taken: false }]);
    await system.stack.temporal.kill();
    await until(late, ([row]) => row?.taken === true);
    await system.stack.apps.worker.kill();
    await system.stack.temporal.restart();
    await system.stack.apps.worker.start();
    await until(late, ([row]) => row?.step !== 0);
    await system.untilReady();
  });

  it('a successful payment that its provider has paid back meanwhile is raised, by its next word, and stays as it is', async () => {
    const body = idealBody({ sandbox: 'success' });
    await system.merchant.post('/v2/payment', body);
    const record = await proveEnd(system.observers, body.reference, { status: 'success' });
    const { identifier } = record;
    const questions = () =>
      system.books.rows('select step from success_lookups where identifier = $1', identifier);
    const reviews = () => system.books.rows('select cause from reviews where identifier = $1', identifier);
    // The first question of the plan is answered with "success": nothing follows, and the next is due in an hour.
    await until(questions, ([row]) => row?.['step'] === 1);
    expect(await reviews()).toEqual([]);

    await system.stack.apps.sandbox.kill();
    const order = `${String(identifier)}-1`;
    const end = { state: 'REFUSED', reason: 'REVERSED_BY_BANK', endedAt: new Date().toISOString() };
    const journal = join(system.directory, 'sandbox', 'journal.ndjson');
    await appendFile(journal, `${JSON.stringify({ fact: 'ended', order, end })}\n`);
    await system.stack.apps.sandbox.start();
    await tellNews(system.stack.urls.api, order);
    expect(await until(reviews, (rows) => rows.length > 0)).toEqual([
      { cause: 'contradicts the final state' },
    ]);
    expect(await questions()).toEqual([{ step: 1 }]);
    const { body: after } = await system.merchant.get(`/v2/payment/${body.reference}`);
    expect(after).toMatchObject({ status: 'success', finished_date: record['finished_date'] });
  });

  it('the worker: 504, and the payment goes on', async () => {
    const body = idealBody({ sandbox: 'success' });
    await system.stack.apps.worker.kill();
    const { status } = await system.merchant.post('/v2/payment', body);
    await system.stack.apps.worker.start();
    expect(status).toBe(504);
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });
});

/** A worker that has lost Temporal asks it again after some seconds: until then a create is answered with 504. */
const untilTransfer = () =>
  until(
    () => createTransfer(system.merchant),
    ({ answer }) => answer.status === 200,
  );

describe('transfer details that were accepted reach the provider, once', () => {
  it.each([
    ['Temporal', () => system.stack.temporal.kill(), () => system.stack.temporal.restart()],
    ['the worker', () => system.stack.apps.worker.kill(), () => system.stack.apps.worker.start()],
    ['the provider', () => system.stack.apps.sandbox.kill(), () => system.stack.apps.sandbox.start()],
  ])('%s was down', async (_who, stop, start) => {
    const { reference, identifier } = await untilTransfer();
    await stop();
    expect((await system.merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    expect((await system.merchant.post(transferPath, transferOf(reference))).status).toBe(200);
    await start();
    const settled = await until(
      () => system.books.rows('select outcome from transfer_details where identifier = $1', identifier),
      ([row]) => typeof row?.['outcome'] === 'string',
    );
    expect(settled).toEqual([{ outcome: 'taken' }]);
    expect(await transferAtProvider(system.stack.urls.sandbox, identifier)).toMatchObject({
      tracking_key: 'MBAN01002403010012345678',
    });
    await system.untilReady();
  });

  it('the api was killed right after it had kept them', async () => {
    const { reference, identifier } = await untilTransfer();
    const sent = system.merchant.post(transferPath, transferOf(reference)).catch(() => undefined);
    await until(
      () => system.books.rows('select from transfer_details where identifier = $1', identifier),
      (rows) => rows.length > 0,
    );
    await system.stack.apps.api.kill();
    await system.stack.apps.api.start();
    await sent;
    await until(
      () => transferAtProvider(system.stack.urls.sandbox, identifier),
      (transfer) => transfer !== undefined,
    );
    expect((await system.merchant.post(transferPath, transferOf(reference))).status).toBe(200);
  });
});

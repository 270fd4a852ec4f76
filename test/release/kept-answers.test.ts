import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy, type FaultyProxy } from '../chaos/faulty-proxy.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Answer, type Merchant } from '../fakes/merchant.js';
import { createRandom } from '../fakes/seeded-random.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a create call that was answered with 200 stays answered, whatever happens to its api or to Postgres right after:
 * the same content gets 108 (contract §4). The deadline is short, because until two seconds after it the first call counts as
 * open and hides what was forgotten.
 */
const deadlineMs = 2_000;
const openMs = deadlineMs + 2_000;
const sinceAnswerMs = [0, 20, 150];

let system: BreakableSystem;
/** On the way from the first api to Postgres. */
let proxy: FaultyProxy;
let other: Merchant;

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [
      [['timing', 'response_deadline'], `${deadlineMs}ms`],
      [['timing', 'provider_call'], '1500ms'],
    ],
    apps: ['sandbox', 'worker', 'api', 'api2'],
  });
  const { stack } = system;
  proxy = await startFaultyProxy(stack.ports.postgres, createRandom(1, 'cuts'));
  const url = new URL(stack.databaseUrls.api);
  url.port = String(proxy.port);
  await stack.apps.api.restart({ DATABASE_URL: url.href });
  other = createMerchant(`http://localhost:${stack.ports.api2}`, undefined, { repeats: 0 });
});
afterAll(async () => {
  await system.stop();
  await proxy.close();
});
beforeEach(() => system.untilReady());

type Body = ReturnType<typeof idealBody>;
type Answered = { readonly body: Body; readonly answer: Answer; readonly at: number };

/** A payment whose create call the first api has just answered with 200. */
async function create(): Promise<Answered> {
  for (;;) {
    const body = idealBody({ sandbox: 'success' });
    const answer = await system.merchant.post('/v2/payment', body);
    if (answer.status === 200) return { body, answer, at: performance.now() };
    // A connection that was cut is found out by the call that takes it.
    expect([503, 504]).toContain(answer.status);
  }
}

/** Creates a payment for each time, lets the fault happen that long after its answer, and mends it. */
async function breakAfterAnswers(fault: () => unknown, mend: () => unknown): Promise<readonly Answered[]> {
  const all: Answered[] = [];
  for (const waitMs of sinceAnswerMs) {
    await system.untilReady();
    all.push(await create());
    await sleep(waitMs);
    await fault();
    await mend();
  }
  return all;
}

async function expectAllAnswered(
  payments: readonly Answered[],
  merchants: readonly Merchant[],
): Promise<void> {
  const youngest = Math.max(...payments.map(({ at }) => at));
  await sleep(Math.max(0, youngest + openMs + 100 - performance.now()));
  for (const { body, answer } of payments) {
    for (const merchant of merchants) {
      const again = await until(
        () => merchant.post('/v2/payment', body),
        ({ status }) => status !== 503,
      );
      const { identifier, request_id: requestId } = answer.body;
      expectError(again, {
        status: 400,
        code: 108,
        reason: 'Duplicated reference',
        reference: body.reference,
        identifier: String(identifier),
        requestId: String(requestId),
        description: /already in use by payment/,
      });
    }
  }
}

describe('what was answered with 200 stays answered', () => {
  it('when the api is cut off from Postgres, and while it is, at another api', async () => {
    const payments = await breakAfterAnswers(
      () => proxy.change({ kind: 'reset' }),
      async () => {
        await sleep(400);
        proxy.change({ kind: 'pass' });
      },
    );
    await system.untilReady();
    const last = await create();
    proxy.change({ kind: 'blackHole' });
    await expectAllAnswered([...payments, last], [other]);
    proxy.change({ kind: 'pass' });
    await system.untilReady();
    await expectAllAnswered([...payments, last], [system.merchant, other]);
  });

  it('when Postgres crashes', async () => {
    const { postgres } = system.stack;
    const payments = await breakAfterAnswers(
      () => postgres.kill(),
      () => postgres.restart(),
    );
    await expectAllAnswered(payments, [system.merchant, other]);
  });

  it('when the api dies', async () => {
    const { api } = system.stack.apps;
    const payments = await breakAfterAnswers(
      () => api.kill(),
      () => api.start(),
    );
    await expectAllAnswered(payments, [system.merchant, other]);
  });
});

describe('an answer that did not reach its caller is taken back', () => {
  let keeper: Client;
  beforeEach(async () => {
    keeper = new Client({ connectionString: system.stack.postgres.url });
    await keeper.connect();
  });
  afterEach(() => keeper.end());

  type Sent = {
    readonly first: Promise<{ readonly status: number } | undefined>;
    readonly hangUp: () => void;
  };

  /** Sends a create call, and keeps its answer from being written down until the transaction of `keeper` is over. */
  async function sendAndHold(body: Body): Promise<Sent & { readonly identifier: unknown }> {
    const connection = new AbortController();
    const parts = {
      method: 'POST',
      target: '/v2/payment',
      body: JSON.stringify(body),
      signal: connection.signal,
    };
    system.stack.apps.worker.pause();
    const first = sendSigned(system.stack.urls.api, parts).catch(() => undefined);
    const [row] = await until(
      () => system.books.rows('select identifier from transactions where reference = $1', body.reference),
      (rows) => rows.length === 1,
    );
    await keeper.query('begin');
    await keeper.query('select from idempotency_records where identifier = $1 for update', [
      row?.['identifier'],
    ]);
    system.stack.apps.worker.resume();
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%update idempotency_records%' and query like '%status_history%'`;
    await until(
      () => system.books.rows(waiting),
      (rows) => rows.length === 1,
    );
    return { first, identifier: row?.['identifier'], hangUp: () => connection.abort() };
  }

  async function expectRejoined(body: Body, identifier: unknown): Promise<void> {
    const answer = await until(
      () => other.post('/v2/payment', body),
      ({ status }) => status === 200,
    );
    expect(answer.body['identifier']).toBe(identifier);
    const at = performance.now() - openMs;
    await expectAllAnswered([{ body, answer, at }], [system.merchant, other]);
  }

  it('where Postgres went on with a statement of whose end its api could not hear', async () => {
    const body = idealBody({ sandbox: 'success' });
    const { first, identifier } = await sendAndHold(body);
    proxy.change({ kind: 'reset' });
    expect((await first)?.status).toBe(504);
    proxy.change({ kind: 'pass' });
    await keeper.query('commit');
    await expectRejoined(body, identifier);
  });

  it('where the caller hung up meanwhile', async () => {
    const body = idealBody({ sandbox: 'success' });
    const { first, identifier, hangUp } = await sendAndHold(body);
    hangUp();
    expect(await first).toBeUndefined();
    await keeper.query('commit');
    await expectRejoined(body, identifier);
  });
});

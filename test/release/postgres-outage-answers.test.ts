import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#persistence/database';
import { findByReference } from '#persistence/transactions/find-transaction';
import { findHistoryAsAnswer } from '#persistence/transactions/mark-answer';
import { createLog } from '#runtime/create-log';
import { HeldCalls } from '../../apps/api/src/http/held-calls.js';
import { CurrentConfiguration } from '../../apps/api/src/resources/resources.module.js';
import { AnsweredCalls } from '../../apps/api/src/transactions/create/answered-calls.js';
import { Duplicates } from '../../apps/api/src/transactions/create/duplicates.js';
import { StatusWatch } from '../../apps/api/src/transactions/read/status-watch.js';
import { TimedOutCalls } from '../../apps/api/src/transactions/create/timed-out-calls.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openDatabase } from '../witnesses/database.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import type { Answer } from '../fakes/merchant.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a caller that got a 504 while Postgres was away may send the same again as soon as it is back, and meets the one
 * payment that exists (contract §4). The deadline is far longer than any outage here, so that nothing is forgiven
 * because its first call is over anyway.
 */
const paymentsAtOnce = 8;
const deadline = '30s';

let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [[['timing', 'response_deadline'], deadline]],
    apps: withoutCheckout,
  });
});
afterAll(() => system.stop());
beforeEach(() => system.untilReady());

type Body = ReturnType<typeof idealBody>;

const post = (body: Body) => system.merchant.post('/v2/payment', body);

async function identifiersOf(bodies: readonly Body[]): Promise<readonly unknown[]> {
  const references = bodies.map(({ reference }) => reference);
  const sql = 'select identifier from transactions where reference = any($1) order by reference';
  return (await system.books.rows(sql, references)).map(({ identifier }) => identifier);
}

/** Runs one statement on a connection of its own, which no outage of before has touched. */
async function ask(statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: system.stack.postgres.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function crashPostgres(): Promise<void> {
  await system.stack.postgres.kill();
  await system.stack.postgres.restart();
}

/** Until then the api says that it cannot know; a duplicate it must never say. */
async function sendAgain(body: Body): Promise<Answer> {
  return until(
    () => post(body),
    ({ status }) => status !== 503,
  );
}

describe('the same content, sent again after an outage of Postgres, re-joins', () => {
  it('when the connection broke after the payment was committed and before it was answered', async () => {
    // Of several with new timings at once all but the first wait for it to commit: here they are known.
    await post(idealBody({ sandbox: 'success' }));
    const bodies = Array.from({ length: paymentsAtOnce }, () => idealBody({ sandbox: 'success' }));
    // A commit is on disk and waits for a standby that does not exist: no caller hears of it.
    await ask(`alter system set synchronous_standby_names = 'nobody'`);
    await ask('select pg_reload_conf()');
    const sent = Promise.all(bodies.map(post));
    await until(
      () =>
        ask(
          `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%insert into transactions%'`,
        ),
      (waiting) => waiting.length === paymentsAtOnce,
    );
    await crashPostgres();
    await ask('alter system reset synchronous_standby_names');
    await ask('select pg_reload_conf()');

    const first = await sent;
    expect(first.map(({ status, body }) => [status, body['identifier']])).toEqual(
      bodies.map(() => [504, undefined]),
    );
    const registered = await identifiersOf(bodies);
    expect(registered).toHaveLength(paymentsAtOnce);

    const again = await Promise.all(bodies.map(sendAgain));
    expect(again.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(new Set(again.map(({ body }) => body['identifier']))).toEqual(new Set(registered));
    expect(await identifiersOf(bodies)).toEqual(registered);
    for (const { reference } of bodies) await proveEnd(system.observers, reference, { status: 'success' });
  });

  it('when the caller had hung up meanwhile', async () => {
    const body = idealBody({ sandbox: 'timeout_success' });
    const connection = new AbortController();
    const parts = {
      method: 'POST',
      target: '/v2/payment',
      body: JSON.stringify(body),
      signal: connection.signal,
    };
    const first = sendSigned(system.stack.urls.api, parts).catch(() => 'lost');
    const [identifier] = await until(
      () => identifiersOf([body]),
      (found) => found.length === 1,
    );
    await system.stack.postgres.kill();
    connection.abort();
    expect(await first).toBe('lost');
    await system.stack.postgres.restart();
    expect(await sendAgain(body)).toMatchObject({ status: 200, body: { error_code: 0, identifier } });
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('when the api was stopped before Postgres was back', async () => {
    const body = idealBody({ sandbox: 'timeout_success' });
    const connection = new AbortController();
    const parts = {
      method: 'POST',
      target: '/v2/payment',
      body: JSON.stringify(body),
      signal: connection.signal,
    };
    const first = sendSigned(system.stack.urls.api, parts).catch(() => 'lost');
    const [identifier] = await until(
      () => identifiersOf([body]),
      (found) => found.length === 1,
    );
    await system.stack.postgres.kill();
    connection.abort();
    expect(await first).toBe('lost');
    const stopped = system.stack.apps.api.stop();
    await system.stack.postgres.restart();
    await stopped;
    await system.stack.apps.api.start();
    expect(await sendAgain(body)).toMatchObject({ status: 200, body: { error_code: 0, identifier } });
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('when its row was read just before the 504 was written down, and judged just after', async () => {
    const database = await openDatabase(system.stack.postgres.url);
    const configuration = readDevelopmentConfiguration();
    const log = createLog('test', 'silent');
    const timedOutCalls = new TimedOutCalls(database, log);
    const watch = new StatusWatch(database);
    const current = new CurrentConfiguration({ current: () => configuration, version: () => 1 });
    const answeredCalls = new AnsweredCalls(database, log);
    const duplicates = new Duplicates(
      database,
      current,
      watch,
      answeredCalls,
      timedOutCalls,
      new HeldCalls(100),
    );
    const body = idealBody({ sandbox: 'timeout_success' });
    const first = post(body);
    const [identifier] = await until(
      () => identifiersOf([body]),
      (found) => found.length === 1,
    );
    const caller = { merchant: 'demo', project: 'demo', keyId: 'mk_test_demo' };
    const key = { merchant: caller.merchant, type: 'payment', reference: body.reference } as const;
    const known = await findByReference(database, key);
    if (known === undefined) throw new Error('The payment is registered');
    expect(known.answer).toBe('answering');

    await timedOutCalls.note(silentCall(String(identifier)));
    expect(timedOutCalls.has(String(identifier))).toBe(false);
    const call = {
      caller,
      receivedAt: Date.now(),
      record: {
        speaksFor: () => undefined,
        answerWith: async () => {
          const found = await findHistoryAsAnswer(database, silentCall(String(identifier)), {
            isDurable: true,
          });
          return found && { ...found, isFirst: false, requisites: {} };
        },
        recorded: <Outcome>(outcome: Promise<Outcome>) => outcome,
      },
    };
    await expect(duplicates.join(call, known, () => true)).resolves.toMatchObject({
      transaction: { identifier },
    });
    await Promise.all([answeredCalls.stop(), timedOutCalls.stop()]);
    await first;
    await database.destroy();
  });

  it('not as the loser of a race that cannot read the winner at first: it gets 108 with its identifier', async () => {
    const body = idealBody({ sandbox: 'success' });
    const { body: winner } = await post(body);
    const renamed = `update transactions set reference = $1 where identifier = '${String(winner['identifier'])}'`;
    const owner = new Client({ connectionString: system.stack.postgres.url });
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    await owner.query(renamed, [`${body.reference}-hidden`]);
    await owner.query('begin');
    await owner.query(renamed, [body.reference]);
    const [{ api = '' } = {}] = await ask(`select current_database() || '_api' as api`);
    await owner.query(`revoke select on transactions from ${String(api)}`);
    const loser = post(body);
    await until(
      () => ask(`select from pg_locks where not granted and locktype = 'transactionid'`),
      (waiting) => waiting.length > 0,
    );
    await owner.query('commit');
    await Promise.race([loser, sleep(1_000)]);
    await owner.query(`grant select on transactions to ${String(api)}`);
    await owner.end();
    expect(await loser).toMatchObject({
      status: 400,
      body: { error_code: 108, identifier: winner['identifier'] },
    });
  });

  it('not while another call with the same content was answered', async () => {
    const database = await openDatabase(system.stack.postgres.url);
    const log = createLog('test', 'silent');
    const answeredCalls = new AnsweredCalls(database, log);
    const timedOutCalls = new TimedOutCalls(database, log);
    const body = idealBody({ sandbox: 'timeout_success' });
    const running = post(body);
    const [identifier] = (
      await until(
        () => identifiersOf([body]),
        (found) => found.length === 1,
      )
    ).map(String) as [string];
    const [one, two, three] = [
      silentCall(identifier),
      silentCall(identifier),
      silentCall(identifier),
    ] as const;
    for (const call of [one, two, three]) await findHistoryAsAnswer(database, call, { isDurable: false });
    await timedOutCalls.note(one);
    expect(await stateOf(database, identifier)).toBe('answered');
    await Promise.all([timedOutCalls.note(two), timedOutCalls.note(three)]);
    expect(await stateOf(database, identifier)).toBe('timed_out');
    expect(timedOutCalls.has(identifier)).toBe(false);
    // As after a crash of Postgres that has lost it: an api that lives writes it down, also while it stops.
    answeredCalls.note(identifier);
    await answeredCalls.stop();
    await timedOutCalls.note(three);
    expect(await stateOf(database, identifier)).toBe('answered');
    expect(answeredCalls.has(identifier)).toBe(false);
    await timedOutCalls.stop();
    await running;
    await database.destroy();
  });
});

const silentCall = (identifier: string) => ({ identifier, callId: randomUUID(), mayBeWritten: () => false });

async function stateOf(database: Database, identifier: string): Promise<unknown> {
  const [row] = await database.sql<
    { state: string }[]
  >`select state from idempotency_records where identifier = ${identifier}`;
  return row?.state;
}

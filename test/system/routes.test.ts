import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { lookAtCircuits } from '#persistence/circuits/watch-circuits';
import type { Database } from '#persistence/database';
import { cardBody, cardPageBody, idealBody } from '../fakes/bodies.js';
import { findClosedPort, type ClosedPort } from '../fakes/closed-port.js';
import { openDatabase } from '../witnesses/database.js';
import { pageOf } from '../witnesses/page-of.js';
import { createMerchant } from '../fakes/merchant.js';
import { startTestStack, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: conditions and circuits decide the way of a transaction, and everybody can see why. Method: a stack of its own
 * with routes that differ in their conditions, and a provider behind a port that is closed until the test opens it. Time
 * passes by moving the instant at which a circuit's cool-down ends.
 */
const failures = 2;

let running: TestStack;
let port: ClosedPort;
let database: Database;
let temporal: Connection;

beforeAll(async () => {
  port = await findClosedPort();
  running = await startTestStack({
    settings: [
      [['providers', 'sandbox_closed', 'base_url'], `http://127.0.0.1:${port.port}`],
      [['providers', 'sandbox_closed', 'circuit'], { failures, cooldown: '1h' }],
      [['mids', 'second', 'limits'], { all: { max: 700 } }],
      [
        ['projects', 'window', 'routes'],
        [
          { name: 'visa', mid: 'second', methods: ['card'], bins: ['424242'], countries: ['ES'] },
          { name: 'small', mid: 'main', currencies: ['EUR'], amount: { EUR: { max: 50 } } },
          { name: 'rest', mid: 'second' },
        ],
      ],
    ],
  });
  const { postgres, temporal: server } = running.stack;
  database = await openDatabase(postgres.url);
  temporal = await Connection.connect({ address: server.address });
});
afterAll(async () => {
  await Promise.all([database.destroy(), temporal.close()]);
  await running.stop();
  await port.close();
});

const merchantOf = (key: string) => createMerchant(running.stack.urls.api, `mk_test_${key}`);

/** `window` is the project with the conditions. */
async function candidatesFor(key: string, body: object): Promise<readonly Record<string, unknown>[]> {
  const { body: explained } = await merchantOf(key).post('/v2/routing/explain', body);
  return explained['candidates'] as readonly Record<string, unknown>[];
}

const positions = async (key: string, body: object) =>
  Object.fromEntries((await candidatesFor(key, body)).map(({ route, position }) => [route, position]));

async function pay(key: string, body = idealBody({ sandbox: 'success' })) {
  const merchant = merchantOf(key);
  const { body: created } = await merchant.post('/v2/payment', body);
  const record = await merchant.untilFinal(body.reference);
  expect(record).toMatchObject({ status: 'success' });
  return { identifier: String(created['identifier']), record };
}

const attemptsOf = (identifier: string) =>
  database.query<{ mid: string; state: string; provider_reference: string }[]>(
    'select mid, state, provider_reference from attempts where identifier = $1 order by n',
    [identifier],
  );

describe('conditions', () => {
  const visa = '4242424242424242';
  const other = '4000000000000119';
  const amounts = (amount: number) => ({ ...cardBody(other), amount });

  it.each([
    ['a card of the BIN', cardBody(visa), { visa: 1, small: 2, rest: 3 }],
    ['another card', cardBody(other), { visa: undefined, small: 1, rest: 2 }],
    ['a card that is not known yet', cardPageBody(), { visa: undefined, small: 1, rest: 2 }],
    [
      'another country',
      { ...cardBody(visa), customer: { ...(cardBody(visa)['customer'] as object), country: 'PT' } },
      { visa: undefined, small: 1, rest: 2 },
    ],
    ['the largest small amount', amounts(50), { visa: undefined, small: 1, rest: 2 }],
    ['a larger amount', amounts(51), { visa: undefined, small: undefined, rest: 1 }],
    ['another currency', { ...amounts(5), currency: 'USD' }, { visa: undefined, small: undefined, rest: 1 }],
  ])('%s', async (_name, body, expected) => {
    expect(await positions('window', body)).toEqual(expected);
  });

  it('a MID takes less than its provider', async () => {
    const { body } = await merchantOf('window').post('/v2/payment', amounts(701));
    expect(body).toMatchObject({
      error_code: 1132,
      error_reason: 'Limit exceeded',
      description: 'amount: must be within the limits of the MID',
    });
  });

  it('the decision is kept with the transaction, as it was explained', async () => {
    const body = idealBody({ sandbox: 'success' }, { amount: 60 });
    const explained = await candidatesFor('window', body);
    const { identifier } = await pay('window', body);
    const [kept] = await database.query<{ candidates: unknown; configuration_version: number }[]>(
      'select * from routing_decisions where identifier = $1',
      [identifier],
    );
    expect(kept?.candidates).toEqual(explained);
    expect(explained).toMatchObject([
      { route: 'visa', taken: false, description: 'The route does not accept the method' },
      { route: 'small', taken: false, description: 'amount: must be within the limits of the route' },
      { route: 'rest', taken: true, position: 1 },
    ]);
    const [newest] = await database.query<{ version: number }[]>(
      'select max(version) as version from configurations',
    );
    expect(kept?.configuration_version).toBe(newest?.version);
    await expect(database.query('delete from routing_decisions')).rejects.toThrow(/append-only/);
  });
});

describe('a provider behind a closed port', () => {
  const viaClosed = [
    { mid: 'closed', state: 'not_sent' },
    { mid: 'main', state: expect.stringMatching(/accepted|final/) },
  ];
  const metric = async () =>
    /gateway_circuit_open\{mid="closed",provider="sandbox_closed"\} (\d)/.exec(
      await (await fetch(running.stack.urls.metrics)).text(),
    )?.[1];
  const untilOpen = (isOpen: boolean) => until(metric, (seen) => seen === (isOpen ? '1' : '0'));
  const logOf = () => readFile(running.stack.apps.api.logFile, 'utf8');

  /** What operations staff read of it in the Temporal UI. */
  async function detailsOf(identifier: string): Promise<string> {
    const handle = new Client({ connection: temporal }).workflow.getHandle(paymentWorkflowId(identifier));
    return pageOf(handle);
  }

  /** The cool-down is over, and the api has learnt that it may send one transaction there. */
  async function endCooldown(): Promise<void> {
    await database.query(`update circuits set probe_due_at = now() where mid = 'closed'`);
    await until(
      () => database.query<unknown[]>(`select from circuits where mid = 'closed' and probe_due_at > now()`),
      ({ length }) => length === 1,
    );
  }

  /** The payment that the api sends there first after the cool-down. It may learn late that it may, and then too late. */
  async function payAfterCooldown() {
    const pays = async () => {
      await endCooldown();
      const { identifier } = await pay('cascade');
      return { identifier, attempts: await attemptsOf(identifier) };
    };
    return until(pays, ({ attempts }) => attempts[0]?.mid === 'closed');
  }

  it('is tried first until a number of calls in a row have not reached it', async () => {
    expect(await metric()).toBe('0');
    for (let call = 0; call < failures; call += 1) {
      const { identifier } = await pay('cascade');
      expect(await attemptsOf(identifier)).toMatchObject(viaClosed);
      const details = await until(
        () => detailsOf(identifier),
        (text) => text.includes('final'),
      );
      expect(details.split('\n').filter((line) => line.startsWith('- '))).toEqual([
        '- attempt 1: route **closed**, MID **closed**, provider **sandbox_closed**: not sent',
        '- attempt 2: route **main**, MID **main**, provider **sandbox**: final',
      ]);
    }
    await untilOpen(true);
    expect(await logOf()).toContain('circuit opened');
  });

  it('then comes after the others, is never left out, and says so', async () => {
    const body = idealBody({ sandbox: 'success' });
    expect(await candidatesFor('cascade', body)).toMatchObject([
      { route: 'closed', taken: true, position: 2, reason: expect.stringMatching(/did not reach/) },
      { route: 'main', taken: true, position: 1, reason: 'Tried first' },
    ]);
    const { identifier } = await pay('cascade', body);
    expect(await attemptsOf(identifier)).toMatchObject([
      { mid: 'main', provider_reference: `${identifier}-1` },
    ]);
  });

  it('is tried by one transaction after the cool-down, and stays open when that does not reach it', async () => {
    expect((await payAfterCooldown()).attempts).toMatchObject(viaClosed);
    const { identifier: second } = await pay('cascade');
    expect(await attemptsOf(second)).toMatchObject([{ mid: 'main' }]);
    expect(await metric()).toBe('1');
  });

  it('where every route is down, payments end as without a circuit', async () => {
    const body = idealBody();
    const { body: answer } = await merchantOf('both_down').post('/v2/payment', body);
    expect(answer).toMatchObject({
      error_code: 200,
      error_reason: 'Failed to register cascade transaction',
      status: 'error',
    });
    const attempts = await attemptsOf(String(answer['identifier']));
    expect(attempts.map(({ mid }) => mid).toSorted()).toEqual(['closed', 'closed_too']);
  });

  it('is as before once a call reaches it', async () => {
    await port.open(running.stack.ports.sandbox);
    expect((await payAfterCooldown()).attempts).toMatchObject([{ mid: 'closed' }]);
    expect(await database.query(`select from circuits where mid = 'closed'`)).toHaveLength(0);
    await untilOpen(false);
    expect(await logOf()).toContain('circuit closed');
    expect(await positions('cascade', idealBody())).toEqual({ closed: 1, main: 2 });
  });

  it('is given to one process alone', async () => {
    await database.transaction(async (manager) => {
      await manager.query(
        `insert into circuits (mid, failures, failures_max, cooldown_ms, probe_due_at)
         values ('due', 5, 5, 1000, now()), ('waiting', 5, 5, 1000, now() + interval '1 hour'),
           ('counted', 4, 5, 1000, now())`,
      );
      const look = async () =>
        (await lookAtCircuits(manager))
          .filter(({ mid }) => ['due', 'waiting', 'counted'].includes(mid))
          .map(({ mid, isProbed }) => `${mid} ${isProbed}`)
          .toSorted();
      expect(await look()).toEqual(['due true', 'waiting false']);
      expect(await look()).toEqual(['due false', 'waiting false']);
      await manager.query(`delete from circuits where mid in ('due', 'waiting', 'counted')`);
    });
  });
});

import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { findPrometheus } from '../../scripts/stack/prometheus-programs.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant } from '../fakes/merchant.js';
import { runAdmin } from '../stack/run-admin.js';
import { runPrometheus, type Prometheus } from '../witnesses/run-prometheus.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: each failure of the chaos suite raises its alarm (the table in docs/observability.md). Method: one failure after
 * the other on a system of its own under traffic, and a real Prometheus that looks every second. An alarm counts as soon as its
 * condition holds; in earnest its `for` comes on top, so that a release wakes no one.
 */
const programs = await findPrometheus();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';

let system: BreakableSystem;
let prometheus: Prometheus;
let sick: Endpoint;
let traffic: { stop(): void };

/** Several a second, whatever becomes of them; no more under way at once than a slow machine can answer. */
const betweenCallsMs = 200;
const underWayMax = 4;

beforeAll(async () => {
  if ('missing' in programs) return;
  system = await startBreakableSystem({
    apps: ['sandbox', 'worker', 'api', 'checkout'],
    settings: [
      [
        ['projects', 'window', 'timing'],
        { callback_retries: ['200ms', '400ms', '10h'], endpoint_pause_after: '2s' },
      ],
    ],
  });
  sick = await openEndpoint(() => ({ status: 503 }));
  prometheus = await runPrometheus(programs.prometheus, system.stack.urls);
});
afterAll(async () => {
  if ('missing' in programs) return;
  await prometheus.stop();
  sick.close();
  await system.stop();
});

type Failure = {
  readonly failure: string;
  readonly breaks: () => unknown;
  readonly alarms: readonly string[];
  readonly mends?: () => unknown;
};

const lostWorkflow: Failure = {
  failure: 'workflows that are gone while Temporal is there',
  breaks: async () => {
    // Looked up again and again, which its workflow would do.
    const open = idealBody({ sandbox: 'no_callback', sandbox_delay_ms: 60_000 });
    const { body } = await system.merchant.post('/v2/payment', open);
    const connection = await Connection.connect({ address: system.stack.temporal.address });
    await new Client({ connection }).workflow
      .getHandle(paymentWorkflowId(String(body['identifier'])))
      .terminate();
    await connection.close();
  },
  alarms: ['RecoveryWorks'],
};

const failuresUnderTraffic: readonly Failure[] = [
  {
    failure: 'Temporal is killed, and its database with it',
    breaks: () => system.stack.temporal.kill(),
    alarms: ['CreatesFailFast'],
    mends: () => system.stack.temporal.restart(),
  },
  {
    failure: 'a provider that takes nothing',
    breaks: () => system.stack.apps.sandbox.kill(),
    alarms: ['CircuitOpen'],
    mends: () => system.stack.apps.sandbox.start(),
  },
  {
    failure: 'a provider that is silent',
    breaks: async () => {
      for (let n = 0; n < 30; n += 1) void create(idealBody({ sandbox: 'timeout_lost' }));
    },
    alarms: ['UnknownOutcomesMany'],
  },
  {
    failure: 'a merchant that takes no callbacks',
    breaks: () => {
      const merchant = createMerchant(system.stack.urls.api, 'mk_test_window');
      const pay = () =>
        merchant.post('/v2/payment', idealBody({ sandbox: 'success' }, { callback_url: sick.url }));
      return until(
        async () => (await pay(), system.books.rows(`select from events where state = 'paused'`)),
        (paused) => paused.length > 0,
      );
    },
    alarms: ['EndpointPaused'],
  },
  {
    failure: 'books that differ',
    breaks: () => bendBalances('available + 1'),
    alarms: ['BooksDiffer'],
    mends: () => bendBalances('available - 1'),
  },
  {
    failure: 'Postgres is killed',
    breaks: () => system.stack.postgres.kill(),
    alarms: ['FiguresUnknown'],
    mends: () => system.stack.postgres.restart(),
  },
  {
    failure: 'a worker is killed',
    breaks: () => system.stack.apps.worker.kill(),
    alarms: ['ProcessDown{job="gateway-worker"}', 'WorkersGone'],
    mends: () => system.stack.apps.worker.start(),
  },
  {
    failure: 'a worker stands still',
    breaks: () => system.stack.apps.worker.pause(),
    alarms: ['ProcessDown{job="gateway-worker"}', 'WorkersGone'],
    mends: () => system.stack.apps.worker.resume(),
  },
  {
    failure: 'an api is killed',
    breaks: () => system.stack.apps.api.kill(),
    alarms: ['ProcessDown{job="gateway-api"}'],
    mends: () => system.stack.apps.api.start(),
  },
  {
    failure: 'a checkout is killed',
    breaks: () => system.stack.apps.checkout.kill(),
    alarms: ['ProcessDown{job="gateway-checkout"}'],
    mends: () => system.stack.apps.checkout.start(),
  },
];

describe.skipIf('missing' in programs)(`an alarm${why}`, () => {
  // Under traffic recovery may have work on a slow machine before anything is broken.
  it('is raised by workflows that are gone while Temporal is there', () => expectAlarms(lostWorkflow));

  describe('under traffic', () => {
    beforeAll(async () => {
      traffic = drive();
      await until(
        () => prometheus.ask('gateway:attempts:increase_15m >= 50'),
        (answer) => answer.length > 0,
      );
    });
    afterAll(() => traffic.stop());

    it.each(failuresUnderTraffic)('is raised by its failure: $failure', expectAlarms);
  });
});

async function expectAlarms({ breaks, alarms, mends, failure }: Failure): Promise<void> {
  for (const alarm of alarms)
    await until(
      () => isOn(alarm),
      (on) => !on,
    );
  await breaks();
  const brokenAt = Date.now();
  for (const alarm of alarms) {
    expect(await until(() => isOn(alarm), Boolean)).toBe(true);
    console.info(`${failure}: ${alarm} after ${Math.round((Date.now() - brokenAt) / 1_000)} s`);
  }
  await mends?.();
}

function drive(): { stop(): void } {
  let underWay = 0;
  const timer = setInterval(() => {
    if (underWay >= underWayMax) return;
    underWay += 1;
    void create(idealBody({ sandbox: 'success' })).finally(() => (underWay -= 1));
  }, betweenCallsMs);
  return { stop: () => clearInterval(timer) };
}

/** Whether the condition of an alert holds now; its name may be followed by labels. */
async function isOn(alarm: string): Promise<boolean> {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(alarm) ?? [];
  const query = `ALERTS{${[`alertname="${name}"`, labels].filter(Boolean).join(',')}}`;
  const answer = await fetch(`${prometheus.url}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
  const { data } = (await answer.json()) as { data: { result: readonly unknown[] } };
  return data.result.length > 0;
}

async function create(body: object): Promise<unknown> {
  return system.merchant.post('/v2/payment', body).catch(() => undefined);
}

/** What no trigger would let happen, and the proof that finds it. */
async function bendBalances(available: string): Promise<void> {
  await system.books.rows('alter table ledger_balances disable trigger user');
  await system.books.rows(`update ledger_balances set available = ${available}`);
  await system.books.rows('alter table ledger_balances enable trigger user');
  await runAdmin(['ledger', 'check'], { DATABASE_URL: system.stack.databaseUrls.admin });
}

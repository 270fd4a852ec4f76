import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { afterAttempt } from '#domain/delivery/after-attempt';
import {
  endRecovery,
  loadEvent,
  recordDelivery,
  type DeliveryAttempt,
} from '#persistence/callbacks/deliveries';
import { createDatabase, type Database } from '#persistence/database';
import type { CrashPoint } from '#runtime/crash-point';
import { paidBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint, type Endpoint, type EndpointAnswer } from '../fakes/endpoint.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: an attempt that is recorded late appears in the log and reverts nothing that was done meanwhile: neither a step of
 * the ladder nor a release (contract §8). Method: a stack of its own, because the tests break it, with a ladder whose steps
 * take hours.
 */
let system: BreakableSystem;
let database: Database;
let merchant: Merchant;
const endpoints: Endpoint[] = [];

beforeAll(async () => {
  system = await startBreakableSystem({
    apps: [...withoutCheckout, 'worker2'],
    settings: [
      [
        ['projects', 'window', 'timing'],
        { callback_retries: ['10h', '11h', '12h'], endpoint_pause_after: '24h' },
      ],
      [['timing', 'response_deadline'], '20s'],
    ],
  });
  merchant = createMerchant(system.stack.urls.api, 'mk_test_window', { repeats: 0 });
  database = await createDatabase({
    url: system.stack.postgres.url,
    applicationName: 'test',
    poolSize: 2,
  }).initialize();
});
afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await database.destroy();
  await system.stop();
});
afterEach(async () => {
  const { worker, worker2 } = system.stack.apps;
  worker.resume();
  await Promise.all([worker.restart({ FREEZE_POINTS: '' }), worker2.start()]);
});

async function open(answer: () => EndpointAnswer | Promise<EndpointAnswer>): Promise<Endpoint> {
  const endpoint = await openEndpoint(answer);
  endpoints.push(endpoint);
  return endpoint;
}

const eventOf = async (reference: string) => {
  const [row] = await system.books.rows(
    `select event_id, identifier, state, attempts, steps, is_released, next_attempt, (select count(*)::integer from recoveries
       where recoveries.identifier = events.identifier) as recoveries,
       (select count(*)::integer from delivery_attempts where event_id = events.event_id) as logged
     from events join transactions using (identifier) where reference = $1`,
    reference,
  );
  return row;
};
const untilAttempts = (reference: string, attempts: number) =>
  until(
    () => eventOf(reference),
    (event) => event?.['attempts'] === attempts,
  );

/** Freezes the first worker at this point of the payment, then starts the second worker, which has no such point. */
async function freezeAt(point: CrashPoint, create: () => Promise<unknown>): Promise<void> {
  const { worker, worker2 } = system.stack.apps;
  await worker2.stop();
  await worker.restart({ FREEZE_POINTS: `${point}:1`, FREEZES_MAX: '1' });
  const said = (await readFile(worker.logFile, 'utf8')).length;
  create().catch(() => undefined);
  await until(
    async () => (await readFile(worker.logFile, 'utf8')).slice(said),
    (text) => text.includes(`"freezePoint":"${point}"`),
  );
  await worker2.start();
}

describe('an attempt that is recorded late', () => {
  it('uses no second step, and moves nothing, where another worker has made the same one meanwhile', async () => {
    const endpoint = await open(() => ({ status: 503 }));
    const body = paidBody(endpoint.url);
    await freezeAt('after delivery', () => merchant.post('/v2/payment', body));
    const before = await untilAttempts(body.reference, 1);
    expect(endpoint.heard).toHaveLength(2);
    system.stack.apps.worker.resume();
    expect(await untilAttempts(body.reference, 2)).toEqual({ ...before, attempts: 2, logged: 2 });
    expect(before).toMatchObject({ state: 'pending', steps: 1 });
    expect(new Set(endpoint.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(endpoint.heard.map(({ body: bytes }) => bytes)).size).toBe(1);
  });

  it('is recorded, and not made again, where Postgres was away when the merchant answered', async () => {
    let answer: (said: EndpointAnswer) => void = () => undefined;
    const endpoint = await open(() => new Promise((resolve) => (answer = resolve)));
    const body = paidBody(endpoint.url);
    await merchant.post('/v2/payment', body);
    await until(
      () => Promise.resolve(endpoint.heard.length),
      (count) => count === 1,
    );
    await system.stack.postgres.kill();
    answer({ status: 200 });
    await system.stack.postgres.restart();
    await system.untilReady();
    const event = await until(
      () => eventOf(body.reference),
      (row) => row?.['state'] === 'delivered',
    );
    expect(event).toMatchObject({ attempts: 1, logged: 1 });
    expect(endpoint.heard).toHaveLength(1);
  });

  it('keeps the release of its callback, and the recovery that signals its workflow', async () => {
    const endpoint = await open(() => ({ status: 503 }));
    const body = paidBody(endpoint.url);
    await merchant.post('/v2/payment', body);
    await untilAttempts(body.reference, 1);
    const found = await eventOf(body.reference);
    const identifier = String(found?.['identifier']);
    const event = await loadEvent(database, identifier);
    if (!event) throw new Error('there is an event');
    await system.books.rows(
      `update events set is_released = true, next_attempt = now() + interval '1 hour' where identifier = $1`,
      identifier,
    );
    await endRecovery(database, identifier);
    expect(await eventOf(body.reference)).toMatchObject({ recoveries: 1 });
    const released = await eventOf(body.reference);
    const attempt: DeliveryAttempt = {
      eventId: event.eventId,
      at: new Date(),
      httpStatus: 503,
      failure: undefined,
      latencyMs: 1,
      endpoint: 'window http://127.0.0.1:1',
      terms: { pauseAfterMs: 3_600_000, probeMs: 3_600_000, callbackRate: 1 },
      outcome: afterAttempt(
        { ...event, isEndpointPaused: false, retriesMs: event.timing.callbackRetriesMs },
        { httpStatus: 503 },
        0.5,
      ),
    };
    const recorded = await recordDelivery(database, attempt);
    expect(recorded.state).toBe('pending');
    // An hour, which is what the release has left, and not the step of the late attempt.
    expect(recorded.waitMs).toBeLessThanOrEqual(3_600_000);
    expect(await eventOf(body.reference)).toEqual({ ...released, attempts: 2, logged: 2 });
  });
});

import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, it } from 'vitest';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { paidBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { patient } from '../stack/patience.js';
import { callbackRate } from '../stack/projects.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: an endpoint that is down for long is paused, costs nothing meanwhile, and gets everything when it is back
 * (contract §8). Method: projects with seconds for hours. Attempts by hand use no step of the ladder.
 */
const books = openBooks(sharedStack.databaseUrl);
const temporal = await Connection.connect({ address: sharedStack.temporalAddress });
const endpoints: Endpoint[] = [];
const lateOnes = 14;

afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await Promise.all([books.close(), temporal.close()]);
});

/** An endpoint that answers 503 until it is well. */
async function openSick() {
  let isWell = false;
  const endpoint = await openEndpoint(() => ({ status: isWell ? 200 : 503 }));
  endpoints.push(endpoint);
  return { endpoint, recover: () => (isWell = true) };
}

type Callback = {
  readonly event_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_attempt: string | null;
};

function stage(keyId: string) {
  const merchant: Merchant = createMerchant(sharedStack.urls.api, keyId);
  const callbackOf = async (reference: string) =>
    (await merchant.get(`/v2/payment/${reference}`)).body['callback'] as Callback;
  return {
    callbackOf,
    async pay(callbackUrl: string): Promise<string> {
      const body = paidBody(callbackUrl);
      expect(await merchant.post('/v2/payment', body)).toMatchObject({ status: 200 });
      await merchant.untilFinal(body.reference);
      return body.reference;
    },
    untilState: (reference: string, state: string) =>
      until(
        () => callbackOf(reference),
        (callback) => callback.state === state,
      ),
    untilAttempts: (reference: string, attempts: number) =>
      until(
        () => callbackOf(reference),
        (callback) => callback.attempts === attempts,
      ),
    redeliver: async ({ event_id: eventId }: Callback) =>
      expect(await merchant.post(`/v2/callbacks/${eventId}/redeliver`, {})).toMatchObject({ status: 200 }),
  };
}

async function stepsOf(eventId: string): Promise<unknown> {
  const [row] = await books.rows('select steps from events where event_id = $1', eventId);
  return row?.['steps'];
}

async function recoveriesOf(references: readonly string[]): Promise<number> {
  const rows = await books.rows(
    'select from recoveries join transactions using (identifier) where reference = any($1)',
    references,
  );
  return rows.length;
}

/** Pays until the endpoint, failing all the while, is paused; returns the reference of the first and of the newest. */
async function fallIll(shop: ReturnType<typeof stage>, url: string) {
  const first = await shop.pay(url);
  let newest = first;
  await until(
    async () => {
      newest = await shop.pay(url);
      return shop.callbackOf(first);
    },
    ({ state }) => state === 'paused',
  );
  return { first, newest };
}

describe('an endpoint that is down for long', () => {
  it(
    'is tried by one callback at a time, which uses no step, and gets all, the oldest first',
    async () => {
      const { endpoint, recover } = await openSick();
      const shop = stage('mk_test_paused');
      const { first, newest } = await fallIll(shop, endpoint.url);
      for (let n = 1; n < lateOnes; n += 1) await shop.pay(endpoint.url);
      const late = await shop.pay(endpoint.url);
      const [oldest, last] = await Promise.all([
        shop.untilState(first, 'paused'),
        shop.untilState(late, 'paused'),
        shop.untilState(newest, 'paused'),
      ]);
      expect(last).toMatchObject({ attempts: 0, next_attempt: null });
      const steps = await stepsOf(oldest.event_id);

      // Every probe is of the oldest; no other is tried meanwhile.
      const before = (await shop.callbackOf(newest)).attempts;
      await shop.untilAttempts(first, oldest.attempts + 2);
      await shop.untilState(first, 'paused');
      expect(await stepsOf(oldest.event_id)).toBe(steps);
      expect(await shop.callbackOf(newest)).toMatchObject({ state: 'paused', attempts: before });
      expect(await shop.callbackOf(late)).toMatchObject({ state: 'paused', attempts: 0 });
      expect(await recoveriesOf([newest, late])).toBe(0);

      // Also where Temporal has lost a workflow, the row brings it back.
      const identifier = await books.rows('select identifier from transactions where reference = $1', late);
      const workflowId = paymentWorkflowId(String(identifier[0]?.['identifier']));
      await new Client({ connection: temporal }).workflow.getHandle(workflowId).terminate();

      const sick = endpoint.heard.length;
      recover();
      await shop.untilState(late, 'delivered');
      const waiting = await books.rows(
        `select reference, event_id from events join transactions using (identifier)
       where events.callback_url = $1 order by committed_in, event_id`,
        endpoint.url,
      );
      for (const { reference } of waiting) await shop.untilState(String(reference), 'delivered');
      const taken = endpoint.heard.map(({ headers }) => headers['webhook-id']).slice(-waiting.length);
      expect(endpoint.heard.length).toBeGreaterThanOrEqual(sick + waiting.length);
      expect(taken[0]).toBe(oldest.event_id);
      const order = waiting.map(({ event_id: id }) => taken.indexOf(String(id)));
      expect(new Set(order)).toEqual(new Set(order.keys()));
      // Those that are let go in one second may overtake each other.
      const third = Math.floor(order.length / 3);
      expect(Math.max(...order.slice(0, third))).toBeLessThan(Math.min(...order.slice(-third)));
      expect(await recoveriesOf([first, newest, late])).toBe(0);

      // No faster than the rate: the callbacks after the first second's took their number divided by the rate, or longer.
      const [span] = await books.rows(
        `select extract(epoch from max(at) - min(at))::float8 as seconds
       from delivery_attempts join events using (event_id) where callback_url = $1 and http_status = 200`,
        endpoint.url,
      );
      expect(Number(span?.['seconds'])).toBeGreaterThan((waiting.length - 1 - callbackRate) / callbackRate);
    },
    patient(120_000),
  );

  it(
    'resumes by a redelivery by hand',
    async () => {
      const { endpoint, recover } = await openSick();
      const shop = stage('mk_test_paused_for_long');
      const { first, newest } = await fallIll(shop, endpoint.url);
      const callback = await shop.untilState(newest, 'paused');
      const steps = await stepsOf(callback.event_id);
      await shop.redeliver(callback);
      await shop.untilAttempts(newest, callback.attempts + 1);
      expect(await shop.callbackOf(newest)).toMatchObject({ state: 'paused', next_attempt: null });
      expect(await stepsOf(callback.event_id)).toBe(steps);
      recover();
      await shop.redeliver(callback);
      expect(await shop.untilState(newest, 'delivered')).toMatchObject({ attempts: callback.attempts + 2 });
      await shop.untilState(first, 'delivered');
    },
    patient(120_000),
  );
});

describe('an attempt by hand', () => {
  it('that is asked for while another one is under way is made after it was asked for', async () => {
    const isAsked = { again: false };
    const endpoint = await openEndpoint(async (_, soFar) => {
      // The first attempt by hand is answered when the second is asked for.
      if (soFar === 2) await until(() => Promise.resolve(isAsked.again), Boolean);
      return { status: 503 };
    });
    endpoints.push(endpoint);
    const shop = stage('mk_test_by_hand');
    const reference = await shop.pay(endpoint.url);
    const first = await shop.untilAttempts(reference, 1);
    await shop.redeliver(first);
    await until(
      () => Promise.resolve(endpoint.heard.length),
      (heard) => heard === 2,
    );
    await shop.redeliver(first);
    isAsked.again = true;
    await shop.untilAttempts(reference, 3);
  });

  it('counts, and uses no step of the ladder', async () => {
    const { endpoint, recover } = await openSick();
    const shop = stage('mk_test_by_hand');
    const reference = await shop.pay(endpoint.url);
    const first = await shop.untilAttempts(reference, 1);
    // More than the ladder has steps.
    for (const attempts of [2, 3, 4, 5]) {
      await shop.redeliver(first);
      const callback = await shop.untilAttempts(reference, attempts);
      expect(callback).toMatchObject({ state: 'pending', next_attempt: first.next_attempt });
    }
    expect(await stepsOf(first.event_id)).toBe(1);
    recover();
    await shop.redeliver(first);
    expect(await shop.untilState(reference, 'delivered')).toMatchObject({ attempts: 6, next_attempt: null });
    expect(await recoveriesOf([reference])).toBe(0);
  });
});

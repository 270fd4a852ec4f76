import { afterAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { sendLines, signedLines, without } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a merchant that lost a callback gets the same one again, by itself (contract §7). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);
const endpoints: Endpoint[] = [];
const notFound = { status: 404, code: 35, reason: 'Resource not found' };

afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await books.close();
});

type Callback = { readonly event_id: string; readonly state: string; readonly attempts: number };

const pathOf = (eventId: string) => `/v2/callbacks/${encodeURIComponent(eventId)}/redeliver`;
const callbackOf = async (reference: string) =>
  (await merchant.get(`/v2/payment/${reference}`)).body['callback'] as Callback;

/** Pays once; returns the reference when the callback has come to this state. */
async function pay(state: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, changes);
  await merchant.post('/v2/payment', body);
  await merchant.untilFinal(body.reference);
  await until(
    () => callbackOf(body.reference),
    (callback) => callback.state === state,
  );
  return body.reference;
}

/** Every attempt is in the log, under a number of its own. */
async function proveLogged(eventId: string, attempts: number): Promise<void> {
  const logged = await books.rows('select n from delivery_attempts where event_id = $1 order by n', eventId);
  expect(logged.map(({ n }) => n)).toEqual(Array.from({ length: attempts }, (_attempt, index) => index + 1));
}

describe('a callback that was delivered', () => {
  it('comes again, with the same bytes and id, as often as it is asked for', async () => {
    const reference = await pay('delivered');
    const { event_id: eventId } = await callbackOf(reference);
    for (const count of [2, 3]) {
      expect(await merchant.post(pathOf(eventId), {})).toMatchObject({ status: 200, body: {} });
      await witness.untilCallbacks(reference, count);
    }
    const received = await witness.untilCallbacks(reference, 3);
    expect(received.every(({ valid }) => valid)).toBe(true);
    for (const header of ['digest', 'webhook-id']) {
      expect(new Set(received.map(({ headers }) => headers[header])).size).toBe(1);
    }
    await until(
      () => callbackOf(reference),
      (callback) => callback.attempts === 3,
    );
    expect(await callbackOf(reference)).toMatchObject({ state: 'delivered', attempts: 3 });
    await proveLogged(eventId, 3);
  });

  it('asked for several times at once, comes as many times, and each is logged', async () => {
    const reference = await pay('delivered');
    const { event_id: eventId } = await callbackOf(reference);
    const answers = await Promise.all(Array.from({ length: 4 }, () => merchant.post(pathOf(eventId), {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await witness.untilCallbacks(reference, 5)).toHaveLength(5);
    await until(
      () => callbackOf(reference),
      (callback) => callback.attempts === 5,
    );
    await proveLogged(eventId, 5);
  });

  it('needs no body', async () => {
    const reference = await pay('delivered');
    const { event_id: eventId } = await callbackOf(reference);
    expect((await merchant.postRaw(pathOf(eventId), '')).status).toBe(200);
    await witness.untilCallbacks(reference, 2);
  });
});

describe('a callback that was not delivered', () => {
  it('is sent again after 410, and counts as delivered once it is taken', async () => {
    const endpoint = await openEndpoint((_heard, soFar) => ({ status: soFar < 3 ? 410 : 200 }));
    endpoints.push(endpoint);
    const reference = await pay('stopped', { callback_url: endpoint.url });
    const { event_id: eventId } = await callbackOf(reference);
    await merchant.post(pathOf(eventId), {});
    await until(
      () => callbackOf(reference),
      (callback) => callback.attempts === 2,
    );
    expect(await callbackOf(reference)).toMatchObject({ state: 'stopped', next_attempt: null });
    await merchant.post(pathOf(eventId), {});
    await until(
      () => callbackOf(reference),
      (callback) => callback.state === 'delivered',
    );
    expect(new Set(endpoint.heard.map(({ body }) => body)).size).toBe(1);
    await proveLogged(eventId, 3);
  });

  it('and waits for its next attempt is hurried', async () => {
    const hour = 3_600;
    const endpoint = await openEndpoint((_heard, soFar) =>
      soFar > 1 ? { status: 200 } : { status: 503, headers: { 'retry-after': String(hour) } },
    );
    endpoints.push(endpoint);
    const reference = await pay('pending', { callback_url: endpoint.url });
    const { event_id: eventId } = await until(
      () => callbackOf(reference),
      (callback) => callback.attempts === 1,
    );
    expect(await merchant.post(pathOf(eventId), {})).toMatchObject({ status: 200 });
    await until(
      () => callbackOf(reference),
      (callback) => callback.state === 'delivered',
    );
    expect(endpoint.heard).toHaveLength(2);
    await proveLogged(eventId, 2);
  });
});

describe('refused', () => {
  it.each(['evt_unknown', 'evt_', 'no-event', '%', '..%2f', 'evt_\0'])('404, 35: %j', async (eventId) => {
    const description = `This merchant has no callback with the event id "${eventId.replace('\0', '?')}"`;
    expectError(await merchant.post(pathOf(eventId), {}), { ...notFound, description });
  });

  it("404, 35: another merchant's; but not that of another project of the same one", async () => {
    const reference = await pay('delivered');
    const { event_id: eventId } = await callbackOf(reference);
    const other = createMerchant(urls.api, 'mk_test_card_only');
    expectError(await other.post(pathOf(eventId), {}), notFound);
    const sibling = createMerchant(urls.api, 'mk_test_demo_b');
    expect((await sibling.post(pathOf(eventId), {})).status).toBe(200);
  });

  it('by the order of checks: 405, 415, then 30 for a body that is not JSON', async () => {
    const path = pathOf('evt_unknown');
    const answer = await merchant.get(path);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    const parts = { method: 'POST', target: path };
    const untyped = without(signedLines(urls.api, parts), 'Content-Type');
    expect((await sendLines(urls.api, untyped, parts)).status).toBe(415);
    expectError(await merchant.postRaw(path, '{'), { status: 400, code: 30, reason: 'Invalid params' });
  });
});

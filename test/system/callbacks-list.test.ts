import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { readCallback } from '#client/read-callback';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { findClosedPort } from '../fakes/closed-port.js';
import { openEndpoint, type Endpoint, type EndpointAnswer, type Heard } from '../fakes/endpoint.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, goldenKey } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: a merchant sees what became of its callbacks, and tries its endpoint without a payment (contract §7). */
const { urls, databaseUrl } = sharedStack;
const demo = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const client = createGatewayClient({ baseUrl: urls.api, keyId: 'mk_test_demo', secret: goldenKey });
const endpoints: Endpoint[] = [];
const notFound = { status: 404, code: 35, reason: 'Resource not found' };
const invalid = { status: 400, code: 30, reason: 'Invalid params' };

afterAll(async () => {
  client.close();
  for (const endpoint of endpoints) endpoint.close();
  await books.close();
});

async function open(answer: (heard: Heard, soFar: number) => EndpointAnswer | Promise<EndpointAnswer>) {
  const endpoint = await openEndpoint(answer);
  endpoints.push(endpoint);
  return endpoint;
}

type Callback = Readonly<Record<string, unknown>>;
type Page = { readonly callbacks: readonly Callback[]; readonly next: string | null };

async function list(query: string, merchant = demo): Promise<Page> {
  const { status, body } = await merchant.get(`/v2/callbacks${query}`);
  expect([status, Object.keys(body)]).toEqual([200, ['callbacks', 'next_after']]);
  return { callbacks: body['callbacks'] as readonly Callback[], next: body['next_after'] as string | null };
}

const referencesOf = ({ callbacks }: Page) => callbacks.map(({ reference }) => reference);

/** Pays once to this URL; returns the callback as it is listed once it has come to this state. */
async function pay(callbackUrl: string, state: string): Promise<Callback> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, { callback_url: callbackUrl });
  await demo.post('/v2/payment', body);
  await demo.untilFinal(body.reference);
  const found = async () => {
    const { callbacks } = await list('?limit=100');
    return callbacks.find(({ reference }) => reference === body.reference);
  };
  return (await until(found, (callback) => callback?.['state'] === state)) ?? {};
}

describe('the list of callbacks', () => {
  let taken: Callback = {};
  let stopped: Callback = {};
  beforeAll(async () => {
    const endpoint = await open(({ path }) => ({ status: path === '/gone' ? 410 : 200 }));
    taken = await pay(`${endpoint.url}/taken`, 'delivered');
    stopped = await pay(`${endpoint.url}/gone`, 'stopped');
  });

  it('says how far each has come', async () => {
    const { body: record } = await demo.get(`/v2/payment/${String(taken['reference'])}`);
    const { event_id: eventId } = record['callback'] as { readonly event_id: string };
    expect(taken).toEqual({
      event_id: eventId,
      identifier: record['identifier'],
      reference: record['reference'],
      state: 'delivered',
      attempts: 1,
      next_attempt: null,
      callback_url: expect.stringMatching(/\/taken$/),
    });
  });

  it('is newest first, page by page, to the end', async () => {
    const all: unknown[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Page = await list(`?limit=100&after=${after}`);
      all.push(...page.callbacks.map((callback) => callback['event_id']));
      after = page.next;
    }
    const recorded = await books.rows(
      `select event_id from events where merchant = 'demo' order by committed_in desc, event_id desc`,
    );
    expect(all).toEqual(recorded.map(({ event_id: id }) => id));
    expect(all.indexOf(stopped['event_id'])).toBeLessThan(all.indexOf(taken['event_id']));
    const first = await list('?limit=1');
    const next = await list(`?limit=2&after=${first.next}`);
    const place = all.indexOf(first.callbacks[0]?.['event_id']);
    expect(next.callbacks.map((callback) => callback['event_id'])).toEqual(all.slice(place + 1, place + 3));
  });

  it('is searched by state', async () => {
    expect(referencesOf(await list('?state=stopped'))).toContain(stopped['reference']);
    expect(referencesOf(await list('?state=stopped,exhausted'))).not.toContain(taken['reference']);
    expect(referencesOf(await list('?state=delivered'))).toContain(taken['reference']);
    const { callbacks } = await list('?state=stopped,delivered&limit=100');
    expect(new Set(callbacks.map(({ state }) => state))).toEqual(new Set(['stopped', 'delivered']));
  });

  it('is that of the merchant alone, whichever of its projects asks', async () => {
    const second = createMerchant(urls.api, 'mk_test_demo_b');
    expect(await list('?limit=5', second)).toEqual(await list('?limit=5'));
    const other = createMerchant(urls.api, 'mk_test_card_only');
    expect(referencesOf(await list('?limit=100', other))).not.toContain(taken['reference']);
    expectError(await other.get(`/v2/callbacks/${String(taken['event_id'])}`), notFound);
  });

  it('is one call of the client', async () => {
    const { callbacks } = await client.callbacks({ state: ['stopped', 'exhausted'], limit: 1 });
    expect(callbacks).toEqual([stopped]);
    const one = await client.callback(callbacks[0]?.event_id ?? '');
    expect(one).toMatchObject({ ...stopped, deliveries: [{ status: 410, error: null }] });
  });

  it.each([
    ['limit=0', 'limit'],
    ['after=yesterday', 'after'],
    ['state=lost', 'state'],
    ['state=stopped&state=exhausted', 'state'],
    ['states=stopped', 'query'],
  ])('%s: 400, 30', async (query, path) => {
    const answer = await demo.get(`/v2/callbacks?${query}`);
    expectError(answer, { ...invalid, description: new RegExp(`^${path}: `) });
  });

  it('POST is 405, unsigned is 401', async () => {
    for (const path of ['/v2/callbacks', `/v2/callbacks/${String(taken['event_id'])}`]) {
      const answer = await demo.post(path, {});
      expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringMatching(/^GET/)]);
      expect((await fetch(`${urls.api}${path}`)).status).toBe(401);
    }
  });
});

describe('one callback', () => {
  it('has every delivery, oldest first, with what came of it', async () => {
    const endpoint = await open((_heard, soFar) => ({ status: soFar < 3 ? 500 : 200 }));
    const { event_id: eventId } = await pay(endpoint.url, 'delivered');
    const { status, body } = await demo.get(`/v2/callbacks/${String(eventId)}`);
    expect([status, body['attempts']]).toEqual([200, 3]);
    const delivery = (answered: number) => ({
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      status: answered,
      error: null,
      duration_ms: expect.any(Number),
    });
    expect(body['deliveries']).toEqual([delivery(500), delivery(500), delivery(200)]);
  });

  it('shows what older releases have logged in words of today', async () => {
    const endpoint = await open(() => ({ status: 200 }));
    const { event_id: eventId } = await pay(endpoint.url, 'delivered');
    const log = (n: number, failure: string) =>
      books.rows(
        `insert into delivery_attempts (event_id, n, at, failure, latency_ms) values ($1, $2, now(), $3, 7)`,
        eventId,
        n,
        failure,
      );
    await log(2, 'connect');
    await log(3, 'refused target');
    const { body } = await demo.get(`/v2/callbacks/${String(eventId)}`);
    expect(body['deliveries']).toMatchObject([
      { status: 200, error: null },
      { status: null, error: 'refused', duration_ms: 7 },
      { status: null, error: 'forbidden_address' },
    ]);
  });

  it.each(['evt_unknown', 'test', 'redeliver', '..%2Fevents', 'evt_%00', 'evt_test_1', 'ev', '%20'])(
    '%s is not found: 404, 35',
    async (eventId) => {
      expectError(await demo.get(`/v2/callbacks/${eventId}`), notFound);
    },
  );
});

describe('a test callback', () => {
  const keys = [{ id: 'ck_test', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
  const send = (body: unknown) => demo.post('/v2/callbacks/test', body);

  it('is signed as every callback, says what came of it, and is in no list', async () => {
    const endpoint = await open(() => ({ status: 204 }));
    const before = [(await list('?limit=5')).callbacks, (await demo.get('/v2/events')).body['next_after']];
    const answer = await send({ callback_url: `${endpoint.url}/hooks` });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        date: expect.stringMatching(/^\d{4}-.*Z$/),
        status: 204,
        error: null,
        duration_ms: expect.any(Number),
      },
    ]);
    const [heard] = endpoint.heard;
    if (!heard) throw new Error('it was heard');
    const id = /keyId="([^"]*)"/.exec(String(heard.headers['signature']))?.[1] ?? '';
    const rawHeaders = Object.entries(heard.headers).flatMap(([name, value]) => [name, String(value)]);
    const received = { method: 'POST', target: heard.path, rawHeaders, rawBody: Buffer.from(heard.body) };
    const event = readCallback(received, { keys: keys.map((key) => ({ ...key, id })) });
    if (event.type !== 'test') throw new Error('it is a test callback');
    expect(event).toEqual({
      event_id: expect.stringMatching(/^evt_test_[\da-f]+$/),
      type: 'test',
      timestamp: answer.body['date'],
    });
    expect(heard.headers['webhook-id']).toBe(event.event_id);
    expect([(await list('?limit=5')).callbacks, (await demo.get('/v2/events')).body['next_after']]).toEqual(
      before,
    );
    expectError(await demo.get(`/v2/callbacks/${event.event_id}`), notFound);
    expect((await demo.post(`/v2/callbacks/${event.event_id}/redeliver`, {})).status).toBe(404);
  });

  it('goes to the project’s own URL where none is given, also without a body', async () => {
    for (const answer of [
      await send({}),
      await send({ callback_url: '' }),
      await demo.postRaw('/v2/callbacks/test', ''),
    ])
      expect(answer).toMatchObject({ status: 200, body: { status: 200, error: null } });
    expect(await client.sendTestCallback()).toMatchObject({ status: 200, error: null });
  });

  it('that fails is reported as well', async () => {
    const failing = await open(() => ({ status: 500 }));
    expect(await client.sendTestCallback(failing.url)).toMatchObject({ status: 500, error: null });
    const { port } = await findClosedPort();
    const refused = await client.sendTestCallback(`http://127.0.0.1:${port}/`);
    expect(refused).toMatchObject({ status: null, error: 'refused' });
    const inside = await client.sendTestCallback(`https://localhost:${port}/`);
    expect(inside).toMatchObject({ status: null, error: 'forbidden_address', duration_ms: 0 });
  });

  it('goes only where callbacks may go', async () => {
    for (const callbackUrl of [
      'http://shop.example.com/',
      'https://10.0.0.1/',
      'not an address',
      'http://u@127.0.0.1/',
      7,
    ]) {
      const answer = await send({ callback_url: callbackUrl });
      expectError(answer, { ...invalid, description: /^callback_url: / });
    }
    expectError(await demo.postRaw('/v2/callbacks/test', '{'), invalid);
  });

  it('is sent at most twice at a time, so that a slow endpoint holds up few calls', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await open(() => held.then(() => ({ status: 200 })));
    const [one, two] = [send({ callback_url: slow.url }), send({ callback_url: slow.url })];
    await until(
      () => Promise.resolve(slow.heard.length),
      (count) => count === 2,
    );
    const third = await send({ callback_url: slow.url });
    expectError(third, { status: 429, code: 5, reason: 'Forbidden', description: /^2 test callbacks / });
    expect(third.headers['retry-after']).toBeDefined();
    release();
    expect((await Promise.all([one, two])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await send({ callback_url: slow.url })).status).toBe(200);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { openBooks, type Row } from '../witnesses/books.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a merchant hears of every end, whatever its endpoint does, and only where callbacks may go (contract §8). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);
const endpoints: Endpoint[] = [];

afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await books.close();
});

async function open(...parameters: Parameters<typeof openEndpoint>): Promise<Endpoint> {
  const endpoint = await openEndpoint(...parameters);
  endpoints.push(endpoint);
  return endpoint;
}

/** Pays once, with callbacks to this address; returns the reference. */
async function pay(callbackUrl: string, by = merchant): Promise<string> {
  const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, { callback_url: callbackUrl });
  const { status } = await by.post('/v2/payment', body);
  // With many at once on a busy machine some are late; they go on all the same.
  expect([200, 504]).toContain(status);
  return body.reference;
}

/** Waits until the callback needs no more attempts, and returns what is recorded of each. */
async function settled(reference: string, state: string): Promise<readonly Row[]> {
  const record = await until(
    async () => (await merchant.get(`/v2/payment/${reference}`)).body,
    ({ callback }) => !['none', 'pending'].includes((callback as { readonly state: string }).state),
  );
  const attempts = await books.rows(
    `select n, http_status, failure, latency_ms, at from delivery_attempts
     join events using (event_id) where identifier = $1 order by n`,
    record['identifier'],
  );
  expect(record['callback']).toMatchObject({ state, attempts: attempts.length, next_attempt: null });
  expect(attempts.map(({ n }) => n)).toEqual(attempts.map((_attempt, index) => index + 1));
  expect(attempts.every(({ at, latency_ms: ms }) => at instanceof Date && Number(ms) >= 0)).toBe(true);
  return attempts;
}

describe.concurrent('delivery', () => {
  it('is tried again after 500, with the same bytes and id, each time signed anew', async () => {
    const reference = await pay(`${urls.sandbox}/merchant/callbacks?answer=500&times=2`);
    const attempts = await settled(reference, 'delivered');
    expect(attempts).toMatchObject([{ http_status: 500 }, { http_status: 500 }, { http_status: 200 }]);
    const received = await witness.callbacks(reference);
    expect(received).toHaveLength(3);
    expect(received.every(({ valid }) => valid)).toBe(true);
    for (const header of ['digest', 'webhook-id', 'content-length']) {
      expect(new Set(received.map(({ headers }) => headers[header])).size).toBe(1);
    }
  });

  it('the bytes are what the events table holds', async () => {
    const endpoint = await open((_heard, soFar) => ({ status: soFar < 3 ? 503 : 204 }));
    const reference = await pay(`${endpoint.url}/hooks?shop=1`);
    expect(await settled(reference, 'delivered')).toHaveLength(3);
    const [event] = await books.rows(
      'select body, event_id from events join transactions using (identifier) where reference = $1',
      reference,
    );
    expect(endpoint.heard).toHaveLength(3);
    for (const { body, path, headers } of endpoint.heard) {
      expect(body).toBe(event?.['body']);
      expect(path).toBe('/hooks?shop=1');
      expect(headers['webhook-id']).toBe(event?.['event_id']);
      expect(headers['webhook-id']).toMatch(/^evt_/);
    }
  });

  it('410 stops it', async () => {
    const reference = await pay(`${urls.sandbox}/merchant/callbacks?answer=410`);
    expect(await settled(reference, 'stopped')).toMatchObject([{ http_status: 410 }]);
    expect(await witness.callbacks(reference)).toHaveLength(1);
  });

  it('a redirect is not followed', async () => {
    const endpoint = await open(({ path }, soFar) => {
      if (path !== '/first' || soFar > 1) return { status: 200 };
      return { status: 307, headers: { location: '/second' } };
    });
    const reference = await pay(`${endpoint.url}/first`);
    expect(await settled(reference, 'delivered')).toMatchObject([{ http_status: 307 }, { http_status: 200 }]);
    expect(endpoint.heard.map(({ path }) => path)).toEqual(['/first', '/first']);
  });

  it('a longer Retry-After replaces the step', async () => {
    const waitSeconds = 2;
    const endpoint = await open((_heard, soFar) =>
      soFar > 1 ? { status: 200 } : { status: 503, headers: { 'retry-after': String(waitSeconds) } },
    );
    const reference = await pay(endpoint.url);
    const [first, second] = await settled(reference, 'delivered');
    const waited = Number(second?.['at']) - Number(first?.['at']);
    expect(waited).toBeGreaterThanOrEqual(waitSeconds * 1_000);
  });

  it('an endpoint that is never there is given up after nine retries, and that is visible', async () => {
    const endpoint = await open(() => ({ status: 200 }));
    endpoint.close();
    const reference = await pay(endpoint.url);
    const attempts = await settled(reference, 'exhausted');
    expect(attempts).toHaveLength(10);
    expect(
      attempts.every(({ http_status: status, failure }) => status === null && failure === 'refused'),
    ).toBe(true);
    const left = await books.rows(
      'select from recoveries join transactions using (identifier) where reference = $1',
      reference,
    );
    expect(left).toEqual([]);
  });

  it('an endpoint that does not answer blocks no other', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await open(() => held.then(() => ({ status: 200 })));
    const quick = await open(() => ({ status: 200 }));
    const slowOnes = await Promise.all(Array.from({ length: 40 }, () => pay(slow.url)));
    await until(
      () => Promise.resolve(slow.heard.length),
      (count) => count >= 10,
    );
    const other = createMerchant(urls.api, 'mk_test_cascade');
    // A host is counted without its port, so that the quick one goes by another name.
    const reference = await pay(quick.url.replace('127.0.0.1', 'localhost'), other);
    expect(await other.untilFinal(reference)).toMatchObject({ status: 'success' });
    await until(
      () => Promise.resolve(quick.heard.length),
      (count) => count === 1,
    );
    const delivered = await books.rows(
      `select from events join transactions using (identifier) where reference = any($1) and state <> 'pending'`,
      slowOnes,
    );
    expect(delivered).toEqual([]);
    release();
    for (const one of slowOnes) await settled(one, 'delivered');
  });
});

describe('an address where callbacks may not go is refused before anything is registered', () => {
  it.each([
    'http://shop.example.com/hooks',
    'ftp://shop.example.com/hooks',
    'https://user:secret@shop.example.com/hooks',
    'https://user@shop.example.com/hooks',
    'https://10.0.0.1/',
    'http://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://127.0.0.1/',
    'https://0.0.0.0/',
    'https://169.254.169.254/latest/meta-data',
    'http://169.254.169.254/latest/meta-data',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'not an address',
    '/hooks',
  ])('%s', async (callbackUrl) => {
    const body = idealBody({ sandbox: 'success' }, { callback_url: callbackUrl });
    expect(await merchant.post('/v2/payment', body)).toMatchObject({
      status: 400,
      body: { error_code: 30, error_reason: 'Invalid params', status: 'error' },
    });
    const { body: refusal } = await merchant.post('/v2/payment', body);
    expect(String(refusal['description'])).toContain('callback_url');
    expect(String(refusal['description'])).not.toContain('secret');
    expect((await merchant.get(`/v2/payment/${body.reference}`)).status).toBe(404);
  });
});

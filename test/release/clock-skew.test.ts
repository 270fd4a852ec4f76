import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../tools/demo/customer.js';
import { approve } from '../fakes/approve.js';
import { cardBody, idealBody, pixBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { proveEnd } from '../witnesses/prove-end.js';

/**
 * Goal: nothing ends or expires wrongly because the clocks of the processes differ: only Postgres' counts. The windows
 * of a request's date and of a signature, 300 s, are the only place where our clock meets another one.
 */
const skewMs = 180_000;
const preload = `--import=${pathToFileURL('test/stack/skewed-clock.mjs').href}`;

let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem();
});
afterAll(() => system.stop());

describe.each([
  ['the api behind and the worker ahead', -skewMs, skewMs],
  ['the api ahead and the worker behind', skewMs, -skewMs],
])('with %s', (_case, apiMs, workerMs) => {
  beforeAll(async () => {
    const { api, worker, checkout } = system.stack.apps;
    const skewed = (ms: number) => ({ NODE_OPTIONS: preload, CLOCK_SKEW_MS: String(ms) });
    await Promise.all([
      api.restart(skewed(apiMs)),
      checkout.restart(skewed(apiMs)),
      worker.restart(skewed(workerMs)),
    ]);
  });

  it.each([
    ['is paid', () => idealBody({ sandbox: 'success' }), 'success'],
    ['is paid by card', () => cardBody('4242424242424242', { sandbox: 'success' }), 'success'],
    ['is declined', () => idealBody({ sandbox: 'decline' }), 'declined'],
    ['is looked up', () => idealBody({ sandbox: 'no_callback' }), 'success'],
    ['is unknown for a while', () => idealBody({ sandbox: 'timeout_success' }), 'success'],
  ] as const)('a payment %s', async (_kind, bodyOf, status) => {
    const body = bodyOf();
    await system.merchant.post('/v2/payment', body);
    await proveEnd(system.observers, body.reference, { status });
  });

  it('a payment waits for its customer', async () => {
    const body = idealBody();
    const created = await system.merchant.post('/v2/payment', body);
    expect(created).toMatchObject({ status: 200, body: { status: 'created' } });
    await approve(created);
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('a page is posted', async () => {
    const body = pixBody({ sandbox: 'success' });
    const created = await system.merchant.post('/v2/payment', body);
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created.body['redirect_url'])), 'pay');
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('the same content, sent again after its answer, is a duplicate', async () => {
    const body = idealBody({ sandbox: 'success' });
    expect((await system.merchant.post('/v2/payment', body)).status).toBe(200);
    expect((await system.merchant.post('/v2/payment', body)).body).toMatchObject({ error_code: 108 });
  });
});

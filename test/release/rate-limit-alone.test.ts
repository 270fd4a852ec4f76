import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMerchant } from '../fakes/merchant.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';

/** Goal: rate limits do not depend on Postgres (contract §3). Method: a stack of its own, whose Postgres is killed. */
const perSecond = 20;
let running: TestStack;

beforeAll(async () => {
  running = await startTestStack({
    settings: [[['projects', 'window', 'requests_per_second_max'], perSecond]],
    apps: withoutCheckout,
  });
});
afterAll(() => running.stop());

it('without Postgres each process counts alone, and refuses only what is above its limit', async () => {
  // Nothing was leased for this key before.
  const merchant = createMerchant(running.stack.urls.api, 'mk_test_window');
  await running.stack.postgres.kill();
  try {
    expect((await merchant.get('/v2/methods')).status).toBe(200);
    const asked = Array.from({ length: 5 * perSecond }, () => merchant.get('/v2/methods'));
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
  } finally {
    await running.stack.postgres.restart();
  }
  await expect.poll(async () => (await merchant.get('/v2/balance')).status).toBe(200);
});

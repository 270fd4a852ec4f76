import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { leaseRequests } from '#persistence/rates/lease-requests';
import { createGatewayClient } from '#client/gateway-client';
import { openDatabase } from '../witnesses/database.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Answer, type Merchant } from '../fakes/merchant.js';
import { perSecond } from '../stack/projects.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: a key that asks more than `requests_per_second_max` gets 429, error 5, with `Retry-After` (contract §3), and the
 * limit is one over all api processes. Method: projects with low limits, and two api processes.
 */
const { urls, secondUrls, databaseUrl } = sharedStack;
const target = '/v2/balance';
const ratedAt = (url: string, key = 'mk_test_rated') => createMerchant(url, key);

const ask = (merchant: Merchant, count: number) =>
  Promise.all(Array.from({ length: count }, () => merchant.get(target)));
const having = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

describe('a key beyond its limit', () => {
  it('gets 429 with error 5 and Retry-After, and is let through again later', async () => {
    const merchant = ratedAt(urls.api);
    // What is leased at the end of a second and used after it is lost: all of them within one.
    await sleep(1_000 - (Date.now() % 1_000));
    const answers = await ask(merchant, 5 * perSecond);
    const [refused] = having(answers, 429);
    expect(having(answers, 200).length).toBeGreaterThanOrEqual(perSecond);
    if (!refused) throw new Error('none was refused');
    expectError(refused, { status: 429, code: 5, reason: 'Forbidden', description: 'Too many requests' });
    expect(refused.headers['retry-after']).toBe('1');
    await expect.poll(async () => (await merchant.get(target)).status).toBe(200);
  });

  it('is refused before anything is looked at, on paths that do not exist as well', async () => {
    const merchant = ratedAt(urls.api);
    const asked = Array.from({ length: 5 * perSecond }, () => merchant.get('/v2/no-such-path'));
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([404, 429]));
  });

  it('shares its limit over all processes: no second has more', async () => {
    const merchants = [urls.api, secondUrls.api].map((url) => ratedAt(url));
    const began = Math.floor(Date.now() / 1_000);
    const answers: Answer[] = [];
    while (Date.now() < (began + 4) * 1_000) {
      answers.push(...(await Promise.all(merchants.map((merchant) => ask(merchant, perSecond)))).flat());
    }
    const seconds = Math.floor(Date.now() / 1_000) - began + 1;
    expect(having(answers, 429).length).toBeGreaterThan(0);
    expect(having(answers, 200).length).toBeLessThanOrEqual(seconds * perSecond);
    expect(having(answers, 200).length).toBeGreaterThan(perSecond);
  });

  it('does not stand in the way of another key', async () => {
    const rated = ratedAt(urls.api);
    const other = createMerchant(urls.api, 'mk_test_demo_b');
    const [own, others] = await Promise.all([ask(rated, 5 * perSecond), ask(other, 5 * perSecond)]);
    expect(having(own, 429).length).toBeGreaterThan(0);
    expect(having(others, 200)).toHaveLength(5 * perSecond);
  });
});

it('all keys of a project share its own limit, each within that of a key', async () => {
  const keys = ['mk_test_rated_one', 'mk_test_rated_two'];
  const merchants = keys.map((key) => ratedAt(urls.api, key));
  const began = Math.floor(Date.now() / 1_000);
  const answers = (await Promise.all(merchants.map((merchant) => ask(merchant, 5 * perSecond)))).flat();
  const seconds = Math.floor(Date.now() / 1_000) - began + 1;
  expect(having(answers, 200).length + having(answers, 429).length).toBe(10 * perSecond);
  expect(having(answers, 429).length).toBeGreaterThan(0);
  expect(having(answers, 200).length).toBeLessThanOrEqual(seconds * perSecond);
});

describe('requests that are not counted', () => {
  it('signatures that are wrong', async () => {
    const baseUrl = urls.api;
    const wrong = createGatewayClient({
      baseUrl,
      keyId: 'mk_test_rated',
      secret: Buffer.alloc(32).toString('base64'),
    });
    const answers = await Promise.all(Array.from({ length: 3 * perSecond }, () => wrong.send('GET', target)));
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([401]));
  });

  it('merchants that are disabled', async () => {
    const answers = await ask(createMerchant(urls.api, 'mk_test_merchant_off'), 10);
    expect(having(answers, 403)).toHaveLength(10);
  });
});

it('every lease of a second together is no more than the limit, however many take them at the same time', async () => {
  const database = await openDatabase(databaseUrl);
  try {
    const lease = () => leaseRequests(database, { keyId: 'leased at once', share: 7, perSecond: 50 });
    const began = Math.floor(Date.now() / 1_000);
    const leases = await Promise.all(Array.from({ length: 200 }, lease));
    const seconds = Math.floor(Date.now() / 1_000) - began + 1;
    const granted = leases.reduce((sum, { granted: one }) => sum + one, 0);
    expect(granted).toBeGreaterThanOrEqual(50);
    expect(granted).toBeLessThanOrEqual(50 * seconds);
  } finally {
    await database.destroy();
  }
});

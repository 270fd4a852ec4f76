import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant } from '../fakes/merchant.js';
import { patient } from '../stack/patience.js';
import { startTestStack, withoutCheckout, type Setting, type TestStack } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a partner that hangs blocks only itself (contract §8, §9). Method: a stack of its own with a provider that takes
 * connections and never answers, and an endpoint like it; more calls to each than a process makes at once to one of them.
 */
const sendEveryMs = 1_000;
const hungCallbacks = 240;
const createdAtOnce = 30;
/** Of one host: a bound for each port would let all of them under way. */
const hungPorts = 15;
/** What one process sends to one MID at once, and how many may slip in beside. */
const submitsPerMid = 100;
const submitsPerMidMax = 120;
const deliveriesPerMerchantAtHostMax = 8;

let running: TestStack;
let books: Books;
let silent: Server;
const sockets = new Set<Socket>();
const endpoints: Endpoint[] = [];

beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  // Longer than a busy machine takes for all of it.
  const patience = { response_deadline: '60s', provider_call: '50s', callback_attempt: '200s' };
  running = await startTestStack({
    apps: withoutCheckout,
    settings: [
      [['providers', 'silent'], { base_url: `http://127.0.0.1:${port}`, circuit: 'none' }],
      [['mids', 'silent'], { provider: 'silent', credentials: { account: 'a', secret: 's' } }],
      ...['window', 'busy'].flatMap((project): Setting[] => [
        [['projects', project, 'routes'], [{ mid: 'silent', bank_code_challenges: ['provider_banks'] }]],
        [['projects', project, 'timing'], patience],
      ]),
      [['projects', 'guard', 'timing'], patience],
    ],
  });
  books = openBooks(running.stack.postgres.url);
});
afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
  await books.close();
  await running.stop();
});

async function countOf(sql: string): Promise<number> {
  const [row] = await books.rows(`select count(*)::integer as count from ${sql}`);
  return Number(row?.['count']);
}

describe('a merchant whose endpoint hangs', () => {
  it(
    'delays neither a callback of another one nor a look-up',
    async () => {
      const hanging = await Promise.all(
        Array.from({ length: hungPorts }, () => openEndpoint(() => new Promise<never>(() => undefined))),
      );
      const quick = await openEndpoint(() => ({ status: 200 }));
      endpoints.push(...hanging, quick);
      const countHeard = () => hanging.reduce((sum, { heard }) => sum + heard.length, 0);
      const slow = createMerchant(running.stack.urls.api, 'mk_test_guard');
      const slowOnes = Array.from({ length: hungCallbacks }, (_each, n) =>
        idealBody(
          { sandbox: 'success', sandbox_delay_ms: 10 },
          { callback_url: hanging[n % hungPorts]?.url },
        ),
      );
      // No more at a time than are answered in time on a busy machine.
      for (let n = 0; n < slowOnes.length; n += createdAtOnce)
        await Promise.all(slowOnes.slice(n, n + createdAtOnce).map((body) => slow.post('/v2/payment', body)));
      for (const { reference } of slowOnes) await slow.untilFinal(reference);
      await until(
        () => Promise.resolve(countHeard()),
        (count) => count >= deliveriesPerMerchantAtHostMax,
      );
      const merchant = createMerchant(running.stack.urls.api, 'mk_test_cascade');
      // At the very host whose slots the slow one would like to have all.
      const body = idealBody({ sandbox: 'no_callback', sandbox_delay_ms: 10 }, { callback_url: quick.url });
      await merchant.post('/v2/payment', body);
      await merchant.untilFinal(body.reference);
      await until(
        () => Promise.resolve(quick.heard.length),
        (count) => count === 1,
      );
      const asked = 'lookups join transactions using (identifier)';
      expect(await countOf(`${asked} where reference = '${body.reference}'`)).toBeGreaterThan(0);
      // All the while nothing of the slow one has come back, and no more was sent to it than may be.
      expect(
        await countOf("events join transactions using (identifier) where project = 'guard' and attempts > 0"),
      ).toBe(0);
      expect(countHeard()).toBe(deliveriesPerMerchantAtHostMax);
    },
    patient(300_000),
  );
});

describe('a provider that hangs', () => {
  it(
    'delays no submit to another one',
    async () => {
      const { api } = running.stack.urls;
      const stuck = ['mk_test_window', 'mk_test_busy'].map((key) => createMerchant(api, key, { repeats: 0 }));
      const sent = "attempts where mid = 'silent'";
      const waiting = `transactions where project in ('window', 'busy')
        and not exists (select from attempts where attempts.identifier = transactions.identifier)`;
      /** Their answers are not awaited: they are 504 a minute later, or 503, because more waits than can be done. */
      const sendMore = async () => {
        for (const one of stuck)
          for (let n = 0; n < createdAtOnce; n += 1)
            void one.post('/v2/payment', idealBody()).catch(() => undefined);
        await sleep(sendEveryMs);
        return [await countOf(sent), await countOf(waiting)] as const;
      };
      await until(sendMore, ([begun, left]) => begun >= submitsPerMid && left > 0);
      const merchant = createMerchant(running.stack.urls.api);
      const body = idealBody({ sandbox: 'success' });
      // On a busy machine its answer may come too late; it goes on all the same.
      expect([200, 504]).toContain((await merchant.post('/v2/payment', body)).status);
      expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
      // What is sent is still under way, and the rest waits without an attempt.
      expect(await countOf(waiting)).toBeGreaterThan(0);
      expect(await countOf(`${sent} and state <> 'sending'`)).toBe(0);
      expect(await countOf(sent)).toBeLessThanOrEqual(submitsPerMidMax);
    },
    patient(300_000),
  );
});

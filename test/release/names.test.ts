import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNameServer, type NameServer } from '../../libs/gateway/names/testing/name-server.js';
import { idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { openEndpoint, type Endpoint } from '../fakes/endpoint.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a merchant whose name server is silent delays no other merchant (contract §8), in the worker and in the api. Method:
 * a name server that knows all hosts but those of one domain, to which it says nothing at all.
 */
const deadCallbacks = 40;
let nameServer: NameServer;
let endpoint: Endpoint;
let system: BreakableSystem;
let evil: Merchant;
let good: Merchant;

beforeAll(async () => {
  nameServer = await openNameServer((host) => (host.endsWith('.dead.test') ? 'silent' : ['127.0.0.1']));
  endpoint = await openEndpoint(() => ({ status: 200 }));
  const targets = [{ scheme: 'http', host: '*.test', cidrs: ['127.0.0.0/8'] }];
  system = await startBreakableSystem({
    apps: withoutCheckout,
    environment: { CALLBACK_NAME_SERVERS: nameServer.address },
    settings: [
      [['projects', 'guard', 'callback_targets'], targets],
      [['projects', 'cascade', 'callback_targets'], targets],
    ],
  });
  evil = createMerchant(system.stack.urls.api, 'mk_test_guard');
  good = createMerchant(system.stack.urls.api, 'mk_test_cascade');
});
afterAll(async () => {
  await system.stop();
  endpoint.close();
  nameServer.close();
});

const portOf = ({ url }: Endpoint) => new URL(url).port;

async function tellDead(): Promise<void> {
  const bodies = Array.from({ length: deadCallbacks }, (_, n) =>
    idealBody({ sandbox: 'success' }, { callback_url: `http://shop${n}.dead.test:8080/` }),
  );
  // No more at a time than are answered in time on a busy machine.
  for (let n = 0; n < bodies.length; n += 10)
    await Promise.all(bodies.slice(n, n + 10).map((body) => evil.post('/v2/payment', body)));
  for (const { reference } of bodies) await evil.untilFinal(reference);
}

const attemptsOf = (project: string) =>
  system.books.rows(
    `select failure, http_status from delivery_attempts join events using (event_id)
     join transactions using (identifier) where project = $1`,
    project,
  );

describe('a merchant whose name server is silent', () => {
  it('delays neither a payment nor a callback of another one', async () => {
    await tellDead();
    await until(
      () => attemptsOf('guard'),
      (attempts) => attempts.length >= 4,
    );
    const bodies = Array.from({ length: 5 }, () =>
      idealBody({ sandbox: 'success' }, { callback_url: `http://shop.good.test:${portOf(endpoint)}/` }),
    );
    for (const body of bodies) {
      await good.post('/v2/payment', body);
      expect(await good.untilFinal(body.reference)).toMatchObject({ status: 'success' });
    }
    await until(
      () => Promise.resolve(endpoint.heard.length),
      (count) => count >= bodies.length,
    );
    await until(
      () => attemptsOf('cascade'),
      (attempts) => attempts.length >= bodies.length,
    );
    // Each at its first attempt, while those of the other one are nothing but failed look-ups.
    expect(await attemptsOf('cascade')).toEqual(bodies.map(() => ({ failure: null, http_status: 200 })));
    const failures = new Set((await attemptsOf('guard')).map(({ failure }) => String(failure)));
    expect([...failures].every((failure) => ['dns', 'timeout'].includes(failure))).toBe(true);
    expect(failures).toContain('dns');
  });

  it('delays no test callback of another one', async () => {
    const tell = (merchant: Merchant, url: string) =>
      merchant.post('/v2/callbacks/test', { callback_url: url });
    const dead = [1, 2].map((n) => tell(evil, `http://test${n}.dead.test/`));
    await until(
      () => Promise.resolve(nameServer.asked.filter((host) => /^test\d\.dead/.test(host)).length),
      (count) => count >= 2,
    );
    const url = `http://tests.good.test:${portOf(endpoint)}/`;
    expect((await tell(good, url)).body).toMatchObject({ status: 200, error: null });
    for (const { body } of await Promise.all(dead))
      expect(body).toMatchObject({ status: null, error: 'dns' });
  });
});

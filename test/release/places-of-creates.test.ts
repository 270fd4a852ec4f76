import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { idealBody } from '../fakes/bodies.js';
import { goldenKey } from '../fakes/merchant.js';
import { paidPayment, refundBody } from '../fakes/refunds.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: however a create ends, it gives its place back, or every one that does not would lower what the limit of
 * an overload lets in. Method: after each way out nothing is under way any more.
 */
let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem({ settings: [[['timing', 'response_deadline'], '3s']] });
});
afterAll(() => system.stop());

async function underWay(): Promise<number> {
  const text = await (await fetch(`${system.stack.urls.api}/metrics`)).text();
  return Number(/^gateway_creates_under_way (\d+)$/m.exec(text)?.[1]);
}
const isUnderWay = () => until(underWay, (count) => count > 0);
const pay = (body = idealBody({ sandbox: 'success' })) => system.merchant.post('/v2/payment', body);

describe('a create gives its place back', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['is answered', async () => expect(await pay()).toMatchObject({ status: 200 })],
    [
      'is refused by its plan',
      async () => {
        const payment = await paidPayment(system.merchant);
        const body = refundBody(payment, { amount: 1_000_000 });
        expect(await system.merchant.post('/v2/refund', body)).toMatchObject({ status: 400 });
      },
    ],
    [
      'loses the race for its reference',
      async () => {
        const body = idealBody({ sandbox: 'success' });
        const answers = await Promise.all([pay(body), pay(body), pay(body)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      },
    ],
    [
      'is answered too late, because there is no worker',
      async () => {
        const { worker } = system.stack.apps;
        await worker.kill();
        const late = pay();
        await isUnderWay();
        expect(await late).toMatchObject({ status: 504 });
        await worker.start();
      },
    ],
    [
      'has a caller who hangs up',
      async () => {
        const { apps, urls } = system.stack;
        await apps.worker.kill();
        const hangingUp = new AbortController();
        const client = createGatewayClient({
          baseUrl: urls.api,
          keyId: 'mk_test_demo',
          secret: goldenKey,
        });
        const sent = client
          .send('POST', '/v2/payment', JSON.stringify(idealBody()), { signal: hangingUp.signal })
          .catch(() => 'hung up');
        await isUnderWay();
        hangingUp.abort();
        expect(await sent).toBe('hung up');
        await apps.worker.start();
      },
    ],
    [
      'finds Temporal out of reach',
      async () => {
        await system.stack.temporal.kill();
        await system.untilReady(false);
        expect(await pay()).toMatchObject({ status: 503 });
        await system.stack.temporal.restart();
        await system.untilReady();
      },
    ],
    [
      'loses Temporal while it is under way',
      async () => {
        const { apps, temporal } = system.stack;
        await apps.worker.kill();
        const late = pay();
        await isUnderWay();
        await temporal.kill();
        expect(await late).toMatchObject({ status: 504 });
        await temporal.restart();
        await apps.worker.start();
        await system.untilReady();
      },
    ],
    [
      'loses Postgres while it is under way',
      async () => {
        const { apps, postgres } = system.stack;
        await apps.worker.kill();
        const late = pay();
        await isUnderWay();
        await postgres.kill();
        expect(await late).toMatchObject({ status: 504 });
        await postgres.restart();
        await apps.worker.start();
        await system.untilReady();
      },
    ],
  ])('that %s', async (_how, end) => {
    await end();
    expect(await until(underWay, (count) => count === 0)).toBe(0);
  });
});

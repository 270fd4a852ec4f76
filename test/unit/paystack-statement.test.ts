import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paystackConnector } from '#gateway/connectors/paystack/connector';
import { newReference, paymentOrder, payoutOrder } from '../fakes/paystack-orders.js';
import { deviations } from '../fakes/paystack-description.js';
import { startPaystackFace } from '../fakes/paystack-face.js';

/** What Paystack lists of a period, read from the face of the sandbox; what both say is held against the published description. */
const { payment, payout } = paystackConnector;
const limit = { timeoutMs: 1_500 };
let face: Awaited<ReturnType<typeof startPaystackFace>>;

beforeAll(async () => {
  face = await startPaystackFace();
});
afterAll(() => face.close());
afterEach(() => {
  const found = face.exchanges.flatMap(deviations);
  if (found.length > 0) throw new Error(found.join('\n'));
});

async function send(order: ReturnType<typeof payoutOrder>) {
  const preparation = await payout.prepare?.(order, face.account, limit);
  if (preparation?.kind !== 'prepared' || preparation.prepared === undefined) throw new Error('no recipient');
  await payout.submit({ ...order, prepared: preparation.prepared }, face.account, limit);
}

describe('the list of a period', () => {
  const readPayments = payment.readStatement;
  const readPayouts = payout.readStatement;
  const lastMinute = () => ({ from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) });
  const listed = async (read: typeof readPayments, period = lastMinute(), account = face.account) => {
    const statement = await read?.(period, account, limit);
    if (statement?.kind !== 'read') throw new Error(statement?.detail);
    return statement.reports;
  };

  it('has every payment of all its pages once, with its outcome and its money', async () => {
    const orders = Array.from({ length: 101 }, () => paymentOrder());
    for (const order of orders) await payment.submit(order, face.account, limit);
    face.exchanges.length = 0;
    const reports = await listed(readPayments);
    expect(face.exchanges.length).toBeGreaterThan(1);
    const references = reports.map(({ providerReference }) => providerReference);
    expect(new Set(references).size).toBe(references.length);
    expect(references).toEqual(
      expect.arrayContaining(orders.map(({ providerReference }) => providerReference)),
    );
    const ours = reports.find(({ providerReference }) => providerReference === orders[0]?.providerReference);
    expect(ours).toMatchObject({ outcome: 'open', amount: '250.00', currency: 'NGN' });
  });

  it('has payouts in every state, and none of another time', async () => {
    const orders = ['Wages', 'Wages [otp]', 'Wages [decline]'].map((description) =>
      payoutOrder({ description }),
    );
    for (const order of orders) await send(order);
    const references = (await listed(readPayouts)).map(({ providerReference }) => providerReference);
    expect(references).toEqual(
      expect.arrayContaining(orders.map(({ providerReference }) => providerReference)),
    );
    const before = { from: new Date(Date.now() - 120_000), to: new Date(Date.now() - 60_000) };
    expect(await listed(readPayouts, before)).toEqual([]);
  });

  it('is no answer where it does not come whole', async () => {
    const stranger = { ...face.account, credentials: { secret_key: 'sk_test_another0' } };
    expect(await readPayouts?.(lastMinute(), stranger, limit)).toMatchObject({ kind: 'noAnswer' });
  });
});

describe('a list that a provider writes otherwise', () => {
  const row = { reference: newReference(), status: 'success', amount: 100, currency: 'NGN', id: 1 };
  const whole = { status: true, message: '', data: [row], meta: { total: 1, pageCount: 1 } };
  it.each([
    ['fewer rows than it counts', { ...whole, meta: { total: 2, pageCount: 1 } }, '1 of 2 rows came'],
    [
      'a row that cannot be read',
      { ...whole, data: [{ ...row, amount: 'much' }] },
      'a row of page 1 cannot be read',
    ],
    ['no count', { ...whole, meta: {} }, 'status 200'],
    ['pages without end', { ...whole, meta: { total: 1, pageCount: 2_000 } }, 'its pages do not end'],
  ])('with %s is no answer', async (_case, body, detail) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const account = { ...face.account, baseUrl: `http://127.0.0.1:${port}` };
    const period = { from: new Date(0), to: new Date() };
    expect(await payment.readStatement?.(period, account, limit)).toMatchObject({ kind: 'noAnswer', detail });
    server.close();
  });
});

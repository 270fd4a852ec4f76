import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paystackConnector } from '#gateway/connectors/paystack/connector';
import { openServer } from '../fakes/loopback-server.js';
import { newReference, paymentOrder, payoutOrder } from '../fakes/paystack-orders.js';
import { deviations } from '../fakes/paystack-description.js';
import { startPaystackFace } from '../fakes/paystack-face.js';

/** What Paystack lists of a period, read from the face of the sandbox; what both say is held against the published description. */
const { payment, payout, readStatement } = paystackConnector;
const limit = { timeoutMs: 1_500 };
let face: Awaited<ReturnType<typeof startPaystackFace>>;

beforeAll(async () => {
  face = await startPaystackFace();
});
afterAll(() => face.close());
afterEach(() => {
  // The description has the common answer for this list, which is that of one object.
  const found = face.exchanges.filter(({ path }) => path !== '/settlement').flatMap(deviations);
  if (found.length > 0) throw new Error(found.join('\n'));
});

async function send(order: ReturnType<typeof payoutOrder>) {
  const preparation = await payout.prepare?.(order, face.account, limit);
  if (preparation?.kind !== 'prepared' || preparation.prepared === undefined) throw new Error('no recipient');
  await payout.submit({ ...order, prepared: preparation.prepared }, face.account, limit);
}

const lastMinute = () => ({
  from: new Date(Date.now() - 60_000),
  to: new Date(Date.now() + 60_000),
  timezone: 'Africa/Lagos',
});

describe('the statement of a period', () => {
  const linesOf = async (asked = lastMinute(), account = face.account) => {
    const statement = await readStatement(asked, account, limit);
    if (statement.kind !== 'read') throw new Error(statement.detail);
    return statement.lines;
  };

  it('has every payout that was paid, once, over all pages, and none of what moved nothing', async () => {
    const paid = Array.from({ length: 101 }, () => payoutOrder());
    const others = ['Wages [otp]', 'Wages [decline]'].map((description) => payoutOrder({ description }));
    for (const order of [...paid, ...others]) await send(order);
    await payment.submit(paymentOrder(), face.account, limit);
    await expect.poll(async () => (await linesOf()).length, { timeout: 20_000 }).toBe(paid.length);
    face.exchanges.length = 0;
    const lines = await linesOf();
    expect(face.exchanges.length).toBeGreaterThan(6);
    expect(lines).toHaveLength(paid.length);
    expect(new Set(lines.map(({ reference }) => reference))).toEqual(
      new Set(paid.map(({ providerReference }) => providerReference)),
    );
    const { amount, currency } = paid[0]?.money ?? {};
    expect(lines[0]).toMatchObject({ kind: 'payout', currency, fee: '0.00' });
    expect(lines.some(({ gross }) => Number(gross) === Number(amount))).toBe(true);
    const before = {
      ...lastMinute(),
      from: new Date(Date.now() - 120_000),
      to: new Date(Date.now() - 60_000),
    };
    expect(await linesOf(before)).toEqual([]);
  });

  it('is no answer where it does not come whole', async () => {
    const stranger = { ...face.account, credentials: { secret_key: 'sk_test_another0' } };
    expect(await readStatement(lastMinute(), stranger, limit)).toMatchObject({ kind: 'noAnswer' });
  });
});

const at = '2026-01-05T23:30:00.000Z';
const transaction = {
  reference: newReference(),
  status: 'success',
  amount: 100_000,
  fees: 1_550,
  currency: 'NGN',
  id: 1,
  paid_at: at,
  created_at: at,
};
const own = newReference();
const refund = {
  id: 2,
  status: 'processed',
  amount: 5_000,
  currency: 'NGN',
  merchant_note: own,
  transaction_reference: transaction.reference,
  dispute: null,
  refunded_at: at,
};
const dispute = {
  id: 3,
  resolution: 'merchant-accepted',
  refund_amount: 2_000,
  currency: 'NGN',
  transaction: { reference: transaction.reference },
  resolvedAt: at,
};
const settlement = { id: 4, status: 'success', total_amount: 98_450, currency: 'NGN', settlement_date: at };
const settledPayment = { lineKey: 'transaction:1', settlement: '4' };
const ledger = [
  { id: 9, balance: 150_000, difference: -50_000, currency: 'NGN' },
  { id: 8, balance: 200_000, difference: 100_000, currency: 'NGN' },
];
const rowsOf: Readonly<Record<string, readonly unknown[]>> = {
  '/transaction': [transaction, { ...transaction, id: 5, status: 'abandoned' }],
  '/transfer': [],
  '/refund': [refund, { ...refund, id: 6, status: 'failed' }, { ...refund, id: 7, dispute: 3 }],
  '/dispute': [dispute, { ...dispute, id: 8, resolution: 'declined' }],
  '/settlement': [settlement],
  '/settlement/4/transactions': [{ id: 1 }],
  '/balance/ledger': ledger,
};
const whole = (path: string) => {
  const data = rowsOf[path] ?? [];
  return { status: true, message: '', data, meta: { total: data.length, pageCount: 1 } };
};

/** What is read where each list answers so. */
async function readFrom(answer: (path: string, page: string | null) => unknown) {
  const server = await openServer(async ({ url = '' }, response) => {
    const [path = '', query] = url.split('?');
    const body = answer(path, new URLSearchParams(query).get('page'));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  const account = { ...face.account, baseUrl: server.url };
  const asked = {
    from: new Date('2026-01-05T23:00:00Z'),
    to: new Date('2026-01-06T23:00:00Z'),
    timezone: 'Africa/Lagos',
  };
  const read = await readStatement(asked, account, limit);
  server.close();
  return read;
}

describe('a statement as the provider describes it', () => {
  it('has payments with their fees, refunds, lost disputes, settlements and balances', async () => {
    expect(await readFrom(whole)).toEqual({
      kind: 'read',
      lines: [
        expect.objectContaining({
          lineKey: 'transaction:1',
          kind: 'payment',
          reference: transaction.reference,
          gross: '1000.00',
          fee: '15.50',
          net: '984.50',
          bookedOn: '2026-01-06',
          settlement: '4',
        }),
        expect.objectContaining({ lineKey: 'refund:2', kind: 'refund', reference: own, gross: '50.00' }),
        expect.objectContaining({
          lineKey: 'dispute:3',
          kind: 'chargeback',
          reference: transaction.reference,
          gross: '20.00',
        }),
        expect.objectContaining({
          lineKey: 'settlement:4',
          kind: 'settlement',
          settlement: '4',
          gross: '984.50',
        }),
      ],
      balances: [{ currency: 'NGN', opening: '1000.00', closing: '1500.00' }],
    });
  });

  it('knows the settlement of every payment, also of those on a later page of it', async () => {
    const read = await readFrom((path, page) =>
      path === '/settlement/4/transactions'
        ? {
            ...whole(path),
            data: [{ id: page === '2' ? transaction.id : 10 }],
            meta: { total: 2, pageCount: 2 },
          }
        : whole(path),
    );
    expect(read).toMatchObject({ lines: expect.arrayContaining([expect.objectContaining(settledPayment)]) });
  });

  it('is asked for from some days before, and has what was paid in its time alone', async () => {
    const early = { ...transaction, paid_at: '2026-01-05T22:59:59.999Z' };
    const read = await readFrom((path) =>
      path === '/transaction'
        ? { ...whole(path), data: [early], meta: { total: 1, pageCount: 1 } }
        : whole(path),
    );
    expect(JSON.stringify(read)).not.toContain('transaction:1');
  });

  it.each([
    ['fewer rows than it counts', { meta: { total: 3, pageCount: 1 } }, '2 of 3 rows came'],
    [
      'a row that cannot be read',
      { data: [{ ...transaction, amount: 'much' }] },
      'a row of page 1 cannot be read',
    ],
    ['no count', { meta: {} }, 'status 200'],
    ['pages without end', { meta: { total: 2, pageCount: 2_000 } }, 'its pages do not end'],
  ])('with %s is no answer (C29: a cut list is not whole)', async (_case, change, detail) => {
    const read = await readFrom((path) =>
      path === '/transaction' ? { ...whole(path), ...change } : whole(path),
    );
    expect(read).toMatchObject({ kind: 'noAnswer', detail });
  });

  it.each(Object.keys(rowsOf))('without %s is no answer', async (missing) => {
    expect(await readFrom((path) => (path === missing ? { status: false } : whole(path)))).toMatchObject({
      kind: 'noAnswer',
    });
  });
});

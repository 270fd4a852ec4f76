import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { idealBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, goldenKey } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a merchant sees all its transactions, newest first, page by page, and finds some of them (contract §7). */
const { urls } = sharedStack;
const demo = createMerchant(urls.api);
const second = createMerchant(urls.api, 'mk_test_demo_b');
const witness = createWitness(urls.sandbox);
const client = createGatewayClient({ baseUrl: urls.api, keyId: 'mk_test_demo', secret: goldenKey });
afterAll(() => client.close());

type Listed = Readonly<Record<string, unknown>>;
type Page = { readonly transactions: readonly Listed[]; readonly next: string | null };

async function list(query: string, merchant = demo): Promise<Page> {
  const { status, body } = await merchant.get(`/v2/transactions${query}`);
  expect([status, Object.keys(body)]).toEqual([200, ['transactions', 'next_after']]);
  return {
    transactions: body['transactions'] as readonly Listed[],
    next: body['next_after'] as string | null,
  };
}

const referencesOf = ({ transactions }: Page) => transactions.map(({ reference }) => reference);

/** One after the other, so that their order is known; the newest is the last. */
async function payInTurn(count: number, changes: Readonly<Record<string, unknown>> = {}) {
  const references: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 }, changes);
    expect((await demo.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
    references.push(body.reference);
  }
  return references;
}

describe('a record of the list', () => {
  it('of a payment that has ended is its callback, with provider and billing', async () => {
    const [reference = ''] = await payInTurn(1);
    await demo.untilFinal(reference);
    const [callback] = await witness.untilCallbacks(reference);
    const { transactions } = await list('?limit=20');
    const listed = transactions.find((one) => one['reference'] === reference);
    const { timestamp: _sent, ...told } = callback?.body ?? {};
    expect(listed).toEqual({
      ...told,
      provider: 'sandbox',
      billing_amount: '10.1',
      billing_currency: 'EUR',
      refunded_amount: '0.00',
      charged_back_amount: '0.00',
      timestamp: expect.stringMatching(/Z$/),
    });
  });

  it('of an open payment has no end, no event and nothing personal', async () => {
    const body = idealBody();
    await demo.post('/v2/payment', body);
    const { transactions } = await list('?limit=20&status=created');
    const listed = transactions.find((one) => one['reference'] === body.reference);
    expect(listed).toMatchObject({ status: 'created', finished_date: null, amount: '10.1' });
    expect(listed).not.toHaveProperty('event_id');
    expect(JSON.stringify(listed)).not.toContain('Visser');
  });
});

describe('pages', () => {
  it('are newest first, and do not shift when others are created meanwhile', async () => {
    const before = new Date().toISOString();
    const made = await payInTurn(5);
    const newest = made.toReversed();
    const first = await list(`?limit=2&created_from=${before}`);
    expect(referencesOf(first)).toEqual(newest.slice(0, 2));
    await payInTurn(1);
    const next = await list(`?limit=2&created_from=${before}&after=${first.next}`);
    expect(referencesOf(next)).toEqual(newest.slice(2, 4));
    const last = await list(`?limit=2&created_from=${before}&after=${next.next}`);
    expect([referencesOf(last), last.next]).toEqual([newest.slice(4), null]);
  });

  it('end with null also where the last one is full', async () => {
    const before = new Date().toISOString();
    await payInTurn(2);
    expect((await list(`?limit=2&created_from=${before}`)).next).toBeNull();
  });

  it('hold 50 records where no limit is given', async () => {
    const { transactions } = await list('');
    expect(transactions.length).toBeLessThanOrEqual(50);
    expect(await list('?limit=&after=&type=')).toMatchObject({ next: (await list('')).next });
  });

  it('are those of the merchant alone, whichever of its projects asks', async () => {
    const body = idealBody({ sandbox: 'success' });
    await second.post('/v2/payment', body);
    expect(referencesOf(await list('?limit=5'))).toContain(body.reference);
    const other = createMerchant(urls.api, 'mk_test_card_only');
    expect(referencesOf(await list('?limit=100', other))).not.toContain(body.reference);
  });
});

describe('a search', () => {
  let before = '';
  let payment = '';
  let payout = '';
  beforeAll(async () => {
    before = new Date().toISOString();
    [payment = ''] = await payInTurn(1);
    const body = pixPayout();
    await demo.post('/v2/payout', body);
    payout = body.reference;
    await Promise.all([demo.untilFinal(payment), demo.untilFinal(payout, 'payout')]);
  });
  const found = async (query: string) => {
    const { transactions } = await list(`?created_from=${before}&${query}`);
    const both = [payment, payout];
    return transactions.map(({ reference }) => String(reference)).filter((one) => both.includes(one));
  };

  it('takes type, status, method, currency and the time of creation', async () => {
    expect(await found('type=payment')).toEqual([payment]);
    expect(await found('type=payout')).toEqual([payout]);
    expect(await found('status=declined,expired')).toEqual([]);
    expect(await found('status=success,error')).toEqual([payout, payment]);
    expect(await found('method=ideal')).toEqual([payment]);
    expect(await found('currency=BRL')).toEqual([payout]);
    expect(await found('currency=BRL&type=payment')).toEqual([]);
  });

  it('takes the first instant in and leaves the last one out, in any offset', async () => {
    const { body } = await demo.get(`/v2/payment/${payment}`);
    const created = String(body['created_date']);
    const hourLater = new Date(Date.parse(created) + 3_600_000).toISOString().replace('Z', '%2B01:00');
    const among = async (query: string) => referencesOf(await list(`?${query}`)).includes(payment);
    expect(await among(`created_from=${created}&limit=100`)).toBe(true);
    expect(await among(`created_from=${hourLater}&limit=100`)).toBe(true);
    expect(await among(`created_from=${created.replace('Z', '1Z')}&limit=100`)).toBe(false);
    expect(await among(`created_to=${created}&limit=100`)).toBe(false);
    expect(await among(`created_to=${created.replace('Z', '1Z')}&limit=100`)).toBe(true);
  });

  it('is one call of the client', async () => {
    const page = await client.transactions({
      type: 'payout',
      status: ['success', 'declined'],
      created_from: before,
      limit: 100,
    });
    expect(page.transactions.map(({ reference }) => reference)).toContain(payout);
    expect(page.next_after).toBeNull();
  });
});

describe('what is no question is refused: 30', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&limit=5', 'limit'],
    ['after=yesterday', 'after'],
    ['after=%00', 'after'],
    ['type=refund', 'type'],
    ['type=payment&type=payout', 'type'],
    ['status=done', 'status'],
    ['status=success,', 'status'],
    ['method=paypal', 'method'],
    ['method=pix_br', 'method'],
    ['currency=eur', 'currency'],
    ['currency=XXX', 'currency'],
    ['created_from=2026-01-31', 'created_from'],
    ['created_from=2026-02-30T00:00:00Z', 'created_from'],
    ['created_to=2026-01-31T12:00:00', 'created_to'],
    ['created_to=2026-01-31T12:00:00+01:00', 'created_to'],
    ['statuses=success', 'query'],
    ['status[]=success', 'query'],
  ])('%s', async (query, path) => {
    const answer = await demo.get(`/v2/transactions?${query}`);
    const description = new RegExp(`^${path}: `);
    expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description });
  });

  it('all of it at once', async () => {
    const { body } = await demo.get('/v2/transactions?limit=0&currency=eur&other=1');
    expect(body['description']).toMatch(/^currency: .*; limit: .*; query: /);
  });

  it('POST is 405, unsigned is 401', async () => {
    const answer = await demo.post('/v2/transactions', {});
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
    expect((await fetch(`${urls.api}/v2/transactions`)).status).toBe(401);
  });
});

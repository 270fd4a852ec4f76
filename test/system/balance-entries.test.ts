import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, goldenKey } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: a merchant sees every entry of its accounts once, oldest first, and none is skipped (contract §7, §13). */
const { urls, databaseUrl } = sharedStack;
const demo = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const client = createGatewayClient({ baseUrl: urls.api, keyId: 'mk_test_demo', secret: goldenKey });

afterAll(async () => {
  client.close();
  await books.close();
});

type Entry = Readonly<Record<string, unknown>>;
type Page = { readonly entries: readonly Entry[]; readonly next: string };

async function read(query: string, merchant = demo): Promise<Page> {
  const { status, body } = await merchant.get(`/v2/balance/entries${query}`);
  expect([status, Object.keys(body)]).toEqual([200, ['entries', 'next_after']]);
  return { entries: body['entries'] as readonly Entry[], next: String(body['next_after']) };
}

/** From a place to the end, in pages of this size. */
async function readAll(merchant = demo, after = '', limit = 100): Promise<Page> {
  const entries: Entry[] = [];
  for (let next = after; ;) {
    const page = await read(`?limit=${limit}&after=${next}`, merchant);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    entries.push(...page.entries);
    if (page.entries.length === 0) return { entries, next: page.next };
    next = page.next;
  }
}

describe('an entry', () => {
  it('of a payout that succeeds, of one that does not, and of a payment', async () => {
    const { next } = await readAll();
    const [paid, failed] = [pixPayout(), pixPayout({ sandbox: 'decline' })];
    const payment = idealBody({ sandbox: 'success' });
    for (const body of [paid, failed]) {
      expect((await demo.post('/v2/payout', body)).body).toMatchObject({ error_code: 0 });
      await demo.untilFinal(body.reference, 'payout');
    }
    await demo.post('/v2/payment', payment);
    await demo.untilFinal(payment.reference);
    const { entries } = await until(
      () => readAll(demo, next),
      ({ entries: seen }) => seen.some(({ reference }) => reference === payment.reference),
    );
    const of = (reference: string) => entries.filter((entry) => entry['reference'] === reference);
    const entry = (kind: string, from: string, to: string) => ({
      entry_id: expect.stringMatching(/^\d+$/),
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      kind,
      currency: 'BRL',
      amount: '10.5',
      from,
      to,
      identifier: expect.stringMatching(/^[\da-f-]{36}$/),
      reversal_id: null,
    });
    const [settled, released] = [paid.reference, failed.reference];
    expect(of(settled)).toEqual([
      { ...entry('reserve', 'available', 'reserved'), reference: settled },
      { ...entry('settle', 'reserved', 'clearing'), reference: settled },
    ]);
    expect(of(released)).toEqual([
      { ...entry('reserve', 'available', 'reserved'), reference: released },
      { ...entry('release', 'reserved', 'available'), reference: released },
    ]);
    expect(of(payment.reference)).toMatchObject([
      { kind: 'collect', currency: 'EUR', amount: '10.1', from: 'clearing', to: 'collected' },
    ]);
  });

  it('of a top-up belongs to no transaction', async () => {
    const { entries } = await readAll(createMerchant(urls.api, 'mk_test_poor'));
    const toppedUp = entries.filter(({ kind }) => kind === 'top_up');
    expect(toppedUp.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['BOB', 'BRL', 'NGN']));
    for (const entry of toppedUp)
      expect(entry).toMatchObject({ from: 'funding', to: 'available', identifier: null, reference: null });
  });
});

describe('pages', () => {
  it('hold every entry once, in one order, whatever their size', async () => {
    const whole = await readAll();
    const inThrees = await readAll(demo, '', 3);
    expect(inThrees).toEqual(whole);
    expect(new Set(whole.entries.map((entry) => entry['entry_id'])).size).toBe(whole.entries.length);
    expect((await readAll(createMerchant(urls.api, 'mk_test_demo_b'))).entries).toEqual(whole.entries);
  });

  it('that are empty repeat where they began', async () => {
    const { next } = await readAll();
    expect(await read(`?after=${next}`)).toEqual({ entries: [], next });
    const none = createMerchant(urls.api, 'mk_test_mid_off');
    const start = await read('?currency=JPY', none);
    expect(start.entries).toEqual([]);
    expect(await read(`?currency=JPY&after=${start.next}`, none)).toEqual(start);
  });

  it('of one currency hold the entries of that currency alone', async () => {
    const whole = await readAll();
    const { entries } = await read('?currency=GHS&limit=100');
    expect(entries).toEqual(whole.entries.filter(({ currency }) => currency === 'GHS').slice(0, 100));
    expect(entries.length).toBeGreaterThan(0);
  });

  it('are one call of the client', async () => {
    const { entries, next_after: next } = await client.balanceEntries({ currency: 'GHS', limit: 1 });
    expect(entries).toMatchObject([{ currency: 'GHS', kind: 'top_up', identifier: null }]);
    const { entries: others } = await client.balanceEntries({ currency: 'GHS', after: next });
    expect(others.map(({ entry_id: id }) => id)).not.toContain(entries[0]?.entry_id);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1000', 'limit'],
    ['after=yesterday', 'after'],
    ['after=a&after=b', 'after'],
    ['currency=brl', 'currency'],
    ['kind=top_up', 'query'],
  ])('%s: 400, 30', async (query, path) => {
    const answer = await demo.get(`/v2/balance/entries?${query}`);
    const description = new RegExp(`^${path}: `);
    expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description });
  });

  it('POST is 405, unsigned is 401', async () => {
    const answer = await demo.post('/v2/balance/entries', {});
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
    expect((await fetch(`${urls.api}/v2/balance/entries`)).status).toBe(401);
  });
});

describe('nothing is skipped when transactions commit out of order', () => {
  const [slow, quick] = [
    new Client({ connectionString: databaseUrl }),
    new Client({ connectionString: databaseUrl }),
  ];
  beforeAll(() => Promise.all([slow.connect(), quick.connect()]));
  afterAll(() => Promise.all([slow.end(), quick.end()]));

  const topUp = (writer: Client, currency: string, of = 'demo') =>
    writer.query(
      `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
       values ($2, $1, 'funding', 'available', 1, 'top_up', 'ada', 'test of the list')`,
      [currency, of],
    );
  /** The currencies of the top-ups behind `after`, and where to read on. */
  const readTopUps = async (after: string) => {
    const { entries, next } = await readAll(demo, after);
    const topUps = entries.filter(({ kind }) => kind === 'top_up');
    return { currencies: topUps.map(({ currency }) => currency), next };
  };

  it('an open transaction holds up its own merchant alone, and what it writes late comes behind', async () => {
    const { next } = await readAll();
    await slow.query('begin');
    await topUp(slow, 'KES', 'another merchant');
    await topUp(quick, 'GHS');
    const first = await readTopUps(next);
    expect(first.currencies).toEqual(['GHS']);
    await topUp(slow, 'GBP');
    await topUp(quick, 'GHS');
    await slow.query('commit');
    expect(new Set((await readTopUps(first.next)).currencies)).toEqual(new Set(['GBP', 'GHS']));
  });

  it('an entry that is committed first waits for the earlier one', async () => {
    const { next } = await readAll();
    await slow.query('begin');
    await topUp(slow, 'KES');
    await topUp(quick, 'GHS');
    const own = async () => {
      const { entries } = await readAll(demo, next);
      return entries.filter(({ kind }) => kind === 'top_up').map(({ currency }) => currency);
    };
    expect(await own()).toEqual([]);
    await slow.query('commit');
    expect(await until(own, (seen) => seen.length > 0)).toEqual(['KES', 'GHS']);
  });
});

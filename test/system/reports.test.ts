import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '#client/gateway-client';
import type { ReportLine, ReportRow } from '#client/messages/report';
import { createMerchant, goldenKey, newReference } from '../fakes/merchant.js';
import { plantEntry } from '../fakes/provider-entries.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { today } from '../fakes/statements.js';
import { expectError } from '../witnesses/expect-error.js';
import { until } from '../witnesses/until.js';
import { startApiInProcess } from '../stack/api-in-process.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: a merchant sees what each day did to its money at the providers, down to the last entry (contract §16.6). Method: an api
 * on a database of its own, for entries of the past that no payment has made; today's payments on the shared stack.
 */
const { url, books, openAs } = await createOwnDatabase({ withRoles: true });
const api = await startApiInProcess(await openAs('api'));
const open = (keyId: string, baseUrl = api.url) => createGatewayClient({ baseUrl, keyId, secret: goldenKey });
const lisbon = open('mk_test_reports');
const utc = open('mk_test_reports_utc');
const merchant = createMerchant(api.url, 'mk_test_reports_utc');
const other = createMerchant(api.url, 'mk_test_demo');

afterAll(async () => {
  lisbon.close();
  utc.close();
  await api.stop();
});

const columns = {
  payment: 'payments',
  refund: 'refunds',
  refund_returned: 'refunds_returned',
  provider_refund: 'provider_refunds',
  chargeback: 'chargebacks',
  chargeback_won: 'chargebacks_won',
  payout: 'payouts',
  payout_returned: 'payouts_returned',
  settlement: 'settled',
} as const;
const into = new Set(['payment', 'refund_returned', 'chargeback_won', 'payout_returned']);
const cents = (amount: string | undefined) => Math.round(Number(amount ?? '0') * 100);

/** All lines of a day, in pages of this size. */
async function linesOf(client: typeof lisbon, date: string, limit = 100): Promise<readonly ReportLine[]> {
  const lines: ReportLine[] = [];
  for (let after: string | undefined; ;) {
    const page = await client.reportLines({ date, limit, after });
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    lines.push(...page.lines);
    if (page.lines.length === 0) return lines;
    after = page.next_after;
  }
}

async function csvOf(date: string, client = lisbon) {
  return client.send('GET', `/v2/reports/lines?date=${date}`, '', { accept: 'text/csv' });
}

const days = Array.from({ length: 31 }, (_, at) => `2026-07-${String(at + 1).padStart(2, '0')}`);

describe('C32: days of the past', () => {
  beforeAll(async () => {
    // 23:30 in UTC is half past midnight in Lisbon's summer.
    for (const [at, kind, amount, told] of [
      ['2026-07-02T12:00:00Z', 'payment', '100.5', {}],
      ['2026-07-02T23:30:00Z', 'payment', '20', {}],
      ['2026-07-04T10:00:00Z', 'refund', '3.25', {}],
      ['2026-07-09T10:00:00Z', 'payout', '7', { method: 'pix', currency: 'BRL' }],
      ['2026-07-04T10:00:00Z', 'fee', '1.66', {}],
      ['2026-07-04T10:00:00.001Z', 'tax', '0.3', {}],
      ['2026-07-20T10:00:00Z', 'settlement', '50', { provider: null, method: null }],
      ['2026-07-25T10:00:00Z', 'chargeback', '20', {}],
      ['2026-07-26T10:00:00Z', 'chargeback_won', '20', {}],
      ['2026-07-27T10:00:00Z', 'refund_returned', '3.25', {}],
    ] as const)
      await plantEntry(books, { merchant: 'reports', kind, amount, at, ...told });
    await plantEntry(books, { merchant: 'demo', kind: 'payment', amount: '999', at: '2026-07-02T12:00:00Z' });
  });

  it.each([
    ['of Lisbon, with fees', lisbon],
    ['of UTC, without', utc],
  ])('%s add up: opening, what moved, closing, the next opening, and the lines', async (_name, client) => {
    const before = new Map<string, string>();
    for (const date of days) {
      const { rows, ...day } = await client.dailyReport({ date });
      expect(day).toMatchObject({ date, state: 'open' });
      const lines = await linesOf(client, date);
      for (const row of rows) {
        const key = `${row.provider} ${row.method} ${row.currency}`;
        expect(row.opening).toBe(before.get(key) ?? '0.00');
        const own = lines.filter((line) =>
          (['provider', 'method', 'currency'] as const).every((name) => line[name] === row[name]),
        );
        expect(sumsOf(own)).toEqual(sumsShown(row));
        const moved = own.reduce(
          (sum, { kind, net }) => sum + (into.has(kind) ? cents(net) : -cents(net)),
          cents(row.opening),
        );
        expect(moved).toBe(cents(row.closing));
        before.set(key, row.closing);
      }
      // What was held once stays in the report of each day.
      expect(rows).toHaveLength(before.size);
    }
    const held = [...before.values()].reduce((sum, closing) => sum + cents(closing), 0);
    expect(held).toBe(client === lisbon ? 6154 : 6350);
  });

  it('begin and end in the project’s time zone', async () => {
    const payments = async (client: typeof lisbon, date: string) =>
      (await client.dailyReport({ date })).rows.map((row) => row.payments);
    expect(await payments(utc, '2026-07-02')).toEqual(['120.50']);
    expect(await payments(lisbon, '2026-07-02')).toEqual(['100.50']);
    expect(await payments(lisbon, '2026-07-03')).toEqual(['20.00']);
  });

  it('show fees to a project that may see them, and nothing of them to another', async () => {
    const [with_] = (await lisbon.dailyReport({ date: '2026-07-04' })).rows;
    expect(with_).toMatchObject({ fees: '1.96', counts: { fees: 2, refunds: 1 }, closing: '115.29' });
    const without = await utc.dailyReport({ date: '2026-07-04' });
    expect(without.rows).toMatchObject([{ closing: '117.25' }]);
    expect(JSON.stringify([without, await utc.reportLines({ date: '2026-07-04' })])).not.toContain('fee');
    expect((await lisbon.reportLines({ date: '2026-07-04' })).lines).toMatchObject([
      { kind: 'refund', gross: '3.25', fee: '0.00', net: '3.25' },
      { kind: 'fee', gross: '0.00', fee: '1.66', net: '1.66' },
      { kind: 'tax', gross: '0.00', fee: '0.30', net: '0.30' },
    ]);
  });

  it('are filtered by currency, provider and method', async () => {
    const of = async (query: object) =>
      (await lisbon.dailyReport({ date: '2026-07-21', ...query })).rows.map(
        ({ method, currency }) => `${method} ${currency}`,
      );
    expect(await of({})).toEqual([' EUR', 'ideal EUR', 'pix BRL']);
    expect(await of({ currency: 'BRL' })).toEqual(['pix BRL']);
    expect(await of({ method: 'ideal', provider: 'sandbox' })).toEqual(['ideal EUR']);
    expect(await of({ provider: 'nobody' })).toEqual([]);
  });

  it('show no line of another merchant', async () => {
    const { body } = await other.get('/v2/reports/lines?date=2026-07-02');
    expect(body['lines']).toMatchObject([{ gross: '999.00' }]);
    expect(JSON.stringify(await linesOf(lisbon, '2026-07-02'))).not.toContain('999');
  });

  it.each([
    ['daily', 'date=2999-01-01', 'date'],
    ['lines', 'date=2999-01-01', 'date'],
    ['daily', 'date=2026-02-30', 'date'],
    ['daily', 'date=0000-01-01', 'date'],
    ['lines', 'date=today', 'date'],
    ['daily', '', 'date'],
    ['lines', 'date=', 'date'],
    ['daily', 'date=2026-07-01&date=2026-07-02', 'date'],
    ['daily', 'date=2026-07-01&currency=eur', 'currency'],
    ['daily', 'date=2026-07-01&limit=5', 'query'],
    ['lines', 'date=2026-07-01&provider=sandbox', 'query'],
    ['lines', 'date=2026-07-01&limit=0', 'limit'],
    ['lines', 'date=2026-07-01&after=x', 'after'],
  ])('%s?%s: 400, 30', async (path, query, field) => {
    const answer = await merchant.get(`/v2/reports/${path}?${query}`);
    expectError(answer, {
      status: 400,
      code: 30,
      reason: 'Invalid params',
      description: new RegExp(`^${field}: `),
    });
  });

  it('as CSV refuse in JSON what JSON refuses', async () => {
    const { httpStatus, headers, text } = await csvOf('2999-01-01');
    expect([httpStatus, headers['content-type']]).toEqual([400, expect.stringContaining('application/json')]);
    expect(JSON.parse(text)).toMatchObject({ error_code: 30 });
  });
});

describe('C32: today', () => {
  const { urls } = sharedStack;
  const client = open('mk_test_reports_utc', urls.api);
  const payer = createMerchant(urls.api, 'mk_test_reports_utc');
  afterAll(() => client.close());

  it('lists a payment and its refund as they succeed, each with its entry', async () => {
    const date = today();
    const payment = await paidPayment(payer);
    const body = refundBody(
      payment,
      { amount: '4.50', reference: `=${newReference()}` },
      { sandbox: 'success' },
    );
    expect(await refund(payer, body)).toMatchObject({ status: 200 });
    await payer.untilFinal(body.reference, 'refund');
    const lines = await until(
      () => linesOf(client, date, 3),
      (seen) => seen.some(({ reference }) => reference === body.reference),
    );
    expect(
      lines.filter(({ reference }) => [body.reference, payment['reference']].includes(reference)),
    ).toMatchObject([
      {
        kind: 'payment',
        identifier: payment['identifier'],
        gross: '100.00',
        provider: 'sandbox',
        method: 'ideal',
      },
      { kind: 'refund', gross: '4.50', settlement: null },
    ]);
    const { rows, state } = await client.dailyReport({ date });
    expect(state).toBe('open');
    expect(
      rows.find(({ method, currency }) => method === 'ideal' && currency === 'EUR')?.in_transit,
    ).not.toBe('0.00');
    const { text } = await csvOf(date, client);
    expect(text).toContain(`,'${body.reference},`);
  });
});

describe('C33: the CSV', () => {
  it('has what the pages have', async () => {
    for (const date of ['2026-07-02', '2026-07-04', '2026-07-05']) {
      const { httpStatus, headers, text } = await csvOf(date);
      expect([httpStatus, headers['content-type'], headers['vary']]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
        'Accept',
      ]);
      const [head = '', ...rows] = text.split('\r\n');
      expect(rows.pop()).toBe('');
      const names = head.split(',');
      const shown = rows.map((row) =>
        Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])),
      );
      const lines = await linesOf(lisbon, date, 2);
      const written = (value: string | null) => value ?? '';
      expect(shown).toEqual(
        lines.map((line) =>
          Object.fromEntries(Object.entries(line).map(([name, value]) => [name, written(value)])),
        ),
      );
    }
  });
});

describe('nothing is skipped when transactions commit out of order', () => {
  const [slow, quick] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  beforeAll(() => Promise.all([slow.connect(), quick.connect()]));
  afterAll(() => Promise.all([slow.end(), quick.end()]));

  const insert = (writer: Client, amount: string) =>
    writer.query(
      `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
         line_id, method, posted_at)
       select cause, 'fee', 'reports', 'main', 'sandbox', 'EUR', 'held', 'fees', $1::text::numeric, cause, 'ideal', '2026-07-29T12:00:00Z'
       from (select '019aaaaa-0000-7000-8000-00000000' || lpad($1::text, 4, '0') as id) as one
         cross join lateral (select id::uuid as cause) as key`,
      [amount],
    );

  it('C32: what an open transaction wrote comes behind nothing that was read before', async () => {
    const date = '2026-07-29';
    const fees = async () =>
      (await linesOf(lisbon, date)).filter(({ kind }) => kind === 'fee').map(({ fee }) => fee);
    await slow.query('begin');
    await insert(slow, '1');
    await insert(quick, '2');
    expect(await fees()).toEqual([]);
    await slow.query('commit');
    expect(await until(fees, (seen) => seen.length > 0)).toEqual(['1.00', '2.00']);
  });
});

function sumsOf(lines: readonly ReportLine[]): Readonly<Record<string, number>> {
  const kinds = Object.entries(columns).map(([kind, column]) => [
    column,
    lines.filter((line) => line.kind === kind).reduce((sum, { gross }) => sum + cents(gross), 0),
  ]);
  const fees = lines.reduce((sum, { fee }) => sum + cents(fee), 0);
  return { ...(Object.fromEntries(kinds) as Record<string, number>), fees };
}

function sumsShown(row: ReportRow): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...Object.values(columns), 'fees' as const].map((column) => [column, cents(row[column])]),
  );
}

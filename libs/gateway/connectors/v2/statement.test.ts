import { afterEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readStatement } from './statement.js';

/** Goal: what an upstream gateway reports of its days is a statement, all of it or nothing (contract §16.6, §16.8, C29). */
const credentials = {
  key_id: 'mk_test_shop',
  secret: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
  callback_key_id: 'ck_test_shop',
  callback_secret: 'whsec_AgICAgICAgICAgICAgICAgICAgICAgIC',
};
const asked = {
  from: new Date('2026-01-05T00:00:00Z'),
  to: new Date('2026-01-07T00:00:00Z'),
  timezone: 'UTC',
};
const reference = '0195d2a1-0000-7000-8000-000000000001-1';
const line = {
  line_id: '41',
  date: '2026-01-05',
  kind: 'payment',
  identifier: '0195d2a1-0000-7000-8000-00000000000f',
  reference,
  provider: 'bank',
  method: 'ideal',
  currency: 'EUR',
  gross: '10.00',
  fee: '0.39',
  net: '9.61',
  settlement: null,
  entry_id: '7',
};

let server: Server | undefined;
let seen: string[] = [];
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** `answers`: by the query of the request; undefined closes the connection. */
async function read(answers: (query: URLSearchParams) => unknown) {
  seen = [];
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    const body = answers(new URLSearchParams(request.url?.split('?')[1]));
    if (body === undefined) return void request.socket.destroy();
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const account = { provider: 'up', mid: 'main', baseUrl: `http://127.0.0.1:${port}`, credentials };
  return readStatement(asked, account, { timeoutMs: 2_000 });
}

const none = { lines: [], next_after: null };
const onFirstDay =
  (...lines: readonly object[]) =>
  (query: URLSearchParams) =>
    query.get('date') === '2026-01-05' ? { lines, next_after: null } : none;

describe('the statement of an upstream gateway', () => {
  it('has the lines of each day, page by page', async () => {
    const told = await read((query) => {
      if (query.get('date') !== '2026-01-05') return none;
      return query.get('after') === null
        ? { lines: [line], next_after: '41' }
        : { lines: [{ ...line, line_id: '42' }], next_after: null };
    });
    expect(told).toEqual({
      kind: 'read',
      lines: ['41', '42'].map((lineKey) => ({
        lineKey,
        kind: 'payment',
        reference,
        providerId: line.identifier,
        gross: '10.00',
        fee: '0.39',
        tax: '0.00',
        net: '9.61',
        currency: 'EUR',
        bookedOn: '2026-01-05',
      })),
    });
    expect(seen.map((url) => url.replace(/limit=\d+&?/, ''))).toEqual(
      [
        '/v2/reports/lines?date=2026-01-05&',
        '/v2/reports/lines?date=2026-01-05&after=41',
        '/v2/reports/lines?date=2026-01-06&',
      ].map((url) => url.replace(/&$/, '&')),
    );
  });

  it.each([
    [
      { kind: 'provider_refund', fee: null, net: '10.00' },
      { kind: 'refund', fee: '0.00', net: '10.00' },
    ],
    [
      { kind: 'settlement', fee: undefined, net: undefined, settlement: 'set_1' },
      { kind: 'settlement', settlement: 'set_1' },
    ],
    [
      { kind: 'gift', fee: '0.00', net: '10.00' },
      { kind: 'other', unknownKind: 'gift', net: '10.00' },
    ],
    [
      { kind: 'payout', net: '10.39' },
      { kind: 'payout', net: '10.39' },
    ],
  ])('with %j has %j', async (fields, expected) => {
    const told = await read(onFirstDay({ ...line, ...fields }));
    expect(told).toMatchObject({ kind: 'read', lines: [expected] });
  });

  it.each([
    { line_id: undefined },
    { gross: 10 },
    { gross: '10.001' },
    { currency: 'euro' },
    { date: 'today' },
    { net: '9.62' },
    { kind: 'a b' },
  ])('with %j is no answer', async (fields) => {
    expect(await read(onFirstDay({ ...line, ...fields }))).toMatchObject({
      kind: 'noAnswer',
      cause: 'unreadable',
    });
  });

  it('that breaks on a later page is no answer (C29)', async () => {
    const told = await read((query) => {
      const page = Number(query.get('after') ?? 0) + 1;
      return page === 7
        ? undefined
        : { lines: [{ ...line, line_id: String(page) }], next_after: String(page) };
    });
    expect(told).toMatchObject({ kind: 'noAnswer' });
    expect(seen).toHaveLength(7);
  });

  it('whose pages lead nowhere is no answer', async () => {
    expect(await read(() => ({ lines: [], next_after: '1' }))).toMatchObject({ kind: 'noAnswer' });
    expect(await read(() => ({ error_code: 35 }))).toMatchObject({ kind: 'noAnswer' });
  });
});

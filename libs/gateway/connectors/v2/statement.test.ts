import { afterEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeLine, type ReportedEntry } from '#domain/reports/report-line';
import { lineProblem } from '#domain/statements/check-line';
import type { StatementLine } from '#domain/statements/line';
import { readStatement } from './statement.js';

/**
 * Goal: what an upstream gateway reports of its days is a statement, all of it or nothing (contract §16.6, §16.8, C29). Method:
 * its lines are written by the code that writes those of the api.
 */
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
const entry: ReportedEntry = {
  id: '41',
  postedAt: new Date('2026-01-05T23:59:59Z'),
  kind: 'payment',
  identifier: '0195d2a1-0000-7000-8000-00000000000f',
  reference,
  provider: 'bank',
  method: 'ideal',
  currency: 'EUR',
  amount: '10',
  settlement: null,
  lateFor: null,
};
/** As the api of this gateway writes it. */
const reported = (fields: Partial<ReportedEntry> = {}) => describeLine({ ...entry, ...fields }, true);

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

/** As the api answers: an empty page repeats the cursor that it was asked for. */
const onFirstDay =
  (...lines: readonly object[]) =>
  (query: URLSearchParams) => {
    const after = query.get('after') ?? '0.0';
    if (Number(query.get('limit')) > 100) return { error_code: 30 };
    return query.get('date') === '2026-01-05' && after === '0.0'
      ? { lines, next_after: '731.41' }
      : { lines: [], next_after: after };
  };

describe('the statement of an upstream gateway', () => {
  it('has the lines of each day, page by page', async () => {
    const told = await read((query) => {
      const after = query.get('after') ?? '0.0';
      const ids = query.get('date') === '2026-01-05' ? { '0.0': '41', '731.41': '42' } : {};
      const id = new Map(Object.entries(ids)).get(after);
      return id === undefined
        ? { lines: [], next_after: after }
        : { lines: [reported({ id })], next_after: `731.${id}` };
    });
    expect(told).toEqual({
      kind: 'read',
      lines: ['41', '42'].map((lineKey) => ({
        lineKey,
        kind: 'payment',
        reference,
        providerId: entry.identifier,
        gross: '10.00',
        fee: '0.00',
        tax: '0.00',
        net: '10.00',
        currency: 'EUR',
        bookedOn: '2026-01-05',
      })),
    });
    expect(seen).toEqual([
      '/v2/reports/lines?date=2026-01-05&limit=100',
      '/v2/reports/lines?date=2026-01-05&limit=100&after=731.41',
      '/v2/reports/lines?date=2026-01-05&limit=100&after=731.42',
      '/v2/reports/lines?date=2026-01-06&limit=100',
    ]);
  });

  it.each<[Partial<ReportedEntry>, Partial<StatementLine>]>([
    [{ kind: 'provider_refund' }, { kind: 'refund', net: '10.00' }],
    [
      { kind: 'settlement', settlement: 'set_1' },
      { kind: 'settlement', settlement: 'set_1' },
    ],
    [{ kind: 'payout' }, { kind: 'payout', net: '10.00' }],
    [{ kind: 'fee' }, { kind: 'fee', gross: '0.00', fee: '10.00', net: '10.00' }],
    [{ kind: 'tax' }, { kind: 'fee', gross: '0.00', fee: '10.00', net: '10.00' }],
    [
      { kind: 'fee', amount: '-10' },
      { kind: 'fee', gross: '0.00', fee: '-10.00', net: '-10.00' },
    ],
    // What takes an earlier line back moves the other way.
    [
      { kind: 'payment', amount: '-10' },
      { kind: 'other', gross: '10.00', net: '-10.00' },
    ],
    [
      { kind: 'refund', amount: '-10' },
      { kind: 'other', gross: '10.00', net: '10.00' },
    ],
  ])('with the entry %j has %j', async (fields, expected) => {
    const told = await read(onFirstDay(reported(fields)));
    expect(told).toMatchObject({ kind: 'read', lines: [expected] });
    expect(told).not.toHaveProperty('lines.0.unknownKind');
    const [line] = told.kind === 'read' ? told.lines : [];
    expect(line && lineProblem(line)).toBeUndefined();
  });

  it('is the same for a project without fees, whose lines have none', async () => {
    const told = await read(onFirstDay(describeLine(entry, false)));
    expect(told).toMatchObject({ kind: 'read', lines: [{ fee: '0.00', net: '10.00' }] });
  });

  it('names a kind that this build does not know', async () => {
    const told = await read(onFirstDay({ ...reported(), kind: 'gift' }));
    expect(told).toMatchObject({ lines: [{ kind: 'other', unknownKind: 'gift', net: '10.00' }] });
  });

  it.each([
    { line_id: undefined },
    { gross: 10 },
    { gross: '10.001' },
    { currency: 'euro' },
    { date: 'today' },
    { net: '9.62' },
    { net: undefined },
    { kind: 'a b' },
  ])('with %j is no answer', async (fields) => {
    expect(await read(onFirstDay({ ...reported(), ...fields }))).toMatchObject({
      kind: 'noAnswer',
      cause: 'unreadable',
    });
  });

  it('that breaks on a later page is no answer (C29)', async () => {
    const told = await read((query) => {
      const page = Number(query.get('after') ?? 0) + 1;
      return page === 7 ? undefined : { lines: [reported({ id: String(page) })], next_after: String(page) };
    });
    expect(told).toMatchObject({ kind: 'noAnswer' });
    expect(seen).toHaveLength(7);
  });

  it('whose pages lead nowhere is no answer', async () => {
    const stuck = { lines: [reported()], next_after: '1' };
    expect(await read(() => stuck)).toMatchObject({ kind: 'noAnswer' });
    expect(await read(() => ({ ...stuck, next_after: null }))).toMatchObject({ kind: 'noAnswer' });
    expect(await read(() => ({ error_code: 35 }))).toMatchObject({ kind: 'noAnswer' });
  });
});

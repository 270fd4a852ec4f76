import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedLines } from '../fakes/signed-request.js';
import { startApiInProcess } from '../stack/api-in-process.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { usedMegabytes } from '../witnesses/used-memory.js';

/**
 * Goal: a large day is one stream that takes little memory of the api (contract C33). Method: the api in this process, on a database of
 * its own with such a day; the reader keeps nothing.
 */
const { books, openAs } = await createOwnDatabase({ withRoles: true });
const api = await startApiInProcess(await openAs('api'));
const lines = 300_000;
const date = '2026-07-02';

beforeAll(
  () =>
    books.inThePast(
      `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
         identifier, method, posted_at)
       select cause, 'payment', 'reports', 'main', 'sandbox', 'EUR', 'customers', 'held', 1.25, cause, 'ideal', $2
       from (select line_key_of(date '2026-07-02', number::text) as cause from generate_series(1, $1::integer) as number) as many`,
      lines,
      `${date}T12:00:00Z`,
    ),
  600_000,
);
afterAll(() => api.stop());

it('C33: a day of many lines is streamed in constant memory', { timeout: 900_000 }, async () => {
  const target = `/v2/reports/lines?date=${date}`;
  const further = [['Accept', 'text/csv']] as const;
  const headers = signedLines(api.url, { target, keyId: 'mk_test_reports', further }).flat();
  const asking = request(api.url + target, { headers });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('csv')]);
  const measured: number[] = [];
  let seen = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    for (const byte of piece) if (byte === newLine) seen += 1;
    if (seen >= (measured.length + 1) * 30_000) measured.push(usedMegabytes());
  }
  // With the heading.
  expect(seen).toBe(lines + 1);
  expect(measured.length).toBeGreaterThan(5);
  expect(Math.max(...measured) - (measured[0] ?? 0)).toBeLessThan(30);
});

const newLine = 10;

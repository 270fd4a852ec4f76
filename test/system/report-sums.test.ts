import { beforeAll, expect, it } from 'vitest';
import { rowsOfDays } from '#domain/reports/daily-rows';
import { providerSums } from '#persistence/ledger/proof/provider-sums';
import { addToSums } from '#persistence/reports/add-to-sums';
import { listBookedMerchants } from '#persistence/reports/booked-merchants';
import { readBooks } from '#persistence/reports/read-books';
import { findReportDay } from '#persistence/reports/report-day';
import { listReportLines, readReportLines } from '#persistence/reports/report-lines';
import { plantEntry } from '../fakes/provider-entries.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: a report is the same however far the sums of the provider books have got (contract §16.6). Method: entries around the ends of
 * days, summed in small steps by the worker's role; then what could make a sum wrong: a late commit, two workers, another server.
 */
const { books, openAs } = await createOwnDatabase({ withRoles: true });
const [worker, api] = await Promise.all([openAs('worker'), openAs('api')]);

const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'];
/** The days of the last two begin at a quarter past and a quarter to an hour of UTC; in Lisbon one of them has 23 hours. */
const zones = ['UTC', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Chatham'];
const kinds = ['payment', 'refund', 'payout', 'fee', 'settlement', 'chargeback', 'chargeback_won'];
const quarterMs = 15 * 60_000;

beforeAll(async () => {
  const first = Date.parse('2026-03-27T09:45:00Z');
  for (let n = 0; n < 120; n += 1)
    await plantEntry(books, {
      merchant: ['busy', 'calm', ''][n % 3] ?? '',
      kind: n % 18 === 2 ? 'funding' : (kinds[n % kinds.length] ?? 'payment'),
      amount: `${n + 1}.${n % 10}`,
      // Now at the start of a quarter of an hour, now a millisecond before it.
      at: new Date(first + n * 3 * quarterMs - (n % 2)).toISOString(),
      currency: n % 5 === 0 ? 'NGN' : 'EUR',
      provider: n % 7 === 0 ? null : 'sandbox',
      method: n % 11 === 0 ? null : 'ideal',
    });
});

/** What every merchant and the house can read of these days, in each zone, rows and lines. */
async function reports(): Promise<unknown> {
  const all: unknown[] = [];
  for (const merchant of await listBookedMerchants(api))
    for (const timezone of zones)
      for (const date of days) {
        const shown = await readBooks(api, { merchant, from: date, to: date, timezone });
        const day = await findReportDay(api, { date, timezone });
        if (!day) throw new Error('the day has begun');
        const lines: string[] = [];
        const search = { merchant, day, showsFees: true, after: { committedIn: '0', id: '0' } };
        for await (const some of readReportLines(api, search)) lines.push(...some.map(({ id }) => id));
        all.push([merchant, timezone, date, rowsOfDays(shown, true).get(date), lines]);
      }
  return all;
}

/** As if nothing had ever been summed. */
async function forgetSums(): Promise<void> {
  for (const table of ['provider_sums', 'transit_sums', 'provider_sum_marks'])
    await books.rows(`delete from ${table}`);
}

async function addAll(): Promise<void> {
  while (await addToSums(worker, { limit: 1_000 }));
}
const summed = async () => {
  const [row] = await books.rows(
    `select sum(count)::integer as count from provider_sums where span = '1 day'`,
  );
  return row?.['count'];
};
/** What the proof of the books says of the sums alone: of entries that no payment has made it says more. */
const wrongSums = () =>
  books.rows(`with ${providerSums.sets} ${providerSums.differences.join(' union all ')}`);

it('a report is the same before, between and after all steps', async () => {
  const expected = await reports();
  let steps = 0;
  for (let isMore = true; isMore; steps += 1) {
    isMore = await addToSums(worker, { limit: 9 });
    expect(await reports()).toEqual(expected);
    expect(await wrongSums()).toEqual([]);
  }
  expect(steps).toBeGreaterThan(3);
  expect(await summed()).toBe(120);
});

const feeAt = `insert into provider_entries (cause, kind, merchant, mid, currency, from_account, to_account, amount, line_id, posted_at)
    select cause, 'fee', $1, 'main', 'EUR', 'held', 'fees', 0.25, cause, $2 from uuidv7() as cause`;

it('what is committed after a later entry was summed is not left out', async () => {
  const held = await books.hold(feeAt, ['busy', '2026-03-28T12:00:00Z']);
  await plantEntry(books, { merchant: 'busy', kind: 'payment', amount: '7', at: '2026-03-28T12:01:00Z' });
  await addAll();
  await held.commit();
  const shown = await reports();
  await addAll();
  expect(await reports()).toEqual(shown);
  expect(await wrongSums()).toEqual([]);
  expect(await summed()).toBe(122);
  await forgetSums();
  expect(await reports()).toEqual(shown);
});

it('what is committed while a page is read is on it, or on a later one', async () => {
  const date = '2026-02-01';
  const day = await findReportDay(api, { date, timezone: 'UTC' });
  if (!day) throw new Error('the day has begun');
  const held = await books.hold(feeAt, ['pages', `${date}T12:00:00Z`]);
  await plantEntry(books, { merchant: 'pages', kind: 'payment', amount: '7', at: `${date}T12:01:00Z` });
  await addAll();
  const asked: number[] = [];
  // The page is read by two statements: one commits between them.
  const between = {
    async sql(...statement: Parameters<typeof api.sql>) {
      if (asked.push(Date.now()) === 2) await held.commit();
      return api.sql(...statement);
    },
  } as Pick<typeof api, 'sql'>;
  const search = { merchant: 'pages', day, showsFees: true, after: { committedIn: '0', id: '0' }, limit: 10 };
  const page = await listReportLines(between, search);
  const next = await listReportLines(api, { ...search, after: page.at(-1) ?? search.after });
  expect([...page, ...next].map(({ kind }) => kind).toSorted()).toEqual(['fee', 'payment']);
});

it('several workers at once add each entry once', async () => {
  await forgetSums();
  await Promise.all(Array.from({ length: 6 }, () => addToSums(worker, { limit: 20 })));
  await addAll();
  expect(await wrongSums()).toEqual([]);
  expect(await summed()).toBe(124);
});

it('books that were restored into a server with lower transaction ids are summed anew', async () => {
  await addAll();
  const expected = await reports();
  await books.rows(`update provider_sum_marks set committed_in = '1000000000000' where merchant = 'busy'`);
  await books.rows(`update provider_sums set moved = moved + 1 where merchant = 'busy'`);
  expect(await reports()).toEqual(expected);
  await addAll();
  expect(await reports()).toEqual(expected);
  expect(await wrongSums()).toEqual([]);
});

it.each([
  [`update provider_sums set moved = moved + 1`],
  [`update provider_sums set last_place = '1'`],
  [`delete from provider_sums`],
])('the proof of the books finds: %s', async (edit) => {
  await books.rows(`${edit} where ctid = (select min(ctid) from provider_sums)`);
  expect(await wrongSums()).toHaveLength(1);
  await forgetSums();
  await addAll();
  expect(await wrongSums()).toEqual([]);
});

it('in every time zone a day begins with a quarter of an hour of UTC', async () => {
  const odd = await books.rows(`
    select name, day from pg_timezone_names cross join generate_series(timestamp '2026-01-01', '2040-01-01', '7 days') as day
    where extract(epoch from day at time zone name)::bigint % 900 <> 0`);
  expect(odd).toEqual([]);
});

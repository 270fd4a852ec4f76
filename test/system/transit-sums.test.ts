import { beforeAll, expect, it } from 'vitest';
import { v7 as uuid } from 'uuid';
import { transitSums } from '#persistence/ledger/proof/transit-sums';
import { addToSums } from '#persistence/reports/add-to-sums';
import { readBooks } from '#persistence/reports/read-books';
import { plantEntry } from '../fakes/provider-entries.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: what a report shows as in transit is the same however far its sums have got (contract §16.6). Method: money that goes into
 * transit, is reduced and leaves, summed in small steps by the worker's role; then late commits, several workers, another server.
 */
const { database, books, openAs } = await createOwnDatabase({ withRoles: true });
const [worker, api] = await Promise.all([openAs('worker'), openAs('api')]);

const merchants = ['busy', 'calm', 'sums'];
const [from, to] = ['2026-03-28', '2026-03-31'];
const zones = ['UTC', 'Europe/Lisbon', 'Pacific/Chatham'];
const kinds = ['payment', 'refund', 'payout', 'chargeback', 'chargeback_won', 'payout_returned'];
const firstAt = Date.parse('2026-03-26T22:45:00Z');
const quarterMs = 15 * 60_000;
let n = 0;

beforeAll(async () => {
  // Lines of statements do this with triggers of their own.
  await books.rows('alter table provider_transit disable trigger provider_transit_law');
  for (const merchant of merchants)
    await plantEntry(books, { merchant, kind: 'fee', amount: '1', at: `${from}T00:00:00Z` });
});

const insert = `insert into provider_transit (identifier, kind, merchant, mid, provider, currency, amount, method, posted_at)
  values ($1, $2, $3, 'main', $4, $5, $6, $7, $8)`;

/** Values of a row for `insert`, no two alike; a merchant has its own. */
function nextRow(merchant: string): readonly unknown[] {
  n += 1;
  // Now at the start of a quarter of an hour, now a millisecond before it.
  const at = new Date(firstAt + ((n * 7) % 500) * quarterMs - (n % 2)).toISOString();
  const provider = n % 7 === 0 ? null : 'sandbox';
  const method = n % 11 === 0 ? null : 'ideal';
  const [kind, currency] = [kinds[n % kinds.length], n % 5 === 0 ? 'NGN' : 'EUR'];
  return [uuid(), kind, merchant, provider, currency, `${n}.${n % 10}`, method, at];
}

/** Some of each merchant go in, some are reduced, and some leave: those that came first, one that came last, and any. */
async function move(): Promise<void> {
  for (const merchant of merchants) {
    for (let m = 0; m < 7; m += 1) await books.rows(insert, ...nextRow(merchant));
    const some = (order: string, limit: number) =>
      `(select ctid from provider_transit where merchant = '${merchant}' order by ${order} limit ${limit})`;
    await books.rows(
      `update provider_transit set amount = amount - 0.5 where ctid in ${some('identifier desc', 2)} and amount > 0.5`,
    );
    for (const which of [some('identifier', 1), some('identifier desc', 1), some('md5(identifier::text)', 2)])
      await books.rows(`delete from provider_transit where ctid in ${which}`);
  }
}

/** What is in transit at the end of each day, from the rows alone. */
const direct = `
  select coalesce(provider, mid) as provider, coalesce(method, '') as method, currency, to_char(day, 'YYYY-MM-DD') as day,
    trim_scale(sum(case when kind in ('payment', 'refund_returned', 'chargeback_won', 'payout_returned') then amount else -amount end))::text
      as amount
  from generate_series('${from}'::timestamp, '${to}', '1 day') as day
    join provider_transit on posted_at < (day + interval '1 day') at time zone $2
  where merchant = $1 group by 1, 2, 3, 4`;

type Shown = Readonly<Record<'provider' | 'method' | 'currency' | 'day' | 'amount', string>>;
const inOrder = (shown: readonly Shown[]) =>
  shown
    .filter(({ amount }) => amount !== '0')
    .map(({ provider, method, currency, day, amount }) => [provider, method, currency, day, amount].join(' '))
    .toSorted();

/** Of one moment, though others go on. */
async function expectRight(): Promise<void> {
  for (const merchant of merchants)
    for (const timezone of zones)
      await api.transaction('REPEATABLE READ', async (manager) => {
        const { transits } = await readBooks(manager, { merchant, from, to, timezone });
        const expected = await manager.query<Shown[]>(direct, [merchant, timezone]);
        expect(inOrder(transits)).toEqual(inOrder(expected));
      });
}

const wrongSums = () => books.rows(`with ${transitSums.sets} ${transitSums.differences.join(' union all ')}`);
async function addAll(): Promise<void> {
  while (await addToSums(worker, { limit: 1_000 }));
}
const left = async () => (await books.rows('select from transit_departures')).length;

it('is right before, between and after all steps, in every zone', async () => {
  await move();
  await expectRight();
  for (let round = 0; round < 6; round += 1) {
    for (let step = 0; step < 3; step += 1) {
      await addToSums(worker, { limit: 2 });
      await expectRight();
      expect(await wrongSums()).toEqual([]);
    }
    await move();
    await expectRight();
    expect(await wrongSums()).toEqual([]);
  }
  expect(await left()).toBeGreaterThan(0);
  await addAll();
  expect(await left()).toBe(0);
  await expectRight();
  const [sums] = await books.rows(
    `select sum(abs(amount)) > 0 as "are" from transit_sums where span = '1 day'`,
  );
  expect(sums).toEqual({ are: true });
});

const oldest = `delete from provider_transit
  where identifier = (select min(identifier::text)::uuid from provider_transit where merchant = $1)`;

it('takes no account of what commits late, before that and after', async () => {
  const late = await books.hold(insert, nextRow('busy'));
  await books.rows(insert, ...nextRow('busy'));
  const leaving = await books.hold(oldest, ['calm']);
  // So that there is something to do for it, beside what may not be added yet.
  await books.rows(oldest, 'busy');
  await addAll();
  await expectRight();
  await late.commit();
  await expectRight();
  await leaving.commit();
  await expectRight();
  expect(await left()).toBe(1);
  await addAll();
  await expectRight();
  expect(await left()).toBe(0);
  expect(await wrongSums()).toEqual([]);
});

it('is right while several workers add and money moves', async () => {
  let isOver = false;
  const work = async () => {
    while (!isOver) await addToSums(worker, { limit: 4 });
  };
  const workers = [work(), work(), work()];
  try {
    for (let round = 0; round < 4; round += 1) {
      await move();
      await expectRight();
    }
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
  await addAll();
  await expectRight();
  expect(await wrongSums()).toEqual([]);
  expect(await left()).toBe(0);
});

it('is summed anew where the books were restored into a server with lower transaction ids', async () => {
  await books.rows(`update provider_sum_marks set transit_in = '1000000000000' where merchant = 'busy'`);
  await books.rows(`update transit_sums set amount = amount + 1 where merchant = 'busy'`);
  await expectRight();
  await addAll();
  await expectRight();
  expect(await wrongSums()).toEqual([]);
});

it.each([['provider_sum_marks'], ['transit_sums', 'provider_sum_marks']])(
  'is summed anew where somebody has emptied: %s %s',
  async (...tables) => {
    for (const table of tables) if (table) await database.query(`delete from ${table}`);
    await addAll();
    await expectRight();
    expect(await wrongSums()).toEqual([]);
  },
);

it.each([`update transit_sums set amount = amount + 1`, `delete from transit_sums`])(
  'the proof of the books finds: %s',
  async (edit) => {
    await books.rows(`${edit} where ctid = (select min(ctid) from transit_sums where amount <> 0)`);
    expect(await wrongSums()).toHaveLength(1);
    for (const table of ['transit_sums', 'provider_sum_marks']) await database.query(`delete from ${table}`);
    await addAll();
    expect(await wrongSums()).toEqual([]);
  },
);

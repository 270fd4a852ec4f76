import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExactInstant, writeInstant } from '#domain/values/calendar';
import { releaseCallbacks } from '#persistence/callbacks/endpoints';
import {
  orderRedeliveries,
  settleRedeliveries,
  takeDueRedeliveries,
  type AimOf,
} from '#persistence/callbacks/redeliveries';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: however many callbacks are sent again, none is lost or taken twice, and their endpoint keeps its pace
 * (contract §7, §8). Method: a database of its own on which no process works; each step is taken by hand.
 */
const { url, database } = await createOwnDatabase();
const owner = new Client({ connectionString: url });

beforeAll(() => owner.connect());
afterAll(() => owner.end());

const rate = 50;
const aimOf: AimOf = (project, callbackUrl) => ({
  endpoint: `${project} ${callbackUrl}`,
  terms: { pauseAfterMs: 1_000, probeMs: 3_600_000, callbackRate: rate },
});
const noon = new Date('2026-01-31T12:00:00.123Z');
const states = ['exhausted', 'stopped'];

/** `count` events of a merchant of this name, past the laws, each `apartMs` milliseconds after the one before. */
async function fill(merchant: string, count: number, apartMs: number, state = 'exhausted'): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica`);
  await owner.query(
    `with sent as (select uuidv7() as identifier, n from generate_series(1, $2::integer) as n), kept as (
       insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency,
         amount, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
       select identifier, identifier, 'payment', $1, 'shop', identifier, 'ideal', 'h2h', 'EUR', 10, 'success', 'api', '{}',
         '', now(), now(), now() from sent)
     insert into events (event_id, identifier, merchant, callback_url, body, state, finished_at)
     select 'evt_' || identifier, identifier, $1, 'http://' || $1, '{}', $5,
       $3::timestamptz + n * $4::integer * interval '1 millisecond' from sent`,
    [merchant, count, noon, apartMs, state],
  );
  await owner.query('commit');
}

/** Orders page by page to the end, as a caller does who passes the text on; returns what each page counted. */
async function orderAll(merchant: string, wanted: readonly string[] = states): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let from: string | undefined = noon.toISOString(); from !== undefined;) {
    const start = readExactInstant(from);
    if (!start) throw new Error(`${from} is an instant`);
    const page = await orderRedeliveries(database, { merchant, states: wanted, from: start }, aimOf);
    counts.push(page.count);
    from = page.nextFrom && writeInstant(page.nextFrom);
  }
  return counts;
}

async function countOf(sql: string, ...values: readonly unknown[]): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(`select count(*) ${sql}`, [...values]);
  return Number(rows[0]?.count);
}

const ordered = (merchant: string) =>
  countOf('from redeliveries where endpoint = $1', `shop http://${merchant}`);
const due = (merchant: string) =>
  countOf('from redeliveries where endpoint = $1 and due_at is not null', `shop http://${merchant}`);
/** Times are kept in whole milliseconds: one that is set to now can still be half a millisecond away. */
const hurryRelease = (merchant: string) =>
  owner.query(`update endpoints set next_release_at = now() - interval '1 second' where endpoint = $1`, [
    `shop http://${merchant}`,
  ]);

describe('pages', () => {
  it('of a thousand reach all, also those that became final in one millisecond', async () => {
    await fill('same', 2_500, 0);
    await fill('same', 200, 5);
    expect(await orderAll('same')).toEqual([1_000, 1_000, 700]);
    expect(await ordered('same')).toBe(2_700);
  });

  it('go on where little matches', async () => {
    await fill('rare', 4_500, 1, 'delivered');
    await fill('rare', 3, 1_500);
    expect(await orderAll('rare', ['exhausted', 'paused'])).toEqual([1, 1, 1]);
    expect(await ordered('rare')).toBe(3);
  });

  it('that are asked for at once, or again, put each event down once', async () => {
    await fill('twice', 1_500, 0);
    await Promise.all([orderAll('twice'), orderAll('twice'), orderAll('twice')]);
    expect(await ordered('twice')).toBe(1_500);
    expect(await orderAll('twice')).toEqual([1_000, 500]);
    expect(await ordered('twice')).toBe(1_500);
  });
});

describe('an endpoint', () => {
  it('gets no more than its rate in a second, the oldest first, however often it is asked for', async () => {
    await fill('paced', 2 * rate + 5, 1);
    await orderAll('paced');
    await hurryRelease('paced');
    await Promise.all([releaseCallbacks(database), releaseCallbacks(database)]);
    expect(await due('paced')).toBe(rate);
    await orderAll('paced');
    await releaseCallbacks(database);
    expect(await due('paced')).toBe(rate);
    const late = await countOf(
      `from redeliveries as late join redeliveries as early using (endpoint)
       where endpoint = 'shop http://paced' and late.due_at is not null and early.due_at is null
         and (late.committed_in, late.event_id) > (early.committed_in, early.event_id)`,
    );
    expect(late).toBe(0);
    await hurryRelease('paced');
    await releaseCallbacks(database);
    expect(await due('paced')).toBe(2 * rate);
  });

  it('that is paused is tried by one, and gets the rest when it was reached', async () => {
    const endpoint = 'shop http://paused';
    await fill('paused', 3, 1);
    await owner.query(
      `insert into endpoints (endpoint, failing_since, paused_at, next_release_at, probe_ms, callback_rate)
       values ($1, now(), now(), now() + interval '1 hour', 3600000, $2)`,
      [endpoint, rate],
    );
    await orderAll('paused');
    await hurryRelease('paused');
    await releaseCallbacks(database);
    await releaseCallbacks(database);
    expect(await due('paused')).toBe(1);
    await owner.query(
      `update endpoints set failing_since = null, paused_at = null, resumed_at = now(), next_release_at = now() - interval '1 second'
       where endpoint = $1`,
      [endpoint],
    );
    await releaseCallbacks(database);
    expect(await due('paused')).toBe(3);
  });

  it('is forgotten when nothing waits for it any more', async () => {
    await fill('forgotten', 1, 1);
    await orderAll('forgotten');
    await hurryRelease('forgotten');
    await releaseCallbacks(database);
    await owner.query(
      `update endpoints set resumed_at = now() - interval '2 minutes', next_release_at = now() - interval '1 second'
       where endpoint = 'shop http://forgotten'`,
    );
    await releaseCallbacks(database);
    expect(await countOf(`from endpoints where endpoint = 'shop http://forgotten'`)).toBe(0);
    expect(await ordered('forgotten')).toBe(1);
  });
});

it('what a worker took and did not start is taken again', async () => {
  await owner.query('delete from redeliveries');
  await fill('leased', 2, 0);
  await orderAll('leased');
  await releaseCallbacks(database);
  await owner.query(`update redeliveries set due_at = now() - interval '1 second'`);
  const [taken, others] = await Promise.all([
    takeDueRedeliveries(database, 10),
    takeDueRedeliveries(database, 10),
  ]);
  expect(taken.length + others.length).toBe(2);
  expect(await takeDueRedeliveries(database, 10)).toEqual([]);
  await owner.query(`update redeliveries set due_at = now() - interval '1 second'`);
  const again = await takeDueRedeliveries(database, 1);
  expect(again).toMatchObject([{ type: 'payment', state: 'exhausted', attempts: 0 }]);
  await settleRedeliveries(
    database,
    again.map(({ eventId }) => eventId),
  );
  expect(await ordered('leased')).toBe(1);
});

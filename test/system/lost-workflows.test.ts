import { beforeAll, describe, expect, it } from 'vitest';
import { noteNamespace, scheduleLostWorkflows } from '#persistence/transactions/lost-workflows';
import { settleReviewRecoveries, takeDueReviews } from '#persistence/transactions/reviews';
import {
  settleRecoveries,
  takeDueRecoveries,
  takeLostRecoveries,
  type DueRecovery,
} from '#persistence/transactions/due-recoveries';
import { fillHistory, nthIdentifier } from '../stack/fill-history.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: whatever Temporal loses is started anew before it has something to do, what is overdue first, and nothing counts as
 * done before it is (contract §9).
 */
const { url, database, books } = await createOwnDatabase();
const ladderMs = [900_000];
const limit = 1_000;
const lookUpMs = 10_000;

beforeAll(async () => {
  // The first 50 have no row in recovery; their reports wait in the inbox.
  await fillHistory(url, { transactions: 200, open: 100 });
  await database.query(`update recoveries set due_at = now() + interval '15 minutes'`);
  await noteNamespace(database, 'first');
});

const nthOf = (subjects: readonly DueRecovery[]) =>
  subjects.map(({ identifier }) => Number.parseInt(identifier.slice(-12), 16));
const takeDue = async (most = limit) => nthOf(await takeDueRecoveries(database, most));
const takeLost = async (most = limit) => nthOf(await takeLostRecoveries(database, most));

/** The last of them is to be looked up first: in a minute, the one before it in two. */
const spread = `
  update transactions set payable_until = now() + interval '1 day' where finished_at is null;
  update lookups set asked_at = now() + (101 - ('x' || right(identifier::text, 8))::bit(32)::integer) * interval '1 minute'
    - interval '${lookUpMs} milliseconds'`;

describe('workflows that are lost', () => {
  it('are not taken before their turn while the namespace is the one we know', async () => {
    await books.inThePast(spread);
    expect(await noteNamespace(database, 'first')).toBe(false);
    expect(await scheduleLostWorkflows(database, limit)).toBe(0);
    expect(await takeDue()).toEqual([]);
    expect(await takeLost()).toEqual([]);
  });

  it('are scheduled once each when it is another one, by whichever worker', async () => {
    expect(await noteNamespace(database, 'second')).toBe(true);
    expect(await noteNamespace(database, 'second')).toBe(false);
    expect(await scheduleLostWorkflows(database, 30)).toBe(30);
    expect(await scheduleLostWorkflows(database, 30)).toBe(20);
    expect(await scheduleLostWorkflows(database, 30)).toBe(0);
    expect(await takeDue()).toEqual([]);
  });

  it('come back before they are due, those that are due next first, and again only if they were not started', async () => {
    const first = await takeLostRecoveries(database, 5);
    expect(nthOf(first)).toEqual([100, 99, 98, 97, 96]);
    expect(first.every(({ isLost, waitsIn }) => isLost && waitsIn === 'waiting')).toBe(true);
    expect(first.every(({ actsInMs }) => actsInMs > 0)).toBe(true);
    const [unstarted, ...started] = first;
    expect(await settleRecoveries(database, started, ladderMs)).toEqual([]);
    expect(await takeLost(5)).toEqual([95, 94, 93, 92, 91]);
    await database.query(`update recoveries set due_at = now() - interval '1 second' where identifier = $1`, [
      unstarted?.identifier,
    ]);
    expect(await takeDue()).toEqual([100]);
  });

  it('wait while something is late', async () => {
    await database.query(`update recoveries set due_at = now() - interval '1 minute' where identifier = $1`, [
      nthIdentifier(98),
    ]);
    expect(await takeLost()).toEqual([]);
    expect(await takeDue()).toEqual([98]);
    expect((await takeLost(1)).length).toBe(1);
  });

  it('are logged if they have nothing left to do', async () => {
    const [ended, ...open] = await takeLostRecoveries(database, 3);
    if (!ended) throw new Error('nothing is lost');
    await database.query('delete from recoveries where identifier = $1', [ended.identifier]);
    expect(await settleRecoveries(database, [ended, ...open], ladderMs)).toEqual([ended]);
    await database.query(
      `insert into recoveries (identifier, due_at) values ($1, now() - interval '1 second')`,
      [ended.identifier],
    );
    expect(await takeDue()).toEqual(nthOf([ended]));
  });

  it('have a turn that was brought forward meanwhile', async () => {
    const [first] = await takeLostRecoveries(database, 1);
    await database.query(`update recoveries set due_at = now() - interval '1 second' where identifier = $1`, [
      first?.identifier,
    ]);
    await settleRecoveries(database, first ? [first] : [], ladderMs);
    expect(await takeDue()).toEqual(nthOf(first ? [first] : []));
  });

  it('are lost if they were ensured in the same millisecond', async () => {
    const [first] = await takeLostRecoveries(database, 1);
    await settleRecoveries(database, first ? [first] : [], ladderMs);
    const ofFirst = 'from recoveries where identifier = $1';
    await database.query(`update temporal_namespace set lost_at = (select ensured_at ${ofFirst})`, [
      first?.identifier,
    ]);
    await scheduleLostWorkflows(database, limit);
    const lost = await database.query(`select 1 ${ofFirst} and ensured_at = '-infinity'`, [
      first?.identifier,
    ]);
    expect(lost).toHaveLength(1);
  });

  it('are lost again if Temporal loses them between their start and its record', async () => {
    const [first] = await takeLostRecoveries(database, 1);
    expect(await noteNamespace(database, 'lost in between')).toBe(true);
    await settleRecoveries(database, first ? [first] : [], ladderMs);
    await scheduleLostWorkflows(database, limit);
    expect(await takeLost()).toContain(nthOf(first ? [first] : [])[0]);
  });

  it('come in the order in which they have something to do, whatever it is', async () => {
    await books.inThePast(`
      update recoveries set ensured_at = now(), due_at = now() + interval '15 minutes', step = 0;
      update transactions set submit_due_at = null, status = 'new', payable_until = now() - interval '4 minutes'
        where identifier = '${nthIdentifier(60)}';
      delete from attempts where identifier in ('${nthIdentifier(60)}', '${nthIdentifier(61)}');
      update transactions set submit_due_at = now() - interval '5 minutes' where identifier = '${nthIdentifier(61)}';
      update lookups set asked_at = now() - interval '6 minutes' - interval '${lookUpMs} milliseconds'
        where identifier = '${nthIdentifier(62)}';
      update lookups set asked_at = now() - interval '7 minutes' - interval '${lookUpMs} milliseconds'
        where identifier = '${nthIdentifier(63)}';
      update attempts set state = 'unknown' where identifier = '${nthIdentifier(63)}';
      insert into events (event_id, identifier, merchant, callback_url, body, state, attempts, next_attempt)
        select 'evt_' || n, ('00000000-0000-7000-8000-0000000000' || to_hex(n))::uuid, 'merchant', 'http://127.0.0.1/', '{}',
          'pending', 1, now() - case n when 64 then interval '8 minutes' else interval '-8 minutes' end
        from generate_series(64, 65) as n;
      update transactions set status = 'success', finished_at = now() - interval '9 minutes'
        where identifier in ('${nthIdentifier(64)}', '${nthIdentifier(65)}');
      insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence, received_at)
        values (gen_random_uuid(), 'sandbox', 'unread', 'unread', '${nthIdentifier(66)}', '{}', now() - interval '10 minutes')`);
    await noteNamespace(database, 'third');
    expect(await scheduleLostWorkflows(database, limit)).toBe(50);
    const overdue = [];
    for (let turn = 0; turn < 7; turn += 1) overdue.push(...(await takeDueRecoveries(database, 1)));
    expect(nthOf(overdue)).toEqual([66, 64, 63, 62, 61, 60]);
    expect(overdue.map(({ waitsIn }) => waitsIn)).toEqual([
      null,
      null,
      'unknown',
      'waiting',
      null,
      'awaitingInput',
    ]);
    expect(overdue.every(({ actsInMs }) => actsInMs < 0)).toBe(true);
    expect(await takeLost(9)).toContain(65);
  });
});

describe('a review', () => {
  it('is due at once when its workflow is lost', async () => {
    await database.query(
      `update reviews set next_sweep_at = now() + interval '1 hour' where closed_at is null`,
    );
    expect(await takeDueReviews(database, limit)).toEqual([]);
    await noteNamespace(database, 'fourth');
    expect((await takeDueReviews(database, limit)).length).toBeGreaterThan(0);
    await database.query(
      `update reviews set next_sweep_at = now() - interval '1 second' where closed_at is null`,
    );
  });

  it('is new until it was announced', async () => {
    const first = await takeDueReviews(database, limit);
    expect(first.length).toBeGreaterThan(0);
    expect(first.every(({ isNew }) => isNew)).toBe(true);
    const again = `update reviews set next_sweep_at = now() - interval '1 second' where closed_at is null`;
    await database.query(again);
    const second = await takeDueReviews(database, limit);
    expect(second.every(({ isNew }) => isNew)).toBe(true);
    await settleReviewRecoveries(
      database,
      second.flatMap(({ ids }) => ids),
      ladderMs,
    );
    await database.query(again);
    expect((await takeDueReviews(database, limit)).some(({ isNew }) => isNew)).toBe(false);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { hurryLostWorkflows, noteNamespace } from '#persistence/transactions/lost-workflows';
import { settleReviewRecoveries, takeDueReviews } from '#persistence/transactions/reviews';
import { settleRecoveries, takeDueRecoveries } from '#persistence/transactions/due-recoveries';
import { fillHistory, nthIdentifier } from '../stack/fill-history.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: whatever Temporal loses is started anew at once, and nothing counts as done before it is (contract §9). */
const { url, database } = await createOwnDatabase();
const ladderMs = [900_000];
const limit = 1_000;

beforeAll(async () => {
  // The first 50 have no row in recovery; their reports wait in the inbox.
  await fillHistory(url, { transactions: 200, open: 100 });
  await database.query(`update recoveries set due_at = now() + interval '15 minutes'`);
  await noteNamespace(database, 'first');
});

const taken = async () => (await takeDueRecoveries(database, limit)).map(({ identifier }) => identifier);

describe('workflows that are lost', () => {
  it('are not taken before their turn while the namespace is the one we know', async () => {
    expect(await noteNamespace(database, 'first')).toBe(false);
    expect(await taken()).toEqual([]);
  });

  it('are all taken once it is another one, and again only if they could not be started', async () => {
    expect(await noteNamespace(database, 'second')).toBe(true);
    expect(await noteNamespace(database, 'second')).toBe(false);
    const lost = await takeDueRecoveries(database, limit);
    expect(lost.length).toBe(50);
    expect(lost.every(({ waitsIn }) => waitsIn === 'waiting')).toBe(true);
    expect(await taken()).toEqual([]);
    const [unstarted, ...started] = lost;
    expect(await settleRecoveries(database, started, ladderMs)).toEqual([]);
    await database.query(`update recoveries set due_at = due_at - interval '1 minute'`);
    expect(await taken()).toEqual([unstarted?.identifier]);
  });

  it('are logged if they have nothing left to do', async () => {
    await noteNamespace(database, 'again');
    const [ended, ...open] = await takeDueRecoveries(database, limit);
    if (!ended) throw new Error('nothing is lost');
    await database.query('delete from recoveries where identifier = $1', [ended.identifier]);
    expect(await settleRecoveries(database, [ended, ...open], ladderMs)).toEqual([ended]);
    await database.query('insert into recoveries (identifier, due_at) values ($1, now())', [
      ended.identifier,
    ]);
  });

  it('have a turn that was brought forward meanwhile', async () => {
    await noteNamespace(database, 'third');
    const [first] = await takeDueRecoveries(database, 1);
    await database.query('update recoveries set due_at = now() where identifier = $1', [first?.identifier]);
    await settleRecoveries(database, first ? [first] : [], ladderMs);
    expect(await taken()).toContain(first?.identifier);
  });

  it('come first where something is to be done', async () => {
    await database.query(`update recoveries set due_at = now() + interval '15 minutes', ensured_at = now()`);
    const unanswered = nthIdentifier(77);
    await database.query(`update attempts set state = 'unknown' where identifier = $1`, [unanswered]);
    expect(await hurryLostWorkflows(database, { after: undefined, limit })).toBe(nthIdentifier(100));
    expect(await hurryLostWorkflows(database, { after: nthIdentifier(100), limit })).toBeUndefined();
    expect(await taken()).toEqual([unanswered]);
  });
});

describe('a review', () => {
  it('is new until it was announced', async () => {
    const first = await takeDueReviews(database, limit);
    expect(first.length).toBeGreaterThan(0);
    expect(first.every(({ isNew }) => isNew)).toBe(true);
    const again = `update reviews set next_sweep_at = now() where closed_at is null`;
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

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedLimit } from '#domain/limits/counted-limits';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { purgeLimitCounters } from '#persistence/limits/limit-counters';
import { beginAttempt } from '#persistence/transactions/begin-attempt';
import { recordChange } from '#persistence/transactions/record-change';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { ledgerDatabase } from '../witnesses/ledger.js';
import { limitedRegistration } from '../fakes/limited.js';
import { endTransaction } from '../fakes/payouts.js';

/**
 * Goal: a transaction counts for the MID that it is with. A cascade takes the count along, and passes by where there is
 * no room (decision 0013).
 */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());
afterEach(async () => {
  const { differences } = await proveLedger(database);
  assert.deepEqual(differences, []);
});

const newMid = () => `mid-${randomUUID()}`;
const limitOf = (subject: string, count: number): PlannedLimit => ({
  scope: 'mid',
  subject,
  per: 'day',
  count,
});

async function register(mids: readonly string[], limits: readonly PlannedLimit[]): Promise<string> {
  const one = limitedRegistration({ owner: newMid(), mids, limits });
  expect(await registerTransaction(database, one)).toBe(true);
  return one.identifier;
}

/** The next attempt, and that it surely reached no provider. */
async function failNext(identifier: string): Promise<number | undefined> {
  const { attempt, transaction } = (await beginAttempt(database, identifier)) ?? {};
  if (!attempt || !transaction) return undefined;
  await recordChange(database, transaction, { attempt: { n: attempt.n, to: 'not_sent' } });
  return attempt.n;
}

async function countsOf(...mids: readonly string[]): Promise<readonly number[]> {
  const rows = await database.sql<{ subject: string; count: number }[]>`
    select subject, count from limit_counters where subject = any(${mids})`;
  return mids.map((mid) => rows.find(({ subject }) => subject === mid)?.count ?? 0);
}

describe('a cascade', () => {
  it('takes the count along, and gives it back where it was and no longer is', async () => {
    const mids = [newMid(), newMid()] as const;
    const identifier = await register(mids, [limitOf(mids[0], 1), limitOf(mids[1], 1)]);
    expect(await countsOf(...mids)).toEqual([1, 0]);
    expect(await failNext(identifier)).toBe(1);
    expect(await countsOf(...mids)).toEqual([1, 0]);
    expect(await failNext(identifier)).toBe(2);
    expect(await countsOf(...mids)).toEqual([0, 1]);
    await endTransaction(database, identifier, 'error');
    expect(await countsOf(...mids)).toEqual([0, 0]);
  });

  it('that ends in success counts where it ended', async () => {
    const mids = [newMid(), newMid()] as const;
    const identifier = await register(mids, [limitOf(mids[0], 1), limitOf(mids[1], 1)]);
    await failNext(identifier);
    expect((await beginAttempt(database, identifier))?.attempt).toMatchObject({ n: 2, mid: mids[1] });
    await endTransaction(database, identifier, 'success');
    expect(await countsOf(...mids)).toEqual([0, 1]);
  });

  it('to and from MIDs without limits', async () => {
    const mids = [newMid(), newMid(), newMid()] as const;
    const identifier = await register(mids, [limitOf(mids[1], 1)]);
    expect(await countsOf(...mids)).toEqual([0, 0, 0]);
    await failNext(identifier);
    await failNext(identifier);
    expect(await countsOf(...mids)).toEqual([0, 1, 0]);
    await failNext(identifier);
    expect(await countsOf(...mids)).toEqual([0, 0, 0]);
  });

  it('passes by a MID without room, which stays in the record, and goes on to the next', async () => {
    const mids = [newMid(), newMid(), newMid()] as const;
    const limits = mids.map((mid) => limitOf(mid, 1));
    await register([mids[1]], limits);
    const identifier = await register(mids, limits);
    await failNext(identifier);
    const passed = await beginAttempt(database, identifier);
    expect(passed?.attempt).toBeUndefined();
    expect(passed?.earlier.map(({ n, state, cause }) => [n, state, cause])).toEqual([
      [1, 'not_sent', undefined],
      [2, 'not_sent', 'limit'],
    ]);
    expect(await countsOf(...mids)).toEqual([1, 1, 0]);
    expect((await beginAttempt(database, identifier))?.attempt).toMatchObject({ n: 3, mid: mids[2] });
    expect(await countsOf(...mids)).toEqual([0, 1, 1]);
  });

  it('begun by several at once moves once', async () => {
    const mids = [newMid(), newMid()] as const;
    const identifier = await register(mids, [limitOf(mids[0], 5), limitOf(mids[1], 5)]);
    await failNext(identifier);
    const begun = await Promise.all(
      Array.from({ length: 10 }, async () => (await beginAttempt(database, identifier))?.attempt),
    );
    expect(begun.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await countsOf(...mids)).toEqual([0, 1]);
  });

  it('crosswise over two MIDs, while others end: no more than fit, and none waits in a circle', async () => {
    const [one, other] = [newMid(), newMid()];
    const limits = [limitOf(one, 40), limitOf(other, 40)];
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        register(index % 2 === 0 ? [one, other] : [other, one], limits),
      ),
    );
    await Promise.all(all.map(failNext));
    await Promise.all(
      all.flatMap((identifier, index) => [
        failNext(identifier),
        ...(index % 3 === 0 ? [endTransaction(database, identifier, 'declined')] : []),
      ]),
    );
    const counts = await countsOf(one, other);
    expect(counts.map((count) => count > 0 && count <= 40)).toEqual([true, true]);
    // One that finds no room on its way holds none, and the system's own worker may end what is overdue: the books are proved
    // after each test.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(40);
  });
});

describe('counters', () => {
  const restricted = '23001';

  it('are written by what is registered alone, and kept while they matter', async () => {
    const mid = newMid();
    await register([mid], [limitOf(mid, 1)]);
    for (const sql of [
      'update limit_counters set count = 0',
      'delete from limit_counters',
      'truncate limit_counters',
    ]) {
      await expect(database.query(sql)).rejects.toMatchObject({ code: restricted });
    }
    await purgeLimitCounters(database, 1_000);
    expect(await countsOf(mid)).toEqual([1]);
  });

  it('of periods long over are purged; a payment that ends after that changes nothing', async () => {
    const mid = newMid();
    const createdAt = new Date(Date.now() - 70 * 24 * 3_600_000);
    const limits: readonly PlannedLimit[] = [limitOf(mid, 1), { ...limitOf(mid, 1), per: 'month' }];
    const old = limitedRegistration({ owner: newMid(), mids: [mid], limits, createdAt });
    await registerTransaction(database, old);
    expect(await purgeLimitCounters(database, 1_000)).toBeGreaterThanOrEqual(2);
    expect(await countsOf(mid)).toEqual([0]);
    expect(await endTransaction(database, old.identifier, 'error')).toBe(true);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registrationFailure } from '../../apps/api/src/transactions/create/registration-failure.js';
import type { PlannedLimit } from '#domain/limits/counted-limits';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { readReachedLimit } from '#persistence/limits/limit-counters';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { ledgerDatabase, openMerchant } from '../witnesses/ledger.js';
import { euro, limitedRegistration } from '../fakes/limited.js';
import { endTransaction } from '../fakes/payouts.js';

/**
 * Goal: a counted limit is never passed, however many come at the same time, and what fails is given back (decision 0013).
 * Method: registrations and ends as the processes write them, on Postgres, against the proof of the books.
 */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());
afterEach(async () => {
  const { differences } = await proveLedger(database);
  assert.deepEqual(differences, []);
});

const newOwner = () => `limits-${randomUUID()}`;
const ofProject = (subject: string, limit: Partial<PlannedLimit>): PlannedLimit => ({
  scope: 'project',
  subject,
  per: 'day',
  ...limit,
});

/** The result of each: `registered`, or the caller's error. */
function registerAll(all: readonly Registration[]): Promise<readonly string[]> {
  return Promise.all(
    all.map(async (one) => {
      try {
        return (await registerTransaction(database, one)) ? 'registered' : 'duplicate';
      } catch (error) {
        return registrationFailure(error, one.requestId, one).key;
      }
    }),
  );
}

type Asked = Parameters<typeof limitedRegistration>[0];
const many = (count: number, asked: Asked): readonly Registration[] =>
  Array.from({ length: count }, () => limitedRegistration(asked));

function tally(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function countersOf(subject: string): Promise<readonly string[]> {
  const rows = await database.sql<Readonly<Record<string, unknown>>[]>`
    select type, currency, per, starts_on::text, amount::text, count from limit_counters
    where subject = ${subject} order by per, starts_on, type, currency`;
  return rows.map((row) => Object.values(row).join(' '));
}
const today = () => new Date().toISOString().slice(0, 10);

describe('a limit is never passed', () => {
  it('of 100 at once exactly the 50 that fit are registered; the others leave nothing behind', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { amount: '500' })];
    const all = many(100, { owner, limits, money: euro('10.00') });
    expect(tally(await registerAll(all))).toEqual({ registered: 50, limitExceeded: 50 });
    expect(await countersOf(owner)).toEqual([`payment EUR day ${today()} 500.00 50`]);
    const identifiers = all.map(({ identifier }) => identifier);
    for (const table of [
      'transactions',
      'idempotency_records',
      'personal_data',
      'recoveries',
      'status_history',
    ]) {
      const rows = await database.query(`select from ${table} where identifier = any($1)`, [identifiers]);
      expect([table, rows]).toEqual([table, expect.objectContaining({ length: 50 })]);
    }
  });

  it('neither in number, whatever the amounts', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { count: 5 }), ofProject(owner, { per: 'month', amount: '1000' })];
    expect(tally(await registerAll(many(50, { owner, limits })))).toEqual({
      registered: 5,
      limitExceeded: 45,
    });
  });

  it('neither by one that is larger than the whole limit; a smaller one fits', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { amount: '10' })];
    const ask = (amount: string) => registerAll(many(1, { owner, limits, money: euro(amount) }));
    expect([await ask('10.01'), await ask('10.00'), await ask('0.01')].flat()).toEqual([
      'limitExceeded',
      'registered',
      'limitExceeded',
    ]);
  });

  it('neither while others end: what is given back is taken once', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { count: 20 }), ofProject(owner, { per: 'month', amount: '200' })];
    const first = many(20, { owner, limits });
    await registerAll(first);
    const ends = first.map(({ identifier }, index) =>
      endTransaction(database, identifier, index % 2 === 0 ? 'success' : 'expired'),
    );
    const { registered = 0 } = tally(await registerAll(many(60, { owner, limits })));
    await Promise.all(ends);
    expect(registered).toBeLessThanOrEqual(10);
    const rest = tally(await registerAll(many(60, { owner, limits })));
    expect(rest['registered'] ?? 0).toBe(10 - registered);
  });

  it('and its reference stays free', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { count: 1 })];
    const [first, second] = many(2, { owner, limits });
    if (!first || !second) throw new Error('there are two');
    expect(await registerAll([first])).toEqual(['registered']);
    expect(await registerAll([second])).toEqual(['limitExceeded']);
    await endTransaction(database, first.identifier, 'declined');
    const again = { ...second, identifier: uuid() };
    expect((await registerAll([second, again])).toSorted()).toEqual(['duplicate', 'registered']);
  });
});

describe('what is counted', () => {
  const ends = [
    ['success', true],
    ['declined', false],
    ['error', false],
    ['expired', false],
  ] as const;

  it.each(ends)('a payment that ends as %s: %s', async (status, isCounted) => {
    const owner = newOwner();
    const limits = [ofProject(owner, { count: 1 }), ofProject(owner, { per: 'month', amount: '10' })];
    const [payment] = many(1, { owner, limits });
    if (!payment) throw new Error('there is one');
    await registerAll([payment]);
    const moved = await Promise.all(
      Array.from({ length: 10 }, () => endTransaction(database, payment.identifier, status)),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
    const [day] = await countersOf(owner);
    expect(day).toBe(`payment EUR day ${today()} ${isCounted ? '10 1' : '0 0'}`);
    expect(await registerAll(many(1, { owner, limits }))).toEqual([
      isCounted ? 'limitExceeded' : 'registered',
    ]);
  });

  it('each currency, and payments and payouts, for themselves', async () => {
    const owner = await openMerchant(database, '1000', 'EUR');
    const limits = [ofProject(owner, { count: 1 })];
    const asked: readonly Asked[] = [
      { owner, limits },
      { owner, limits, money: { amount: '10', currency: 'BRL' } },
      { owner, limits, type: 'payout' },
    ];
    for (const one of asked) {
      expect(tally(await registerAll(many(3, one)))).toEqual({ registered: 1, limitExceeded: 2 });
    }
  });

  it('a customer of a merchant, over all of its projects', async () => {
    const owner = newOwner();
    const customer = randomUUID();
    const limits: readonly PlannedLimit[] = [
      { scope: 'customer', subject: customer, per: 'day', amount: '50' },
    ];
    const all = many(20, { owner, limits }).map((one, index) => ({
      ...one,
      project: `${owner}-${index % 2}`,
    }));
    expect(tally(await registerAll(all))).toEqual({ registered: 5, limitExceeded: 15 });
    expect(await countersOf(customer)).toHaveLength(1);
  });

  it('nothing, where there is no limit', async () => {
    const owner = newOwner();
    const { plan, ...one } = limitedRegistration({ owner, limits: [] });
    const { limits: _limits, ...unlimited } = plan;
    expect(await registerAll([{ ...one, plan: unlimited }])).toEqual(['registered']);
    expect(await countersOf(owner)).toEqual([]);
  });

  it('before payouts in flight and funds are asked', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { amount: '5' })];
    const payout = limitedRegistration({ owner, limits, type: 'payout' });
    expect(await registerAll([{ ...payout, payoutsInFlightMax: 1 }])).toEqual(['limitExceeded']);
    const small = limitedRegistration({ owner, limits, type: 'payout', money: euro('5') });
    expect(await registerAll([small])).toEqual(['fundsInsufficient']);
    expect(await countersOf(owner)).toEqual([]);
  });
});

describe('a period', () => {
  const lastOfMonth = new Date('2026-01-31T23:59:59.999Z');
  const firstOfMonth = new Date('2026-02-01T00:00:00.000Z');

  it('ends at midnight UTC, and is that of the registration, whenever it ends', async () => {
    const owner = newOwner();
    const limits = [ofProject(owner, { count: 1 }), ofProject(owner, { per: 'month', count: 2 })];
    const at = (createdAt: Date) => limitedRegistration({ owner, limits, createdAt });
    const first = at(lastOfMonth);
    expect(await registerAll([first])).toEqual(['registered']);
    expect(await registerAll([at(lastOfMonth)])).toEqual(['limitExceeded']);
    expect(await registerAll([at(firstOfMonth)])).toEqual(['registered']);
    expect(await countersOf(owner)).toEqual([
      'payment EUR day 2026-01-31 10 1',
      'payment EUR day 2026-02-01 10 1',
      'payment EUR month 2026-01-01 10 1',
      'payment EUR month 2026-02-01 10 1',
    ]);
    await endTransaction(database, first.identifier, 'error');
    expect(await registerAll([at(lastOfMonth)])).toEqual(['registered']);
  });

  it.each([
    ['day', lastOfMonth, '2026-02-01T00:00:00.000Z'],
    ['month', firstOfMonth, '2026-03-01T00:00:00.000Z'],
    ['month', new Date('2026-12-31T23:59:59Z'), '2027-01-01T00:00:00.000Z'],
  ] as const)('of a %s says when it ends', async (per, createdAt, ends) => {
    const owner = newOwner();
    const limits = [ofProject(owner, { per, amount: '19' })];
    const [first, second] = many(2, { owner, limits, createdAt });
    if (!first || !second) throw new Error('there are two');
    await registerTransaction(database, first);
    const error: unknown = await registerTransaction(database, second).catch((caught: unknown) => caught);
    expect(readReachedLimit(error)).toEqual({
      scope: 'project',
      per,
      type: 'payment',
      currency: 'EUR',
      reached: 'amount',
      ends,
    });
  });
});

describe('several limits at once', () => {
  it('are all counted, or none', async () => {
    const owner = newOwner();
    const [customer, mid] = [randomUUID(), randomUUID()];
    const limits: readonly PlannedLimit[] = [
      { scope: 'mid', subject: mid, per: 'day', count: 3 },
      { scope: 'customer', subject: customer, per: 'month', count: 100 },
      ofProject(owner, { amount: '1000' }),
    ];
    const outcomes = await registerAll(many(40, { owner, limits, mids: [mid] }));
    expect(tally(outcomes)).toEqual({ registered: 3, limitExceeded: 37 });
    expect((await Promise.all([owner, customer, mid].map(countersOf))).flat()).toEqual([
      `payment EUR day ${today()} 30 3`,
      `payment EUR month ${today().slice(0, 7)}-01 30 3`,
      `payment EUR day ${today()} 30 3`,
    ]);
  });

  it('that are shared crosswise never wait in a circle', async () => {
    const owners = [newOwner(), newOwner()];
    const subjects = [randomUUID(), randomUUID()];
    const all = Array.from({ length: 120 }, (_, index) => {
      const owner = owners[index % 2] ?? '';
      const shared = subjects.map((subject): PlannedLimit => ({
        scope: 'customer',
        subject,
        per: 'day',
        count: 60,
      }));
      const limits = [...(index % 3 === 0 ? shared : shared.toReversed()), ofProject(owner, { count: 50 })];
      return limitedRegistration({ owner, limits: index % 5 === 0 ? limits.toReversed() : limits });
    });
    expect(tally(await registerAll(all))).toEqual({ registered: 60, limitExceeded: 60 });
  });
});

it('a registered transaction keeps its plan', async () => {
  const owner = newOwner();
  const one = limitedRegistration({ owner, limits: [ofProject(owner, { count: 1 })] });
  await registerTransaction(database, one);
  const change = database.query(`update transactions set plan = plan - 'limits' where identifier = $1`, [
    one.identifier,
  ]);
  await expect(change).rejects.toMatchObject({ code: '23001' });
  expect((await findByIdentifier(database, one.identifier))?.plan).toEqual(one.plan);
});

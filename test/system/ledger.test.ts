import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrationFailure } from '../../apps/api/src/transactions/create/registration-failure.js';
import { finalStatuses } from '#domain/transaction/status';
import { findBalances } from '#persistence/ledger/find-balances';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { closeReviews } from '#persistence/transactions/close-reviews';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { ledgerDatabase, naira, openBalances, openMerchant } from '../witnesses/ledger.js';
import { endTransaction, payoutRegistration } from '../fakes/payouts.js';

/** Goal: money is never made, lost, spent twice or forgotten, whatever comes at the same time (contract §13). */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

/** The result of each: `registered`, or the caller's error. */
function registerAll(all: readonly Registration[]): Promise<readonly string[]> {
  return Promise.all(all.map(register));
}

/** One that got no connection in time is sent again. */
async function register(one: Registration): Promise<string> {
  try {
    return (await registerTransaction(database, one)) ? 'registered' : 'duplicate';
  } catch (error) {
    const { key } = registrationFailure(error, one.requestId, one);
    return key === 'unavailable' ? register(one) : key;
  }
}

function many(count: number, asked: Parameters<typeof payoutRegistration>[0]): readonly Registration[] {
  return Array.from({ length: count }, () => payoutRegistration(asked));
}

function tally(outcomes: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(outcomes)].map((key) => [key, outcomes.filter((one) => one === key).length]),
  );
}

async function kindsOf(identifier: string): Promise<readonly string[]> {
  const rows = await database.sql<{ kind: string }[]>`
    select kind from ledger_entries where identifier = ${identifier} order by id`;
  return rows.map(({ kind }) => kind);
}

async function inFlight(project: string): Promise<number | undefined> {
  const [row] = await database.sql<{ count: number }[]>`
    select count from payouts_in_flight where project = ${project}`;
  return row?.count;
}

async function expectSound(): Promise<void> {
  expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
}

describe('funds are reserved in the statement that registers a payout', () => {
  it('of 100 at once the balance pays exactly 50; the others leave nothing behind', async () => {
    const merchant = await openMerchant(database, '500.00');
    const all = many(100, { merchant, money: naira('10') });
    expect(tally(await registerAll(all))).toEqual({ registered: 50, fundsInsufficient: 50 });
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available: '0.00', reserved: '500.00' },
    ]);
    const identifiers = all.map(({ identifier }) => identifier);
    for (const table of [
      'transactions',
      'idempotency_records',
      'personal_data',
      'recoveries',
      'status_history',
      'ledger_entries',
    ]) {
      const rows = await database.query(`select from ${table} where identifier = any($1)`, [identifiers]);
      expect([table, rows]).toEqual([table, expect.objectContaining({ length: 50 })]);
    }
    expect(await inFlight(merchant)).toBe(50);
    await expectSound();
  });

  it('also while others end: every kobo is available, reserved or paid', async () => {
    const merchant = await openMerchant(database, '300');
    const first = many(30, { merchant, money: naira('10') });
    expect(tally(await registerAll(first))).toEqual({ registered: 30 });
    const ends = first.map(({ identifier }, index) =>
      endTransaction(
        database,
        identifier,
        index % 3 === 0 ? 'success' : index % 3 === 1 ? 'declined' : 'error',
      ),
    );
    const outcomes = tally(await registerAll(many(100, { merchant, money: naira('10') })));
    expect(new Set(await Promise.all(ends))).toEqual(new Set([true]));
    const { registered = 0, fundsInsufficient = 0, ...others } = outcomes;
    expect([registered + fundsInsufficient, others]).toEqual([100, {}]);
    expect(registered).toBeLessThanOrEqual(20);
    const rest = await registerAll(many(30, { merchant, money: naira('10') }));
    expect(tally(rest)['registered'] ?? 0).toBe(20 - registered);
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available: '0.00', reserved: '200.00' },
    ]);
    await expectSound();
  });

  it('a refused reference is free again, and the merchant without a balance has insufficient funds', async () => {
    const merchant = `ledger-${randomUUID()}`;
    const payout = payoutRegistration({ merchant, money: naira('10') });
    expect(await registerAll([payout])).toEqual(['fundsInsufficient']);
    await openBalances(database, merchant, { GHS: '1000' });
    expect(await registerAll([payout])).toEqual(['fundsInsufficient']);
    await openBalances(database, merchant, { NGN: '10' });
    const again = { ...payout, identifier: uuid() };
    expect(await registerAll([payout, again])).toEqual(expect.arrayContaining(['registered', 'duplicate']));
  });

  it('in the billing currency, with the billing amount', async () => {
    const merchant = await openMerchant(database, '1.62', 'EUR');
    const money = { amount: '10.1', currency: 'BRL' };
    const billing = { amount: '1.62', currency: 'EUR' };
    expect(await registerAll(many(2, { merchant, money, billing }))).toEqual(
      expect.arrayContaining(['registered', 'fundsInsufficient']),
    );
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'EUR', available: '0.00', reserved: '1.62' },
    ]);
  });

  it('a registration that is rolled back leaves nothing', async () => {
    const merchant = await openMerchant(database, '10');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    const rolledBack = database.transaction(async (manager) => {
      expect(await registerTransaction(manager, payout)).toBe(true);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await kindsOf(payout.identifier)).toEqual([]);
    expect(await inFlight(merchant)).toBeUndefined();
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available: '10.00', reserved: '0.00' },
    ]);
  });
});

describe('payouts in flight', () => {
  it('are exactly 5 of 50 at once, and each end makes room for one', async () => {
    const merchant = await openMerchant(database, '1000');
    const asked = { merchant, money: naira('1'), payoutsInFlightMax: 5 };
    const all = many(50, asked);
    const outcomes = await registerAll(all);
    expect(tally(outcomes)).toEqual({ registered: 5, inFlightLimitReached: 45 });
    const [one, other] = all.filter((_one, index) => outcomes[index] === 'registered');
    await endTransaction(database, one?.identifier ?? '', 'success');
    await endTransaction(database, other?.identifier ?? '', 'declined');
    expect(tally(await registerAll(many(20, asked)))).toEqual({ registered: 2, inFlightLimitReached: 18 });
    expect(await inFlight(merchant)).toBe(5);
    await expectSound();
  });

  it('are counted per project, and the limit comes before the funds', async () => {
    const merchant = await openMerchant(database, '1');
    const asked = (project: string) => ({ merchant, project, money: naira('1'), payoutsInFlightMax: 1 });
    const [first, second] = [`${merchant}-1`, `${merchant}-2`];
    expect(await registerAll(many(1, asked(first)))).toEqual(['registered']);
    expect(await registerAll(many(1, asked(first)))).toEqual(['inFlightLimitReached']);
    expect(await registerAll(many(1, asked(second)))).toEqual(['fundsInsufficient']);
    expect([await inFlight(first), await inFlight(second)]).toEqual([1, undefined]);
  });
});

describe('a final state moves the money once', () => {
  it.each([
    ['success', ['reserve', 'settle'], '40.00'],
    ['declined', ['reserve', 'release'], '50.00'],
    ['error', ['reserve', 'release'], '50.00'],
  ] as const)('a payout that ends as %s: %j', async (status, kinds, available) => {
    const merchant = await openMerchant(database, '50');
    const payout = payoutRegistration({ merchant, money: naira('10.00') });
    await registerTransaction(database, payout);
    const ends = await Promise.all(
      Array.from({ length: 10 }, () => endTransaction(database, payout.identifier, status)),
    );
    expect(ends.filter((isMoved) => isMoved)).toHaveLength(1);
    expect(await kindsOf(payout.identifier)).toEqual(kinds);
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available, reserved: '0.00' },
    ]);
    expect(await inFlight(merchant)).toBe(0);
  });

  it.each(finalStatuses)('a payment that ends as %s: collected, or nothing', async (status) => {
    const merchant = `ledger-${randomUUID()}`;
    const payment: Registration = {
      ...payoutRegistration({ merchant, money: naira('10') }),
      type: 'payment',
    };
    await registerTransaction(database, payment);
    await endTransaction(database, payment.identifier, status);
    expect(await kindsOf(payment.identifier)).toEqual(status === 'success' ? ['collect'] : []);
    expect(await findBalances(database, merchant)).toEqual([]);
    await expectSound();
  });

  it('money that came back is adjusted once, with the closing of a review, beside the other entries', async () => {
    const merchant = await openMerchant(database, '10');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    const { identifier } = payout;
    await registerTransaction(database, payout);
    const raise = () =>
      database.query(`insert into reviews (identifier, cause, evidence) values ($1, 'test', '{}')`, [
        identifier,
      ]);
    const adjust = () =>
      closeReviews(database, {
        identifier,
        operator: 'eve',
        reason: 'returned by the bank',
        adjustment: 'returned',
      });
    expect(await adjust()).toBe('closedBefore');
    await raise();
    expect(await adjust()).toBe('notSettled');
    await endTransaction(database, identifier, 'success');
    // Several that ask for the same are one: a later one finds it closed and adjusted.
    await raise();
    expect(await Promise.all([adjust(), adjust(), adjust()])).toEqual(['closed', 'closed', 'closed']);
    expect(await kindsOf(identifier)).toEqual(['reserve', 'settle', 'adjust']);
    expect(await findBalances(database, merchant)).toMatchObject([{ available: '10.00', reserved: '0.00' }]);
    await raise();
    expect(await adjust()).toBe('postedBefore');
    expect(await kindsOf(identifier)).toEqual(['reserve', 'settle', 'adjust']);
    await expectSound();
  });
});

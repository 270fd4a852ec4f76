import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { registrationFailure } from '../../apps/api/src/payments/registration-failure.js';
import { finalStatuses } from '#domain/transaction';
import { createDatabase } from '#persistence/database';
import { adjustPayout } from '#persistence/ledger/adjust-payout';
import { findBalances } from '#persistence/ledger/find-balances';
import { postOpeningBalances } from '#persistence/ledger/post-opening-balances';
import { proveBooks } from '#persistence/ledger/prove-books';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { idealBody, pixBody, ussdBody } from '../support/bodies.js';
import { expectError } from '../support/expect-error.js';
import { createMerchant, newReference } from '../support/merchant.js';
import { endTransaction, payoutRegistration } from '../support/payouts.js';

/** Goal: money is never made, lost, spent twice or forgotten, whoever comes at the same time (contract §13). */
const { urls, databaseUrl } = inject('stack');
const parallel = 30;
const database = createDatabase({ url: databaseUrl, applicationName: 'ledger test', poolSize: parallel });

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

const naira = (amount: string) => ({ amount, currency: 'NGN' });

/** A merchant of its own, with so much to pay out. */
async function openMerchant(amount: string, currency = 'NGN'): Promise<string> {
  const merchant = `ledger-${randomUUID()}`;
  await open(merchant, { [currency]: amount });
  return merchant;
}

function open(merchant: string, openingBalances: Readonly<Record<string, string>>): Promise<void> {
  return postOpeningBalances(database, {
    merchants: { [merchant]: { name: merchant, enabled: true, openingBalances } },
  });
}

/** What became of each: `registered`, or the error that the caller is told. */
async function registerAll(all: readonly Registration[]): Promise<readonly string[]> {
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

function many(count: number, asked: Parameters<typeof payoutRegistration>[0]): readonly Registration[] {
  return Array.from({ length: count }, () => payoutRegistration(asked));
}

function count(outcomes: readonly string[]): Readonly<Record<string, number>> {
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
  expect(await proveBooks(database)).toMatchObject({ differencesCount: 0, differences: [] });
}

describe('funds are reserved in the statement that registers a payout', () => {
  it('of 100 at once the balance pays exactly 50; the others leave nothing behind', async () => {
    const merchant = await openMerchant('500.00');
    const all = many(100, { merchant, money: naira('10') });
    expect(count(await registerAll(all))).toEqual({ registered: 50, fundsInsufficient: 50 });
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available: '0.00', reserved: '500.00' },
    ]);
    const identifiers = all.map(({ identifier }) => identifier);
    for (const table of [
      'transactions',
      'answers',
      'personal_data',
      'sweeps',
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
    const merchant = await openMerchant('300');
    const first = many(30, { merchant, money: naira('10') });
    expect(count(await registerAll(first))).toEqual({ registered: 30 });
    const ends = first.map(({ identifier }, index) =>
      endTransaction(
        database,
        identifier,
        index % 3 === 0 ? 'success' : index % 3 === 1 ? 'declined' : 'error',
      ),
    );
    const outcomes = count(await registerAll(many(100, { merchant, money: naira('10') })));
    expect(new Set(await Promise.all(ends))).toEqual(new Set([true]));
    const { registered = 0, fundsInsufficient = 0, ...others } = outcomes;
    expect([registered + fundsInsufficient, others]).toEqual([100, {}]);
    expect(registered).toBeLessThanOrEqual(20);
    const rest = await registerAll(many(30, { merchant, money: naira('10') }));
    expect(count(rest)['registered'] ?? 0).toBe(20 - registered);
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'NGN', available: '0.00', reserved: '200.00' },
    ]);
    await expectSound();
  });

  it('a refused reference is free again, and the merchant without a balance has insufficient funds', async () => {
    const merchant = `ledger-${randomUUID()}`;
    const payout = payoutRegistration({ merchant, money: naira('10') });
    expect(await registerAll([payout])).toEqual(['fundsInsufficient']);
    await open(merchant, { GHS: '1000' });
    expect(await registerAll([payout])).toEqual(['fundsInsufficient']);
    await open(merchant, { NGN: '10' });
    expect(await registerAll([payout, payout])).toEqual(expect.arrayContaining(['registered', 'duplicate']));
  });

  it('in the billing currency, with the billing amount', async () => {
    const merchant = await openMerchant('1.62', 'EUR');
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
    const merchant = await openMerchant('10');
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
    const merchant = await openMerchant('1000');
    const asked = { merchant, money: naira('1'), payoutsInFlightMax: 5 };
    const all = many(50, asked);
    const outcomes = await registerAll(all);
    expect(count(outcomes)).toEqual({ registered: 5, inFlightLimitReached: 45 });
    const [one, other] = all.filter((_one, index) => outcomes[index] === 'registered');
    await endTransaction(database, one?.identifier ?? '', 'success');
    await endTransaction(database, other?.identifier ?? '', 'declined');
    expect(count(await registerAll(many(20, asked)))).toEqual({ registered: 2, inFlightLimitReached: 18 });
    expect(await inFlight(merchant)).toBe(5);
    await expectSound();
  });

  it('are counted per project, and the limit comes before the funds', async () => {
    const merchant = await openMerchant('1');
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
    const merchant = await openMerchant('50');
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

  it('money that came back is adjusted once, beside the other entries', async () => {
    const merchant = await openMerchant('10');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    await registerTransaction(database, payout);
    const adjust = () =>
      adjustPayout(database, {
        identifier: payout.identifier,
        operator: 'eve',
        reason: 'returned by the bank',
      });
    expect(await adjust()).toBe('notSettled');
    await endTransaction(database, payout.identifier, 'success');
    expect((await Promise.all([adjust(), adjust(), adjust()])).toSorted()).toEqual([
      'posted',
      'postedBefore',
      'postedBefore',
    ]);
    expect(await kindsOf(payout.identifier)).toEqual(['reserve', 'settle', 'adjust']);
    expect(await findBalances(database, merchant)).toMatchObject([{ available: '10.00', reserved: '0.00' }]);
    await expectSound();
  });
});

describe('what would spoil the books is refused by the database', () => {
  async function refusal(sql: string, ...values: readonly unknown[]): Promise<unknown> {
    return database.query(sql, [...values]).then(
      () => 'taken',
      (error: { code?: unknown }) => error.code,
    );
  }
  const restricted = '23001';
  const unsound = '23000';
  const violatesCheck = '23514';

  it('an entry is neither changed nor deleted, a balance and a counter only follow', async () => {
    const merchant = await openMerchant('10');
    await registerTransaction(database, payoutRegistration({ merchant, money: naira('1') }));
    for (const [table, change] of [
      ['ledger_entries', 'amount = 11'],
      ['ledger_balances', 'available = 11'],
      ['payouts_in_flight', 'count = 0'],
    ] as const) {
      const where = table === 'payouts_in_flight' ? 'project' : 'merchant';
      expect(await refusal(`update ${table} set ${change} where ${where} = $1`, merchant)).toBe(restricted);
      expect(await refusal(`delete from ${table} where ${where} = $1`, merchant)).toBe(restricted);
      expect(await refusal(`truncate ${table} cascade`)).toBe(restricted);
    }
    const balance = `insert into ledger_balances (merchant, currency, available) values ($1, 'EUR', 1)`;
    expect(await refusal(balance, merchant)).toBe(restricted);
    expect(await refusal(`insert into payouts_in_flight values ('by hand', 1)`)).toBe(restricted);
  });

  it('an entry that its transaction does not know of, or that another must come before', async () => {
    const merchant = await openMerchant('100');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    await registerTransaction(database, payout);
    const post = (kind: string, from: string, to: string, amount = '10', whose = merchant) =>
      refusal(
        `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
         values ($1, 'NGN', $2, $3, $4, $5, $6)`,
        ...[whose, from, to, amount, kind, payout.identifier],
      );
    expect(await post('reserve', 'available', 'reserved')).toBe('23505');
    expect(await post('reserve', 'available', 'reserved', '11')).toBe(unsound);
    expect(await post('settle', 'reserved', 'clearing')).toBe(unsound);
    expect(await post('release', 'reserved', 'available')).toBe(unsound);
    expect(await post('collect', 'clearing', 'collected')).toBe(unsound);
    await endTransaction(database, payout.identifier, 'success');
    expect(await post('release', 'reserved', 'available')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'available', '11')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'available', '10', 'other')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'reserved')).toBe(violatesCheck);
    expect(await post('top_up', 'funding', 'available')).toBe(violatesCheck);
    expect(await post('reserve', 'available', 'reserved', '-10')).toBe(unsound);
    await expectSound();
  });

  it('no account goes below zero', async () => {
    const merchant = await openMerchant('10');
    const below = (column: string) =>
      database.transaction(async (manager) => {
        // Past the law, to meet the last guard alone.
        await manager.query('alter table ledger_balances disable trigger ledger_balances_law');
        await manager.query(`update ledger_balances set ${column} = -0.01 where merchant = $1`, [merchant]);
      });
    await expect(below('available')).rejects.toMatchObject({ constraint: 'ledger_balances_available_check' });
    await expect(below('reserved')).rejects.toMatchObject({ constraint: 'ledger_balances_reserved_check' });
  });
});

describe('opening balances', () => {
  it('are posted once per currency, whatever the configuration says later', async () => {
    const merchant = `ledger-${randomUUID()}`;
    await Promise.all([open(merchant, { NGN: '10', EUR: '0' }), open(merchant, { NGN: '10' })]);
    await open(merchant, { NGN: '20', GHS: '5' });
    expect(await findBalances(database, merchant)).toEqual([
      { currency: 'GHS', available: '5.00', reserved: '0.00' },
      { currency: 'NGN', available: '10.00', reserved: '0.00' },
    ]);
  });

  it('GET /v2/balance shows them to every project of the merchant, and nobody else', async () => {
    const opened = (currency: string, available: string) => ({ currency, available, reserved: '0.00' });
    const poor = await createMerchant(urls.api, 'mk_test_poor').get('/v2/balance');
    expect(poor).toMatchObject({ status: 200 });
    expect(poor.body).toEqual({
      balances: [opened('BOB', '100.00'), opened('BRL', '100.00'), opened('NGN', '100.00')],
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const [demo, second] = await Promise.all(
      ['mk_test_demo', 'mk_test_demo_b'].map((key) => createMerchant(urls.api, key).get('/v2/balance')),
    );
    expect(demo?.body['balances']).toEqual(second?.body['balances']);
    expect(demo?.body['balances']).toContainEqual({
      currency: 'XOF',
      available: '1000000000',
      reserved: '0',
    });
    expectError(await createMerchant(urls.api).post('/v2/balance', {}), {
      status: 405,
      code: 30,
      reason: 'Invalid params',
    });
  });
});

describe('billing in another currency', () => {
  const fx = createMerchant(urls.api, 'mk_test_fx');

  it('is decided at registration and shown by the check endpoint', async () => {
    const body = { ...pixBody(), amount: 10.1 };
    expect((await fx.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
    const { body: record } = await fx.get(`/v2/payment/${body.reference}`);
    expect(record).toMatchObject({ amount: '10.1', billing_amount: '1.62', billing_currency: 'EUR' });
  });

  it('collects what was billed, in what was billed', async () => {
    const body = idealBody({ sandbox: 'success' });
    expect((await fx.post('/v2/payment', body)).body).toMatchObject({ error_code: 0 });
    const { identifier } = await fx.untilFinal(body.reference);
    const rows = await database.sql`
      select currency, amount, kind from ledger_entries where identifier = ${identifier}`;
    expect(rows).toEqual([{ currency: 'EUR', amount: '10.1', kind: 'collect' }]);
  });

  it("without the configuration of the rate's provider: 35", async () => {
    const body = ussdBody(urls.sandbox);
    expectError(await fx.post('/v2/payment', body), {
      status: 400,
      code: 35,
      reason: 'Resource not found',
      description: 'provider configuration missing while getting currency rate',
      reference: body.reference,
    });
  });

  it('without a rate: 200', async () => {
    const customer = { identifier: 'c-1', first_name: 'Ana', last_name: 'Lopez', itn: 'XEXX010101000' };
    const body = {
      method: 'bank_transfer_mexico',
      reference: newReference(),
      currency: 'MXN',
      amount: 1200,
      customer,
    };
    expectError(await fx.post('/v2/payment', body), {
      status: 400,
      code: 200,
      reason: 'Transaction processing error',
      description: 'currency rate error',
      reference: body.reference,
    });
  });
});

describe('the proof of the books', () => {
  const forgeries: readonly [rule: string, sql: string][] = [
    [
      'a balance is the sum of its entries',
      'update ledger_balances set available = available + 1 where merchant = $1',
    ],
    [
      'what is reserved is what payouts that are not final hold',
      'update ledger_balances set available = available - 1, reserved = reserved + 1 where merchant = $1',
    ],
    [
      'a transaction is posted as its state says',
      `delete from ledger_entries where merchant = $1 and kind = 'reserve'`,
    ],
    [
      'a transaction is posted as its state says',
      `update transactions set status = 'success', finished_at = now() where merchant = $1`,
    ],
    [
      'a transaction is posted with its own money',
      `update ledger_entries set amount = amount + 1 where merchant = $1 and kind = 'reserve'`,
    ],
    [
      'a project has as many payouts in flight as are counted',
      'update payouts_in_flight set count = count + 1 where project = $1',
    ],
  ];

  it.each(forgeries)('finds where it does not hold: %s', async (rule, forgery) => {
    const merchant = await openMerchant('20');
    await registerTransaction(database, payoutRegistration({ merchant, money: naira('10') }));
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('set local session_replication_role = replica');
      await runner.query(forgery, [merchant]);
      const { differences, differencesCount } = await proveBooks(runner);
      expect(differencesCount).toBe(differences.length);
      expect(differences.map((difference) => difference.rule)).toContain(rule);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    await expectSound();
  });
});

describe('on the command line', () => {
  const run = promisify(execFile);
  const admin = (program: string, ...programArguments: readonly string[]) =>
    run(process.execPath, [`dist/apps/admin/src/${program}.js`, ...programArguments], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });

  it('a top-up posts, each time it is called', async () => {
    const topUp = () =>
      admin('top-up-balance', '--merchant', 'window', '--currency', 'KWD', '--amount', '1.25');
    expect((await topUp()).stdout).toContain('1.25 KWD');
    await topUp();
    expect(await findBalances(database, 'window')).toContainEqual({
      currency: 'KWD',
      available: '2.500',
      reserved: '0.000',
    });
  });

  it.each([
    ['an unknown merchant', 'nobody', 'EUR', '1', 'no merchant nobody'],
    ['no currency', 'demo', 'eur', '1', '--currency'],
    ['an amount finer than the currency', 'demo', 'UGX', '0.5', '--amount'],
    ['nothing', 'demo', 'EUR', '0', '--amount'],
  ])('a top-up refuses %s', async (_name, merchant, currency, amount, says) => {
    const refused = admin(
      'top-up-balance',
      '--merchant',
      merchant,
      '--currency',
      currency,
      '--amount',
      amount,
    );
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
  });

  it('the check says what it looked at', async () => {
    expect((await admin('check-books')).stdout).toMatch(/^\d+ entries, \d+ balances, .*: 0 differences/);
  });
});

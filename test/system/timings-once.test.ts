import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedTiming } from '#domain/transaction/plan';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks, type Row } from '../witnesses/books.js';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';
import { createMerchant } from '../fakes/merchant.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { payoutRegistration } from '../fakes/payouts.js';
import { placeTimings } from '../witnesses/place-timings.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: timings are written once for each that differ, and not with each transaction (docs/decisions/0036). */
const books = openBooks(sharedStack.databaseUrl);
const database = ledgerDatabase();
const merchant = createMerchant(sharedStack.urls.api);
beforeAll(() => database.initialize());
afterAll(async () => {
  await database.destroy();
  await books.close();
});

/** Timings that were never used before. */
function newTiming(): PlannedTiming {
  const { timing } = payoutRegistration({ merchant: 'any', money: naira('10') }).plan;
  return { ...timing, unknownReviewMs: randomInt(2 ** 47) };
}

function withTiming(registration: Registration, timing: PlannedTiming): Registration {
  return { ...registration, plan: { ...registration.plan, timing } };
}

const rowsOf = (timing: PlannedTiming) =>
  books.rows(
    `select encode(key, 'hex') as key, xmax::text, content, (select count(*)::integer from transactions
       where timings_key = key) as transactions
     from timings where content = $1`,
    JSON.stringify(timing),
  );

describe('what comes over HTTP', () => {
  it('shares its timings with all of its kind, and is smaller by them', async () => {
    const references: string[] = [];
    for (let made = 0; made < 15; made += 1) {
      const payment = made < 10 ? idealBody({ sandbox: 'success' }) : pixBody({ sandbox: 'success' });
      const payout = pixPayout({ sandbox: 'success' });
      expect((await merchant.post('/v2/payment', payment)).body).toMatchObject({ error_code: 0 });
      expect((await merchant.post(payouts, payout)).body).toMatchObject({ error_code: 0 });
      references.push(payment.reference, payout.reference);
    }
    const kinds = await books.rows(
      `select type, method, count(*)::integer as transactions, count(distinct timings_key)::integer as keys,
         count(distinct content)::integer as contents, bool_or(plan ? 'timing') as has_copies
       from transactions left join timings on key = timings_key
       where reference = any($1) group by 1, 2 order by 1, 2`,
      references,
    );
    const shared = { keys: 1, contents: 1, has_copies: false };
    expect(kinds).toEqual([
      { type: 'payment', method: 'ideal', transactions: 10, ...shared },
      { type: 'payment', method: 'pix', transactions: 5, ...shared },
      { type: 'payout', method: 'pix', transactions: 15, ...shared },
    ]);
    const after = await bytesOf(references);
    const which = `reference in (${references.map((reference) => `'${reference}'`).join(', ')})`;
    await placeTimings(books, which, 'in its plan');
    const before = await bytesOf(references);
    await placeTimings(books, which, 'by their key');
    expect(after.plan).toBeLessThan(150);
    expect(Number(before.row) - Number(after.row)).toBeGreaterThan(400);
  });
});

async function bytesOf(references: readonly string[]): Promise<Row> {
  const [row = {}] = await books.rows(
    `select round(avg(pg_column_size(plan)))::integer as plan, round(avg(pg_column_size(transactions)))::integer as row
     from transactions where reference = any($1)`,
    references,
  );
  return row;
}

describe('timings that are new', () => {
  it('are written by one of many registrations that come at once, and nothing of those that are refused stays', async () => {
    const owners = [
      await openMerchant(database, '100'),
      await openMerchant(database, '100'),
      await openMerchant(database, '30'),
    ];
    const all = owners.flatMap((owner) =>
      Array.from({ length: 10 }, () => payoutRegistration({ merchant: owner, money: naira('10') })),
    );
    const timing = newTiming();
    const outcomes = await Promise.allSettled(
      all.map((registration) => registerTransaction(database, withTiming(registration, timing))),
    );
    const failed = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    expect(failed.map((error) => error.message)).toEqual(
      Array(7).fill(expect.stringContaining('too little NGN')),
    );
    expect(await rowsOf(timing)).toEqual([expect.objectContaining({ transactions: 23 })]);
  });

  it('are written by the statement that waited, when the first one is undone', async () => {
    const owner = await openMerchant(database, '100');
    const [first, second] = [1, 2].map(() => payoutRegistration({ merchant: owner, money: naira('10') }));
    if (!first || !second) throw new Error('there are two');
    const timing = newTiming();
    let other: Promise<boolean> | undefined;
    const undone = database.transaction(async (manager) => {
      await registerTransaction(manager, withTiming(first, timing));
      other = registerTransaction(database, withTiming({ ...second, type: 'payment' }, timing));
      await untilSomebodyWaits();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await other).toBe(true);
    expect(await rowsOf(timing)).toEqual([expect.objectContaining({ transactions: 1 })]);
    expect((await findByIdentifier(database, second.identifier))?.plan.timing).toEqual(timing);
  });

  it('are not written with a reference that is taken', async () => {
    const one = payoutRegistration({ merchant: await openMerchant(database, '100'), money: naira('10') });
    const timing = newTiming();
    expect(await registerTransaction(database, one)).toBe(true);
    const again = withTiming({ ...one, identifier: randomUUID() }, timing);
    expect(await registerTransaction(database, again)).toBe(false);
    expect(await rowsOf(timing)).toEqual([]);
  });
});

it('timings that are there are neither written nor locked, in whatever order they come', async () => {
  const owner = await openMerchant(database, '100');
  const [one, ...others] = Array.from({ length: 5 }, () =>
    payoutRegistration({ merchant: owner, money: naira('10') }),
  );
  if (!one) throw new Error('there are five');
  const timing = newTiming();
  const turned = Object.fromEntries(Object.entries(timing).toReversed()) as PlannedTiming;
  await registerTransaction(database, withTiming(one, timing));
  const [row] = await rowsOf(timing);
  for (const other of others) await registerTransaction(database, withTiming(other, turned));
  expect(await rowsOf(timing)).toEqual([{ ...row, xmax: '0', transactions: 5 }]);
});

function untilSomebodyWaits(): Promise<unknown> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'
    and query like '%with registered%'`;
  return until(
    () => books.rows(waiting),
    ({ length }) => length > 0,
  );
}

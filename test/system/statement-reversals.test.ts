import { describe, expect, it } from 'vitest';
import { findBalances } from '#persistence/ledger/find-balances';
import { recordReversals } from '#persistence/refunds/record-reversals';
import {
  listPaidByLines,
  raiseStatementReviews,
  recordToldReversals,
} from '#persistence/statements/follow-statements';
import { rematchLines } from '#persistence/statements/rematch';
import { registerAt } from '../fakes/register-at.js';
import { registerRefund, toldOf, type Paid } from '../fakes/reversals.js';
import { booksOf, differencesOf, importLines, lineFor, lineOf, newMid } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: a line is the second witness of what happened to money after a success; it is recorded once, whether the line or the
 * report comes first (contract §15.8, §16.4). Method: lines are imported as the finance role, and followed as the worker does it.
 */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');
const worker = await openAs('worker');

const report = ({ identifier }: Paid, told: ReturnType<typeof toldOf>) =>
  recordReversals(worker, { identifier, provider: 'sandbox', way: 'report', told: [told] });

/** Until nothing follows any more. */
async function follow(mid: string): Promise<void> {
  await recordToldReversals(worker, { limit: 1_000 });
  await rematchLines(finance, mid);
}

async function reversalsOf({ identifier }: Paid): Promise<readonly string[]> {
  const rows = await database.sql<{ said: string }[]>`
    select concat_ws(' ', kind, state, trim_scale(amount), (select count(*) from reversal_words
      where reversal_words.reversal_id = reversals.reversal_id)) as said
    from reversals where identifier = ${identifier} order by id`;
  return rows.map(({ said }) => said);
}

const available = async ({ merchant }: Paid) =>
  Number((await findBalances(database, merchant))[0]?.available);

describe('a refund that was not reported', () => {
  it('C22 is one reversal by its line, also when the callback comes later', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const line = lineFor(payment, { kind: 'refund', gross: '40.00', net: '40.00', providerId: 're_1' });
    await importLines(finance, [lineFor(payment), line], { mid });
    expect(await differencesOf(database, mid)).toEqual(['reversal 1 40']);
    await follow(mid);
    expect(await reversalsOf(payment)).toEqual(['provider_refund posted 40 1']);
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await booksOf(database, mid)).toEqual({ customers: '-60', held: '60' });
    await report(payment, toldOf(payment, 'provider_refund', { amount: '40', key: 're_1' }));
    await follow(mid);
    expect(await reversalsOf(payment)).toEqual(['provider_refund posted 40 2']);
  });

  it('C22 is one reversal when the callback came first', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    await report(payment, toldOf(payment, 'provider_refund', { amount: '40', key: 're_1' }));
    const line = lineFor(payment, { kind: 'refund', gross: '40.00', net: '40.00', providerId: 're_1' });
    expect((await importLines(finance, [lineFor(payment), line], { mid })).differences).toEqual({});
    await follow(mid);
    await follow(mid);
    expect(await reversalsOf(payment)).toEqual(['provider_refund posted 40 2']);
  });

  it('C22 is one of two, where their lines name the payment alone', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    await database.sql`update attempts set provider_id = 'pi_1' where identifier = ${payment.identifier}`;
    const refunded = (gross: string) =>
      lineOf({ kind: 'refund', gross, currency: payment.money.currency, providerId: 'pi_1' });
    await importLines(finance, [lineFor(payment), refunded('40.00'), refunded('10.00')], { mid });
    await follow(mid);
    expect((await reversalsOf(payment)).toSorted()).toEqual([
      'provider_refund posted 10 1',
      'provider_refund posted 40 1',
    ]);
    expect(await differencesOf(database, mid)).toEqual([]);
  });

  it('that we made ourselves is our refund', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const refund = await registerRefund(database, payment, '40', { status: 'success', providerId: 're_2' });
    const byPayment = lineFor(payment, { kind: 'refund', gross: '40.00', net: '40.00', providerId: 're_2' });
    expect((await importLines(finance, [lineFor(payment), byPayment], { mid })).differences).toEqual({});
    expect(await reversalsOf(payment)).toEqual([]);
    expect(await reversalsOf(refund)).toEqual([]);
  });
});

describe('a payout that came back', () => {
  const line = (payout: Paid, amount = '100.00') =>
    lineFor(payout, { kind: 'payout_returned', gross: amount, net: amount });

  it('C23, B4 told by report first, line second: posted once, without a person', async () => {
    const mid = newMid();
    const payout = await registerAt(database, mid, { type: 'payout' });
    await report(payout, toldOf(payout, 'returned'));
    expect(await available(payout)).toBe(900);
    const lines = [lineFor(payout, { kind: 'payout' }), line(payout)];
    expect((await importLines(finance, lines, { mid })).differences).toEqual({});
    await follow(mid);
    await follow(mid);
    expect(await reversalsOf(payout)).toEqual(['returned posted 100 2']);
    expect(await available(payout)).toBe(1000);
    expect(await booksOf(database, mid)).toEqual({});
  });

  it('C23, B4 told by line first, report second: posted once, without a person', async () => {
    const mid = newMid();
    const payout = await registerAt(database, mid, { type: 'payout' });
    await importLines(finance, [lineFor(payout, { kind: 'payout' }), line(payout)], { mid });
    await follow(mid);
    expect(await reversalsOf(payout)).toEqual(['returned recorded 100 1']);
    expect([await available(payout), await differencesOf(database, mid)]).toEqual([900, []]);
    await report(payout, toldOf(payout, 'returned'));
    await report(payout, toldOf(payout, 'returned'));
    expect(await available(payout)).toBe(1000);
    expect((await reversalsOf(payout))[0]).toBe('returned posted 100 2');
  });

  it('B4 with another amount in each is for a person, and nothing is posted', async () => {
    const mid = newMid();
    const payout = await registerAt(database, mid, { type: 'payout' });
    await report(payout, toldOf(payout, 'returned', { amount: '60' }));
    await importLines(finance, [lineFor(payout, { kind: 'payout' }), line(payout, '50.00')], { mid });
    await follow(mid);
    expect(await available(payout)).toBe(900);
  });
});

describe('chargebacks', () => {
  it('B9 told by callback, look-up and statement are one each', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const told = toldOf(payment, 'chargeback', { amount: '30', case: 'd-1' });
    await report(payment, told);
    await report(payment, told);
    const lines = [
      lineFor(payment),
      lineFor(payment, { kind: 'chargeback', gross: '30.00', net: '30.00' }),
      lineFor(payment, { kind: 'chargeback', gross: '30.00', net: '30.00' }),
    ];
    await importLines(finance, lines, { mid });
    expect(await differencesOf(database, mid)).toEqual(['reversal 1 30']);
    await follow(mid);
    expect(await reversalsOf(payment)).toEqual(['chargeback posted 30 2', 'chargeback posted 30 1']);
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await booksOf(database, mid)).toEqual({ customers: '-40', held: '40' });
  });
});

describe('a line that contradicts', () => {
  it('asks about an open payment, and raises the review when it stays', async () => {
    const mid = newMid();
    const open = await registerAt(database, mid, { status: 'open' });
    const other = await registerAt(database, mid);
    const lines = [lineFor(open), lineFor(other, { gross: '99.00', net: '99.00' })];
    await importLines(finance, lines, { mid });
    expect(await listPaidByLines(worker)).toContain(open.identifier);
    await raiseStatementReviews(worker, { patienceMs: 60_000 });
    await raiseStatementReviews(worker, { patienceMs: 60_000 });
    const causes = async ({ identifier }: Paid) =>
      (
        await database.sql<{ cause: string }[]>`
        select cause from reviews where identifier = ${identifier}`
      ).map(({ cause }) => cause);
    expect(await causes(open)).toEqual([]);
    expect(await causes(other)).toEqual(['statement: amount']);
    await raiseStatementReviews(worker, { patienceMs: 0 });
    expect(await causes(open)).toEqual(['statement: status']);
  });
});

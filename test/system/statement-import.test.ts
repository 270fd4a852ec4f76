import { describe, expect, it } from 'vitest';
import { registerAt } from '../fakes/register-at.js';
import { registerEnded, registerRefund } from '../fakes/reversals.js';
import {
  bankLineOf,
  booksOf,
  dayBefore,
  differencesOf,
  importBank,
  importLines,
  lineFor,
  lineOf,
  newMid,
  today,
} from '../fakes/statements.js';
import { naira } from '../witnesses/ledger.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: a statement is imported once and whole, and its lines stand for what the books say (contract §16.2, §16.3). Method: lines
 * as readers give them, imported into Postgres as the finance role; what succeeded is registered as the api and worker do it.
 */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

describe('a day', () => {
  it('C1 of payments, payouts, refunds and their settlement agrees to the cent', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const { merchant } = payment;
    const refund = await registerRefund(database, payment, '30', { status: 'success' });
    const payout = await registerEnded(database, 'payout', { merchant, money: naira('20'), mid });
    const paidOut = { settlement: 'S-1' };
    const lines = [
      lineFor(payment, { fee: '1.65', ...paidOut }),
      lineFor(refund, { kind: 'refund', ...paidOut }),
      lineFor(payout, { kind: 'payout', fee: '0.50', ...paidOut }),
      lineOf({ kind: 'fee', gross: '5.00', ...paidOut }),
      lineOf({ kind: 'settlement', gross: '42.85', ...paidOut }),
    ];
    const balances = [{ currency: 'NGN', opening: '7.00', closing: '7.00' }];
    const { isKnown, newLines, differences } = await importLines(finance, lines, { mid, balances });
    expect({ isKnown, newLines, differences }).toEqual({ isKnown: false, newLines: 5, differences: {} });
    expect(await booksOf(database, mid)).toEqual({
      beneficiaries: '20',
      customers: '-70',
      fees: '7.15',
      in_transfer: '42.85',
    });
    expect(await booksOf(database, mid, merchant)).toMatchObject({ in_transfer: '47.85', fees: '2.15' });
    const arrived = bankLineOf({ amount: '42.85', references: ['S-1'] });
    expect((await importBank(finance, [arrived], { account: `bank-${mid}` })).differences).toEqual({});
    expect(await booksOf(database, mid)).toMatchObject({ bank: '42.85' });
  });
});

describe('a file', () => {
  it('C2 that is imported again adds nothing, and opens no difference twice', async () => {
    const mid = newMid();
    const lines = [lineOf({ kind: 'payment', gross: '9.00', reference: 'nobody-1' })];
    const first = await importLines(finance, lines, { mid });
    expect(first).toMatchObject({ isKnown: false, newLines: 1, differences: { stranger: 1 } });
    const second = await importLines(finance, lines, { mid });
    expect(second).toMatchObject({
      isKnown: true,
      newLines: 0,
      file: first.file,
      differences: { stranger: 1 },
    });
    expect(await booksOf(database, mid)).toEqual({ held: '9', unexplained: '-9' });
  });

  it('C3 that overlaps another one adds its new lines only', async () => {
    const mid = newMid();
    const [one, other] = [await registerAt(database, mid), await registerAt(database, mid, { amount: '50' })];
    const known = lineFor(one, { fee: '1.00' });
    await importLines(finance, [known], { mid });
    const { lines, newLines, differences } = await importLines(finance, [known, lineFor(other)], { mid });
    expect({ lines, newLines, differences }).toEqual({ lines: 2, newLines: 1, differences: {} });
    expect(await booksOf(database, mid)).toEqual({ customers: '-150', fees: '1', held: '149' });
  });

  it('C12 that tells a line in another way changes nothing, and says so once', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const line = lineFor(payment);
    await importLines(finance, [line], { mid });
    const restated = { ...line, gross: '99.00', net: '99.00' };
    for (let times = 0; times < 2; times += 1)
      await importLines(finance, [restated, lineOf({ kind: 'fee', gross: '1.00' })], {
        mid,
        balances: [{ currency: 'NGN', opening: '0.00', closing: '98.00' }],
      });
    expect(await differencesOf(database, mid)).toEqual(['restated 1 99']);
    expect(await booksOf(database, mid)).toMatchObject({ customers: '-100' });
  });

  it('whose dry run is asked for keeps nothing', async () => {
    const mid = newMid();
    const lines = [lineOf({ kind: 'payment', gross: '9.00', reference: 'nobody-1' })];
    expect(await importLines(finance, lines, { mid, dryRun: true })).toMatchObject({ newLines: 1 });
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await importLines(finance, lines, { mid })).toMatchObject({ isKnown: false });
  });

  it('C31 that is imported by two at once is imported once', async () => {
    const mid = newMid();
    const payments = await Promise.all(Array.from({ length: 5 }, () => registerAt(database, mid)));
    const lines = payments.map((payment) => lineFor(payment, { fee: '1.00' }));
    const both = await Promise.all([1, 2, 3].map(() => importLines(finance, lines, { mid })));
    expect(both.map(({ newLines }) => newLines).toSorted((one, other) => one - other)).toEqual([0, 0, 5]);
    expect(await booksOf(database, mid)).toEqual({ customers: '-500', fees: '5', held: '495' });
  });

  it('of a day that is still to come is refused', async () => {
    const mid = newMid();
    const line = lineOf({ kind: 'fee', gross: '1.00', bookedOn: dayBefore(today(), -3) });
    await expect(importLines(finance, [line], { mid })).rejects.toThrow('still to come');
  });
});

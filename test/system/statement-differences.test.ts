import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StatementLine } from '#domain/statements/line';
import { endTransaction } from '../fakes/payouts.js';
import { registerAt } from '../fakes/register-at.js';
import type { Paid } from '../fakes/reversals.js';
import {
  booksOf,
  dayBefore,
  differencesOf,
  importLines,
  lineFor,
  lineOf,
  newMid,
  today,
  unknownLine,
} from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: each fault of a statement is exactly one difference, of its class, with its transaction and amount, and nothing else
 * (contract §16.4, C7–C18); what agrees later closes itself.
 */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

/** A day of three payments, of which the lines of the second are told by `tell`. */
async function dayWith(
  tell: (line: StatementLine, paid: Paid) => readonly StatementLine[],
  terms: Parameters<typeof importLines>[2]['terms'] = {},
) {
  const mid = newMid();
  const [first, second, third] = [
    await registerAt(database, mid),
    await registerAt(database, mid),
    await registerAt(database, mid),
  ];
  const lines = [lineFor(first), ...tell(lineFor(second), second), lineFor(third)];
  const imported = await importLines(finance, lines, { mid, terms });
  return { mid, imported, paid: second, lines };
}

type Shown = { readonly class: string; readonly identifier: string | null; readonly amount: string | null };

async function shown(mid: string): Promise<readonly Shown[]> {
  return database.sql<Shown[]>`
    select class, identifier, trim_scale(amount)::text as amount from differences
    where account = ${mid} and state <> 'closed' order by class, amount, id`;
}

describe('a planted fault is exactly its difference', () => {
  it('C7 missing: not listed, once the lag is over', async () => {
    const { mid, paid, imported } = await dayWith(() => []);
    expect(imported.differences).toEqual({});
    const next = [lineOf({ kind: 'fee', gross: '1.00' })];
    await importLines(finance, next, { mid, terms: { reconcileLagMs: 0 } });
    expect(await shown(mid)).toEqual([{ class: 'not_listed', identifier: paid.identifier, amount: null }]);
  });

  it('C8 extra: with our form unknown here, without it a stranger', async () => {
    const known = await dayWith((line) => [line, unknownLine('7.00')]);
    expect(await shown(known.mid)).toEqual([{ class: 'unknown_here', identifier: null, amount: '7' }]);
    const strange = await dayWith((line) => [
      line,
      lineOf({ kind: 'payment', gross: '7.00', reference: 'x1' }),
    ]);
    expect(await shown(strange.mid)).toEqual([{ class: 'stranger', identifier: null, amount: '7' }]);
  });

  it('C9 twice', async () => {
    const { mid, paid } = await dayWith((line) => [line, { ...line, lineKey: randomUUID() }]);
    expect(await shown(mid)).toEqual([{ class: 'twice', identifier: paid.identifier, amount: '100' }]);
    expect(await booksOf(database, mid)).toEqual({ customers: '-300', held: '400', unexplained: '-100' });
  });

  it('C10 amount: by any amount, in both directions', async () => {
    for (const gross of ['100.01', '99.99']) {
      const { mid, paid } = await dayWith((line) => [{ ...line, gross, net: gross }], { reconcileLagMs: 0 });
      const amount = String(Number(gross));
      expect(await shown(mid)).toEqual([{ class: 'amount', identifier: paid.identifier, amount }]);
    }
  });

  it('C11 currency', async () => {
    const { mid, paid } = await dayWith((line) => [{ ...line, currency: 'EUR' }], { reconcileLagMs: 0 });
    expect(await shown(mid)).toEqual([{ class: 'currency', identifier: paid.identifier, amount: '100' }]);
  });

  it('C13 opening: another one than the closing before', async () => {
    const mid = newMid();
    const yesterday = dayBefore(today());
    await importLines(finance, [], {
      mid,
      from: yesterday,
      balances: [{ currency: 'NGN', opening: '0.00', closing: '0.00' }],
    });
    const payment = await registerAt(database, mid);
    const balances = [{ currency: 'NGN', opening: '0.01', closing: '100.01' }];
    await importLines(finance, [lineFor(payment)], { mid, balances });
    expect(await shown(mid)).toEqual([{ class: 'balance', identifier: null, amount: '0.01' }]);
  });

  it('C14 closing: another one than its lines lead to', async () => {
    const mid = newMid();
    const balances = [{ currency: 'NGN', opening: '5.00', closing: '105.01' }];
    await importLines(finance, [lineFor(await registerAt(database, mid))], { mid, balances });
    expect(await shown(mid)).toEqual([{ class: 'balance', identifier: null, amount: '105.01' }]);
  });

  it('C15 unknown kind', async () => {
    const line = lineOf({ kind: 'other', gross: '3.00', net: '-3.00', unknownKind: 'levy' });
    const { mid } = await dayWith((known) => [known, line]);
    expect(await shown(mid)).toEqual([{ class: 'unknown_kind', identifier: null, amount: '3' }]);
    expect(await booksOf(database, mid)).toMatchObject({ held: '297', unexplained: '3' });
    const word: Partial<StatementLine> = { kind: 'other', unknownKind: 'levy' };
    const known = await dayWith((told) => [{ ...told, ...word }], { reconcileLagMs: 0 });
    expect(await shown(known.mid)).toMatchObject([
      { class: 'unknown_kind', identifier: known.paid.identifier },
    ]);
  });

  it('C16 a day without statement', async () => {
    const mid = newMid();
    await importLines(finance, [lineOf({ kind: 'fee', gross: '1.00' })], {
      mid,
      from: dayBefore(today(), 2),
    });
    await importLines(finance, [lineOf({ kind: 'fee', gross: '2.00' })], { mid });
    expect(await shown(mid)).toEqual([{ class: 'gap', identifier: null, amount: null }]);
    await importLines(finance, [], { mid, from: dayBefore(today()) });
    expect(await shown(mid)).toEqual([]);
  });

  it('C17 not paid out: not arrived, when it is due', async () => {
    const mid = newMid();
    const payment = await registerAt(database, mid);
    const from = dayBefore(today(), 6);
    const settled = { settlement: `S-${mid}`, bookedOn: from };
    const lines = [lineFor(payment, settled), lineOf({ kind: 'settlement', gross: '100.00', ...settled })];
    await importLines(finance, lines, { mid, from });
    expect(await shown(mid)).toEqual([{ class: 'not_arrived', identifier: null, amount: '100' }]);
  });

  it('C18 open or failed here, paid there: status', async () => {
    const mid = newMid();
    const [open, failed] = [
      await registerAt(database, mid, { amount: '10', status: 'open' }),
      await registerAt(database, mid, { amount: '20', status: 'declined' }),
    ];
    await importLines(finance, [lineFor(open), lineFor(failed)], { mid });
    expect(await shown(mid)).toEqual([
      { class: 'status', identifier: open.identifier, amount: '10' },
      { class: 'status', identifier: failed.identifier, amount: '20' },
    ]);
    expect(await booksOf(database, mid)).toEqual({ held: '30', unexplained: '-30' });
  });
});

describe('fees', () => {
  const fees = { all: { percent: '1.4', fixed: '0.25' }, card: { percent: '9', fixed: '0' } };
  it('C19 off by one minor unit agree, by two they are one difference of the day', async () => {
    const tellFees = (fee: string) => (line: StatementLine) => [
      { ...line, fee, net: (100 - Number(fee)).toFixed(2) },
    ];
    const near = await dayWith((line) => tellFees('1.66')(line), { fees });
    // The other two have no fee at all.
    expect(await shown(near.mid)).toMatchObject([{ class: 'fee', amount: '0' }]);
    expect(await differencesOf(database, near.mid)).toEqual(['fee 2 0']);
    const far = await dayWith((line) => tellFees('1.67')(line), { fees });
    expect(await differencesOf(database, far.mid)).toEqual(['fee 3 1.67']);
  });

  it('C20 converted at the rate, give or take one minor unit', async () => {
    const convert = (settledAmount: string) => (line: StatementLine) => [
      { ...line, settledAmount, settledCurrency: 'EUR', rate: '0.1234' },
    ];
    expect((await dayWith(convert('12.35'))).imported.differences).toEqual({});
    const { mid } = await dayWith(convert('12.36'));
    expect(await shown(mid)).toMatchObject([{ class: 'amount', amount: '12.36' }]);
  });
});

describe('what agrees later', () => {
  it('C21 a late line closes what was not listed, and is named', async () => {
    const { mid, paid } = await dayWith(() => [], { reconcileLagMs: 0 });
    expect(await differencesOf(database, mid)).toEqual(['not_listed 1']);
    await importLines(finance, [lineFor(paid)], { mid });
    expect(await shown(mid)).toEqual([]);
    const [closed] = await database.sql<{ reference: string; how: string }[]>`
      select closed_how as how, reference from differences join statement_lines on statement_lines.line_id = closed_line
      where differences.account = ${mid}`;
    expect(closed).toEqual({ how: 'line', reference: `${paid.identifier}-1` });
  });

  it('C18 a success that is heard of later closes the difference of its line', async () => {
    const mid = newMid();
    const open = await registerAt(database, mid, { amount: '10', status: 'open' });
    await importLines(finance, [lineFor(open)], { mid });
    await endTransaction(database, open.identifier, 'success');
    await importLines(finance, [lineOf({ kind: 'fee', gross: '1.00' })], { mid });
    expect(await shown(mid)).toEqual([]);
    expect(await booksOf(database, mid)).toEqual({ customers: '-10', fees: '1', held: '9' });
  });
});

describe('many at once', () => {
  it('C38 10,000 wrong lines are one difference to work on, and a complete list', async () => {
    const mid = newMid();
    const lines = Array.from({ length: 10_000 }, () => unknownLine('1.00'));
    expect(await importLines(finance, lines, { mid })).toMatchObject({
      differences: { unknown_here: 10_000 },
    });
    expect(await differencesOf(database, mid)).toEqual(['unknown_here 10000 10000']);
    const [{ parts } = { parts: 0 }] = await database.sql<{ parts: number }[]>`
      select count(*)::integer as parts from differences where account = ${mid} and part_of is not null`;
    expect(parts).toBe(10_000);
  });

  it('C37 strangers are counted, and left out of both sides where the MID says so', async () => {
    const strangers = [lineOf({ kind: 'payment', gross: '4.00' }), lineOf({ kind: 'payout', gross: '1.00' })];
    const counted = await dayWith((line) => [line, ...strangers]);
    expect(await differencesOf(database, counted.mid)).toEqual(['stranger 2 3']);
    expect(await booksOf(database, counted.mid)).toMatchObject({ held: '303', unexplained: '-3' });
    const ignored = await dayWith((line) => [line, ...strangers], { strangers: 'ignore' });
    expect(ignored.imported.differences).toEqual({});
    expect(await booksOf(database, ignored.mid)).toEqual({ customers: '-300', held: '300' });
  });
});

import { describe, expect, it } from 'vitest';
import {
  explainDifference,
  matchDifference,
  writeOffDifference,
} from '#persistence/statements/decide-difference';
import { undoMatch } from '#persistence/statements/undo-match';
import { registerAt } from '../fakes/register-at.js';
import {
  bankLineOf,
  booksOf,
  decisionOn,
  differencesOf,
  importBank,
  importLines,
  lineFor,
  lineOf,
  newMid,
  rareAmount,
  unknownLine,
} from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: what no line settles is settled by persons, and what they decide is kept (contract §16.3, 5; §16.4; C24–C26). */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

async function only(account: string): Promise<string> {
  const rows = await database.sql<{ id: string }[]>`
    select id from differences where account = ${account} and state <> 'closed' order by id`;
  return rows[0]?.id ?? 'none';
}

describe('a settlement', () => {
  it('C24 that is short by 0.01 is a difference, and no tolerance hides it', async () => {
    const mid = newMid();
    const settled = { settlement: `S-${mid}` };
    const lines = [
      lineFor(await registerAt(database, mid), settled),
      lineOf({ kind: 'settlement', gross: '99.99', ...settled }),
    ];
    await importLines(finance, lines, { mid, terms: { feeTolerance: 100 } });
    expect(await differencesOf(database, mid)).toEqual(['settlement_sum 1 99.99']);
    expect(await booksOf(database, mid)).toEqual({ customers: '-100', held: '0.01', in_transfer: '99.99' });
  });

  it('whose lines come later is proved by them, and posted to their merchants', async () => {
    const mid = newMid();
    const settled = { settlement: `S-${mid}` };
    const [one, other] = [await registerAt(database, mid), await registerAt(database, mid, { amount: '50' })];
    const settlement = lineOf({ kind: 'settlement', gross: '150.00', ...settled });
    const early = lineFor(other);
    await importLines(finance, [early, settlement], { mid });
    await importBank(finance, [bankLineOf({ amount: '150.00', references: [`S-${mid}`] })], {
      account: `bank-${mid}`,
    });
    expect(await booksOf(database, mid, one.merchant)).toMatchObject({ held: '100' });
    await importLines(finance, [{ ...early, ...settled }, lineFor(one, settled)], { mid });
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await booksOf(database, mid, one.merchant)).toEqual({ customers: '-100', bank: '100' });
    expect(await booksOf(database, mid, other.merchant)).toEqual({ customers: '-50', bank: '50' });
    expect(await booksOf(database, mid)).toEqual({ customers: '-150', bank: '150' });
  });

  it('that reaches the bank with another amount is a difference of its own', async () => {
    const mid = newMid();
    const settled = { settlement: `S-${mid}` };
    const lines = [
      lineFor(await registerAt(database, mid), settled),
      lineOf({ kind: 'settlement', gross: '100.00', ...settled }),
    ];
    await importLines(finance, lines, { mid });
    const line = bankLineOf({ amount: '99.50', references: [`S-${mid}`] });
    await importBank(finance, [line], { account: `bank-${mid}` });
    expect(await differencesOf(database, mid)).toEqual(['settlement_sum 1 99.5']);
    expect(await differencesOf(database, `bank-${mid}`)).toEqual([]);
  });

  it('C25 of an amount that two have is ambiguous; a person matches one, and the other follows', async () => {
    const mid = newMid();
    const amount = rareAmount();
    const settlements = ['A', 'B'].map((name) =>
      lineOf({ kind: 'settlement', gross: amount, settlement: `${name}-${mid}` }),
    );
    const payments = await Promise.all([
      registerAt(database, mid, { amount }),
      registerAt(database, mid, { amount }),
    ]);
    const lines = payments.map((payment, index) =>
      lineFor(payment, { settlement: `${['A', 'B'][index]}-${mid}` }),
    );
    await importLines(finance, [...lines, ...settlements], { mid });
    await importBank(finance, [bankLineOf({ amount }), bankLineOf({ amount })], { account: `bank-${mid}` });
    const said = `ambiguous 2 ${Number(amount)}`;
    expect(await differencesOf(database, mid)).toEqual([said, said]);
    const [line] = await database.sql<{ id: string }[]>`
      select line_id as id from bank_lines where account = ${`bank-${mid}`} limit 1`;
    const choice = { ...decisionOn(await only(mid)), to: line?.id ?? '', bankDays: 3 };
    expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await booksOf(database, mid)).toMatchObject({ bank: String(2 * Number(amount)) });
  });

  it('that a person has matched leaves the other line of its amount as unknown at the bank', async () => {
    const mid = newMid();
    const amount = rareAmount();
    const settled = { settlement: `S-${mid}` };
    const lines = [
      lineFor(await registerAt(database, mid, { amount }), settled),
      lineOf({ kind: 'settlement', gross: amount, ...settled }),
    ];
    await importLines(finance, lines, { mid });
    const account = `bank-${mid}`;
    await importBank(finance, [bankLineOf({ amount }), bankLineOf({ amount })], { account });
    expect(await differencesOf(database, account)).toEqual([]);
    const [line] = await database.sql<{ id: string }[]>`
      select line_id as id from bank_lines where account = ${account} limit 1`;
    const choice = { ...decisionOn(await only(mid)), to: line?.id ?? '', bankDays: 3 };
    expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
    expect(await differencesOf(database, mid)).toEqual([]);
    expect(await differencesOf(database, account)).toEqual([`bank_unknown 1 ${Number(amount)}`]);
  });

  it('is not matched twice, nor with another amount', async () => {
    const mid = newMid();
    const line = lineOf({ kind: 'payment', gross: '9.00', reference: 'x1' });
    await importLines(
      finance,
      [line, lineFor(await registerAt(database, mid), { gross: '99.00', net: '99.00' })],
      { mid },
    );
    const other = await registerAt(database, mid, { amount: '98' });
    const choice = { ...decisionOn(await only(mid)), to: other.identifier, bankDays: 3 };
    expect(await matchDifference(finance, choice)).toMatchObject({ kind: 'refused' });
  });
});

describe('a line', () => {
  it('that a person has matched stands for what it was matched to, until it is undone', async () => {
    const mid = newMid();
    const [named, meant] = [
      await registerAt(database, mid, { amount: '50' }),
      await registerAt(database, mid, { amount: '60' }),
    ];
    await importLines(finance, [lineFor(named, { gross: '60.00', net: '60.00' })], { mid });
    const difference = await only(mid);
    const choice = { ...decisionOn(difference), to: meant.identifier, bankDays: 3 };
    expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
    expect(await booksOf(database, mid)).toEqual({ customers: '-110', held: '110' });
    expect(await matchDifference(finance, choice)).toEqual({ kind: 'refused', why: 'it is closed' });
    expect(await undoMatch(finance, decisionOn(difference))).toEqual({
      kind: 'undone',
      differences: [await only(mid)],
    });
    expect(await differencesOf(database, mid)).toEqual(['amount 1 60']);
    expect(await booksOf(database, mid)).toEqual({ customers: '-110', held: '170', unexplained: '-60' });
    expect(await matchDifference(finance, { ...choice, difference: await only(mid) })).toEqual({
      kind: 'decided',
    });
  });
});

describe('C26 a difference', () => {
  const unknown = async () => {
    const mid = newMid();
    await importLines(finance, [unknownLine('8.00')], { mid });
    return { mid, difference: await only(mid) };
  };

  it('is explained by one', async () => {
    const { mid, difference } = await unknown();
    expect(await explainDifference(finance, decisionOn(difference))).toEqual({ kind: 'decided' });
    expect(await differencesOf(database, mid)).toEqual(['unknown_here 1 8']);
    const [row] = await database.sql`
      select state, closed_by, closing_reason, evidence from differences where id = ${difference}::bigint`;
    expect(row).toEqual({
      state: 'explained',
      closed_by: 'ada',
      closing_reason: 'seen in the panel',
      evidence: 'ticket 7',
    });
  });

  it('is written off by two, never by one', async () => {
    const { mid, difference } = await unknown();
    const waits = { kind: 'waits', for: 'a second person' };
    expect(await writeOffDifference(finance, decisionOn(difference))).toEqual(waits);
    expect(await writeOffDifference(finance, decisionOn(difference))).toEqual(waits);
    expect(await booksOf(database, mid)).toEqual({ held: '8', unexplained: '-8' });
    expect(await writeOffDifference(finance, decisionOn(difference, 'grace'))).toEqual({ kind: 'decided' });
    expect(await booksOf(database, mid)).toEqual({ held: '8', losses: '-8' });
  });

  it('of very many lines can be written off in parts', async () => {
    const mid = newMid();
    const lines = Array.from({ length: 1_001 }, () => unknownLine('8.00'));
    await importLines(finance, lines, { mid });
    const [part] = await database.sql<{ id: string }[]>`
      select id from differences where account = ${mid} and part_of is not null limit 1`;
    await writeOffDifference(finance, decisionOn(part?.id ?? 'none'));
    expect(await writeOffDifference(finance, decisionOn(part?.id ?? 'none', 'grace'))).toEqual({
      kind: 'decided',
    });
    expect(await booksOf(database, mid)).toEqual({ held: '8008', losses: '-8', unexplained: '-8000' });
  });

  it('is not closed as written off by a role that may import', async () => {
    const { difference } = await unknown();
    await expect(
      finance.sql`
        update differences set state = 'closed', closed_at = now(), closed_how = 'written_off', closed_by = 'ada',
          closing_reason = 'x' where id = ${difference}::bigint`,
    ).rejects.toThrow('is not written off by two persons');
  });
});

import { expect, it } from 'vitest';
import { findDifference } from '#persistence/statements/list-differences';
import { matchDifference, writeOffDifference } from '#persistence/statements/decide-difference';
import { rematchLines } from '#persistence/statements/rematch';
import { undoMatch } from '#persistence/statements/undo-match';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { registerAt } from '../fakes/register-at.js';
import {
  bankLineOf,
  booksOf,
  dayBefore,
  decisionOn,
  differencesOf,
  importBank,
  importLines,
  lineFor,
  lineOf,
  newMid,
  rareAmount,
  today,
} from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { runAdmin } from '../stack/run-admin.js';

/**
 * Goal: what a person has matched is undone by a person, with everything that followed from it, and nothing is erased (contract
 * §16.3, 5). Method: as finance, on Postgres; the commands are those of `statement-commands`.
 */
const { database, books, openAs, urlOf } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

const asAdmin = {
  ...process.env,
  DATABASE_URL: urlOf('admin'),
  FINANCE_DATABASE_URL: urlOf('finance'),
};

async function openOf(account: string): Promise<readonly string[]> {
  const rows = await database.sql<{ id: string }[]>`
    select id::text as id from differences where account = ${account} and state = 'open' order by id`;
  return rows.map(({ id }) => id);
}

it('a line stands for nothing again, its difference is open once more, and what was decided stays readable', async () => {
  const mid = newMid();
  const [named, meant] = [
    await registerAt(database, mid, { amount: '50' }),
    await registerAt(database, mid, { amount: '60' }),
  ];
  await importLines(finance, [lineFor(named, { gross: '60.00', net: '60.00' })], { mid });
  const [first = ''] = await openOf(mid);
  expect(await undoMatch(finance, decisionOn(first))).toEqual({
    kind: 'refused',
    why: 'no person has matched it',
  });
  const choice = { ...decisionOn(first), to: meant.identifier, bankDays: 3 };
  expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
  const words = ['--reason', 'the wrong payment', '--evidence', 'ticket 8', '--operator', 'grace', '--json'];
  const undone = await runAdmin(['difference', 'undo-match', first, ...words], asAdmin);
  expect([undone.code, JSON.parse(undone.output)]).toEqual([
    0,
    { id: first, kind: 'undoMatch', differences: await openOf(mid) },
  ]);
  expect(await differencesOf(database, mid)).toEqual(['amount 1 60']);
  expect(await booksOf(database, mid)).toEqual({ customers: '-110', held: '170', unexplained: '-60' });
  expect(await findDifference(database, first)).toMatchObject({
    state: 'closed',
    closedBy: 'ada',
    decisions: [
      { decision: 'matched', operator: 'ada' },
      { decision: 'match undone', operator: 'grace', reason: 'the wrong payment' },
    ],
  });
  const turns = await database.sql`
    select way, author from statement_matches where account = ${mid} order by turn`;
  expect(turns).toEqual([
    { way: 'unexplained', author: null },
    { way: 'person', author: 'ada' },
    { way: 'unexplained', author: 'grace' },
  ]);
  expect(await undoMatch(finance, decisionOn(first))).toEqual({
    kind: 'refused',
    why: 'its match was undone already',
  });
  expect(await runAdmin(['difference', 'undo-match', first, ...words], asAdmin)).toMatchObject({ code: 1 });
  const [second = ''] = await openOf(mid);
  expect(await matchDifference(finance, { ...choice, difference: second })).toEqual({ kind: 'decided' });
  expect(await undoMatch(finance, decisionOn(second))).toMatchObject({ kind: 'undone' });
  expect(await booksOf(database, mid)).toEqual({ customers: '-110', held: '170', unexplained: '-60' });
});

it('what a person says that a line stands for is listed by it, and is on no line when that is undone', async () => {
  const mid = newMid();
  const old = await registerAt(database, mid, { amount: '70' });
  const at = dayBefore(today(), 5);
  const strange = lineOf({ kind: 'payment', gross: '70.00', reference: 'x-70', bookedOn: at });
  for (const table of ['provider_entries', 'provider_transit'])
    await books.inThePast(
      `update ${table} set posted_at = $2::date where identifier = $1`,
      old.identifier,
      at,
    );
  await importLines(finance, [strange], { mid, from: at, to: today() });
  expect(await differencesOf(database, mid)).toEqual(['not_listed 1', 'stranger 1 70']);
  const [row] = await database.sql<{ id: string }[]>`
    select id::text as id from differences where account = ${mid} and class = 'stranger'`;
  const id = row?.id ?? '';
  const choice = { ...decisionOn(id), to: old.identifier, bankDays: 3 };
  expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
  expect(await differencesOf(database, mid)).toEqual([]);
  expect(await undoMatch(finance, decisionOn(id))).toMatchObject({ kind: 'undone' });
  expect(await differencesOf(database, mid)).toEqual(['not_listed 1', 'stranger 1 70']);
  await importLines(finance, [lineFor(old)], { mid });
  expect(await differencesOf(database, mid)).toEqual(['stranger 1 70']);
});

it('a stranger that is one line is written off by two persons', async () => {
  const mid = newMid();
  await importLines(finance, [lineOf({ kind: 'payment', gross: '8.00', reference: 'x-8' })], { mid });
  const [id = ''] = await openOf(mid);
  expect(await writeOffDifference(finance, decisionOn(id))).toMatchObject({ kind: 'waits' });
  expect(await writeOffDifference(finance, decisionOn(id, 'grace'))).toEqual({ kind: 'decided' });
  expect(await booksOf(database, mid)).toEqual({ held: '8', losses: '-8' });
});

it('of two settlements of one amount both wait for their bank line again', async () => {
  const mid = newMid();
  const account = `bank-${mid}`;
  const amount = rareAmount();
  const settled = (name: string) => ({ settlement: `${name}-${mid}` });
  const settlements = ['A', 'B'].map((name) =>
    lineOf({ kind: 'settlement', gross: amount, ...settled(name) }),
  );
  const payments = [await registerAt(database, mid, { amount }), await registerAt(database, mid, { amount })];
  const lines = payments.map((payment, index) => lineFor(payment, settled(index === 0 ? 'A' : 'B')));
  await importLines(finance, [...lines, ...settlements], { mid });
  const twins = ['1', '2'].map((bankReference) => bankLineOf({ amount, bankReference }));
  await importBank(finance, twins, { account });
  const both = await differencesOf(database, mid);
  expect(both).toHaveLength(2);
  const rows = await database.sql<{ id: string }[]>`
    select line_id::text as id from bank_lines where account = ${account}`;
  const [first = '', second = ''] = rows.map(({ id }) => id);
  const [a = ''] = await openOf(mid);
  expect(await matchDifference(finance, { ...decisionOn(a), to: first, bankDays: 3 })).toEqual({
    kind: 'decided',
  });
  expect(await differencesOf(database, mid)).toEqual([]);
  expect(await undoMatch(finance, decisionOn(a))).toMatchObject({ kind: 'undone' });
  expect(await differencesOf(database, mid)).toEqual(both);
  const free = { customers: String(-2 * Number(amount)), in_transfer: String(2 * Number(amount)) };
  expect(await booksOf(database, mid)).toEqual(free);
  // Nothing that is imported later guesses between them.
  await importBank(finance, [bankLineOf({ amount: rareAmount() })], { account });
  expect(await booksOf(database, mid)).toEqual(free);
  const [again = ''] = await openOf(mid);
  expect(await matchDifference(finance, { ...decisionOn(again), to: second, bankDays: 3 })).toEqual({
    kind: 'decided',
  });
  expect(await differencesOf(database, mid)).toEqual([]);
});

it('leaves books that prove', async () => {
  await rematchLines(finance, newMid());
  expect((await proveLedger(database)).differences).toEqual([]);
});

import { expect, it } from 'vitest';
import { findDifference } from '#persistence/statements/list-differences';
import { matchDifference, writeOffDifference } from '#persistence/statements/decide-difference';
import { rematchLines } from '#persistence/statements/rematch';
import { undoMatch } from '#persistence/statements/undo-match';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { registerEnded } from '../fakes/reversals.js';
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
import { naira, openMerchant } from '../witnesses/ledger.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { runAdmin } from '../stack/run-admin.js';

/**
 * Goal: what a person has matched is undone by a person, with everything that followed from it, and nothing is erased (contract
 * §16.3, 5). Method: as finance, on Postgres; the commands are those of `statement-commands`.
 */
const { database, openAs, urlOf } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

const asAdmin = {
  ...process.env,
  DATABASE_URL: urlOf('admin'),
  FINANCE_DATABASE_URL: urlOf('finance'),
};

const paidAt = async (mid: string, amount = '100') =>
  registerEnded(database, 'payment', {
    merchant: await openMerchant(database, '0.01'),
    money: naira(amount),
    mid,
  });

const says = (difference = '0', operator = 'ada') => ({
  difference,
  operator,
  reason: 'seen in the panel',
  evidence: 'ticket 7',
});

async function openOf(account: string): Promise<readonly string[]> {
  const rows = await database.sql<{ id: string }[]>`
    select id::text as id from differences where account = ${account} and state = 'open' order by id`;
  return rows.map(({ id }) => id);
}

/** An amount that no other test's settlements have. */
const rare = () => (1_000_000 + Math.floor(Math.random() * 8_000_000_000) / 100).toFixed(2);

it('a line stands for nothing again, its difference is open once more, and what was decided stays readable', async () => {
  const mid = newMid();
  const [named, meant] = [await paidAt(mid, '50'), await paidAt(mid, '60')];
  await importLines(finance, [lineFor(named, { gross: '60.00', net: '60.00' })], { mid });
  const [first = ''] = await openOf(mid);
  expect(await undoMatch(finance, says(first))).toEqual({ kind: 'refused', why: 'no person has matched it' });
  const choice = { ...says(first), to: meant.identifier, bankDays: 3 };
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
  expect(await undoMatch(finance, says(first))).toEqual({
    kind: 'refused',
    why: 'its match was undone already',
  });
  expect(await runAdmin(['difference', 'undo-match', first, ...words], asAdmin)).toMatchObject({ code: 1 });
  const [second = ''] = await openOf(mid);
  expect(await matchDifference(finance, { ...choice, difference: second })).toEqual({ kind: 'decided' });
  expect(await undoMatch(finance, says(second))).toMatchObject({ kind: 'undone' });
  expect(await booksOf(database, mid)).toEqual({ customers: '-110', held: '170', unexplained: '-60' });
});

it('what a person says that a line stands for is listed by it, and is on no line when that is undone', async () => {
  const mid = newMid();
  const old = await paidAt(mid, '70');
  const at = dayBefore(today(), 5);
  const strange = lineOf({ kind: 'payment', gross: '70.00', reference: 'x-70', bookedOn: at });
  await database.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    for (const table of ['provider_entries', 'provider_transit'])
      await manager.query(`update ${table} set posted_at = $2::date where identifier = $1`, [
        old.identifier,
        at,
      ]);
  });
  await importLines(finance, [strange], { mid, from: at, to: today() });
  expect(await differencesOf(database, mid)).toEqual(['not_listed 1', 'stranger 1 70']);
  const [row] = await database.sql<{ id: string }[]>`
    select id::text as id from differences where account = ${mid} and class = 'stranger'`;
  const id = row?.id ?? '';
  const choice = { ...says(id), to: old.identifier, bankDays: 3 };
  expect(await matchDifference(finance, choice)).toEqual({ kind: 'decided' });
  expect(await differencesOf(database, mid)).toEqual([]);
  expect(await undoMatch(finance, says(id))).toMatchObject({ kind: 'undone' });
  expect(await differencesOf(database, mid)).toEqual(['not_listed 1', 'stranger 1 70']);
  await importLines(finance, [lineFor(old)], { mid });
  expect(await differencesOf(database, mid)).toEqual(['stranger 1 70']);
});

it('a stranger that is one line is written off by two persons', async () => {
  const mid = newMid();
  await importLines(finance, [lineOf({ kind: 'payment', gross: '8.00', reference: 'x-8' })], { mid });
  const [id = ''] = await openOf(mid);
  expect(await writeOffDifference(finance, says(id))).toMatchObject({ kind: 'waits' });
  expect(await writeOffDifference(finance, says(id, 'grace'))).toEqual({ kind: 'decided' });
  expect(await booksOf(database, mid)).toEqual({ held: '8', losses: '-8' });
});

it('of two settlements of one amount both wait for their bank line again', async () => {
  const mid = newMid();
  const account = `bank-${mid}`;
  const amount = rare();
  const settled = (name: string) => ({ settlement: `${name}-${mid}` });
  const settlements = ['A', 'B'].map((name) =>
    lineOf({ kind: 'settlement', gross: amount, ...settled(name) }),
  );
  const payments = [await paidAt(mid, amount), await paidAt(mid, amount)];
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
  expect(await matchDifference(finance, { ...says(a), to: first, bankDays: 3 })).toEqual({ kind: 'decided' });
  expect(await differencesOf(database, mid)).toEqual([]);
  expect(await undoMatch(finance, says(a))).toMatchObject({ kind: 'undone' });
  expect(await differencesOf(database, mid)).toEqual(both);
  const free = { customers: String(-2 * Number(amount)), in_transfer: String(2 * Number(amount)) };
  expect(await booksOf(database, mid)).toEqual(free);
  // Nothing that is imported later guesses between them.
  await importBank(finance, [bankLineOf({ amount: rare() })], { account });
  expect(await booksOf(database, mid)).toEqual(free);
  const [again = ''] = await openOf(mid);
  expect(await matchDifference(finance, { ...says(again), to: second, bankDays: 3 })).toEqual({
    kind: 'decided',
  });
  expect(await differencesOf(database, mid)).toEqual([]);
});

it('leaves books that prove', async () => {
  await rematchLines(finance, newMid());
  expect((await proveLedger(database)).differences).toEqual([]);
});

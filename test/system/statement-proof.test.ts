import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { addToSums } from '#persistence/reports/add-to-sums';
import { explainDifference, writeOffDifference } from '#persistence/statements/decide-difference';
import { registerEnded, registerRefund } from '../fakes/reversals.js';
import {
  bankLineOf,
  importBank,
  importLines,
  lineFor,
  lineOf,
  newMid,
  unknownLine,
} from '../fakes/statements.js';
import { naira, openMerchant } from '../witnesses/ledger.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: `ledger:check` proves statements and provider books, and finds each edit by the owner of the tables, who alone can make
 * one (contract §16.5, C40). Method: a day with everything; then an edit in a transaction, with all triggers off, proved
 * and rolled back.
 */
const { database, url, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');
const mid = newMid();

beforeAll(async () => {
  const merchant = await openMerchant(database, '500');
  const payments = await Promise.all(
    ['100', '100', '40'].map((amount) =>
      registerEnded(database, 'payment', { merchant, money: naira(amount), mid }),
    ),
  );
  const [first, second] = payments;
  if (!first || !second) throw new Error('three payments are registered');
  const refund = await registerRefund(database, first, '30', { status: 'success' });
  const payout = await registerEnded(database, 'payout', { merchant, money: naira('20'), mid });
  const settled = { settlement: `S-${mid}` };
  const lines = [
    lineFor(first, { fee: '1.65', ...settled }),
    lineFor(second, settled),
    lineFor(refund, { kind: 'refund', ...settled }),
    lineFor(payout, { kind: 'payout', tax: '0.50', ...settled }),
    lineOf({ kind: 'fee', gross: '5.00' }),
    unknownLine('9.00'),
    lineOf({ kind: 'funding', gross: '50.00' }),
    lineOf({ kind: 'settlement', gross: '147.85', ...settled }),
  ];
  const balances = [{ currency: 'NGN', opening: '10.00', closing: '64.00' }];
  await importLines(finance, lines, { mid, balances });
  await importBank(finance, [bankLineOf({ amount: '147.85', references: [`S-${mid}`] })], {
    account: `bank-${mid}`,
  });
  await addToSums(database, { limit: 1_000 });
});

/** Rules that fail for our MID, or of whatever the edit touched, in a transaction that is rolled back. */
async function rulesAfter(edit: string): Promise<readonly string[]> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    const { rowCount } = await owner.query(edit.replaceAll('$mid', mid));
    if (rowCount !== 1) throw new Error(`the edit changed ${rowCount} rows`);
    const query = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;
    const proof = await proveLedger({ query } as Parameters<typeof proveLedger>[0]);
    return [...new Set(proof.differences.map(({ rule }) => rule))];
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
}

const found = async () => (await proveLedger(database)).differences;

it('C40 finds nothing in unedited books', async () => {
  expect(await found()).toEqual([]);
});

describe('C40 finds an edit by the owner of the tables:', () => {
  const one = (kind: string) =>
    `(select line_id from statement_lines where account = '$mid' and kind = '${kind}' order by line_id limit 1)`;
  const edits: Readonly<Record<string, readonly [edit: string, rule: string]>> = {
    'another gross of a line': [
      `update statement_lines set gross = gross + 1 where line_id = ${one('payment')}`,
      'a line says what it said when it was imported',
    ],
    'a line with its hash': [
      `update statement_lines set fee = fee + 1, net = net - 1, content = line_content(line_key, kind, unknown_kind, reference,
        provider_id, gross, fee + 1, tax, net - 1, currency, settled_amount, settled_currency, rate, booked_on)
        where line_id = ${one('payment')}`,
      'the lines of a file are those that it brought',
    ],
    'a line that is gone': [
      `delete from statement_lines where line_id = ${one('fee')}`,
      'the lines of a file are those that it brought',
    ],
    'a line of the bank': [
      `update bank_lines set amount = amount + 1 where account = 'bank-$mid'`,
      'a line of the bank says what it said when it was imported',
    ],
    'a match that is gone': [
      `delete from statement_matches where line_id = ${one('refund')}`,
      'a line stands for something, in turns without a gap',
    ],
    'a match with another transaction': [
      `update statement_matches set identifier = (select identifier from provider_transit where mid = '$mid' limit 1)
        where line_id = ${one('payout')}`,
      'a matched line has the money of its entry',
    ],
    'a match of another merchant': [
      `update statement_matches set merchant = 'mallory'
        where line_id = (select line_id from statement_lines where account = '$mid' and fee > 0)`,
      'a line has posted what it says',
    ],
    'an entry of a payment with another amount': [
      `update provider_entries set amount = amount + 1 where id = (select min(id) from provider_entries
        where mid = '$mid' and kind = 'payment')`,
      'a success and a reversal are posted at their provider once, with their own money',
    ],
    'an entry that is gone': [
      `delete from provider_entries where mid = '$mid' and kind = 'refund'`,
      'a success and a reversal are posted at their provider once, with their own money',
    ],
    'an entry in the other direction': [
      `update provider_entries set from_account = 'fees', to_account = 'held' where mid = '$mid' and kind = 'tax'`,
      'what a provider holds, less what is in transit, is on its statements',
    ],
    'a sum of the provider books with another amount': [
      `update provider_sums set moved = moved + 1 where ctid = (select min(ctid) from provider_sums where merchant <> '')`,
      'the sums of the provider books are those of their entries',
    ],
    'a sum of what is in transit with another amount': [
      `update transit_sums set amount = amount + 1 where ctid = (select min(ctid) from transit_sums)`,
      'the sums of what is in transit are those of what is',
    ],
    'money in transit that is forgotten': [
      `delete from provider_transit where mid = '$mid'`,
      'what is in transit is what no line has named',
    ],
    'a settlement that never arrived': [
      `update settlements set bank_line = null, arrived_on = null where account = '$mid'`,
      'what is in transfer are the settlements that have not arrived',
    ],
    'a settlement of a merchant that is another one’s': [
      `update provider_entries set merchant = 'mallory' where mid = '$mid' and kind = 'arrival' and merchant <> ''`,
      'a settlement arrives for the merchants that it was paid out for',
    ],
    'a closing': [
      `update statement_balances set closing = closing + 1
        where file = (select id from statement_files where account = '$mid')`,
      'a closing is the first opening and all lines since',
    ],
    'a write-off by one': [
      `update differences set state = 'closed', closed_at = now(), closed_how = 'written_off', closed_by = 'mallory',
        closing_reason = 'x' where account = '$mid' and class = 'unknown_here'`,
      'a write-off was decided by two',
    ],
    'an entry of the merchants’ books that is gone': [
      `delete from ledger_entries where id = (select min(ledger_entries.id) from ledger_entries join provider_entries using (identifier)
        where mid = '$mid' and ledger_entries.kind = 'settle')`,
      'the books of merchants and of providers name the same transactions',
    ],
  };
  it.each(Object.entries(edits))('%s', async (_, [edit, rule]) => {
    expect(await rulesAfter(edit)).toContain(rule);
  });
});

it('C40 finds nothing after persons have decided', async () => {
  const rows = await database.sql<{ id: string }[]>`
    select id from differences where account = ${mid} and state = 'open'`;
  const [row] = rows;
  const says = { difference: row?.id ?? '', reason: 'seen', evidence: 'ticket 1' };
  await explainDifference(finance, { ...says, operator: 'ada' });
  await writeOffDifference(finance, { ...says, operator: 'ada' });
  await writeOffDifference(finance, { ...says, operator: 'grace' });
  expect(await found()).toEqual([]);
});

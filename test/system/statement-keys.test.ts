import { describe, expect, it } from 'vitest';
import type { MidStatementTerms } from '#domain/configuration/statement-terms';
import { usualMapping } from '#domain/statements/mapping';
import { readPeriod } from '#domain/statements/period';
import { readBankFile } from '#gateway/statements/read-bank-file';
import { readMappedFile } from '#gateway/statements/read-mapped-file';
import { importStatement } from '#persistence/statements/import-statement';
import type { Imported } from '#persistence/statements/statement-import';
import { importLines, lineOf, newMid, usualTerms } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: the same real line is kept once and two real lines are two, from the bytes of files to Postgres (contract §16.2, C3 to
 * C6a). What the readers alone do is tried beside them.
 */
const { database, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

const terms: Pick<MidStatementTerms, 'mapping' | 'timezone'> = {
  timezone: 'UTC',
  mapping: {
    ...usualMapping,
    columns: { kind: 'kind', reference: 'reference', gross: 'gross', currency: 'currency', booked_on: 'day' },
    kinds: { payment: 'payment' },
  },
};
const row = (day: string, gross: string, reference = '') => `payment,${reference},${gross},EUR,${day}`;
const bytesOf = async function* (text: string) {
  yield await Promise.resolve(Buffer.from(text));
};

/** A file without ids of lines. */
function importRows(
  mid: string,
  rows: readonly string[],
  [from, to]: readonly string[] = [],
): Promise<Imported> {
  const period = from === undefined || to === undefined ? undefined : readPeriod(from, to, 'UTC');
  const text = ['kind,reference,gross,currency,day', ...rows, ''].join('\n');
  return importStatement(finance, {
    source: 'provider',
    account: mid,
    way: 'file',
    importedBy: 'ada',
    terms: usualTerms,
    read: (take) => readMappedFile({ mid, bytes: bytesOf(text), ...(period && { period }) }, terms, take),
  });
}

type Entry = {
  readonly day: string;
  readonly amount: string;
  readonly own?: string;
  readonly endToEnd?: string;
};

function importCamt(account: string, id: string, entries: readonly Entry[]): Promise<Imported> {
  const written = entries.map(
    ({ day, amount, own, endToEnd = 'NOTPROVIDED' }) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
       ${own === undefined ? '' : `<AcctSvcrRef>${own}</AcctSvcrRef>`}
       <NtryDtls><TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  );
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>${id}</Id>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${written.join('')}</Stmt></BkToCstmrStmt></Document>`;
  const bank = { currency: 'EUR', statement: { source: 'file', at: '06:00', timezone: 'UTC' } } as const;
  return importStatement(finance, {
    source: 'bank',
    account,
    way: 'file',
    importedBy: 'ada',
    terms: usualTerms,
    read: (take) => readBankFile({ name: account, bytes: bytesOf(text) }, bank, take),
  });
}

describe('a file without ids', () => {
  it('C4 with two equal real lines has two, and imported twice still two', async () => {
    const mid = newMid();
    const rows = [row('2026-03-02', '5.00'), row('2026-03-02', '5.00')];
    expect(await importRows(mid, rows)).toMatchObject({ newLines: 2 });
    expect(await importRows(mid, rows)).toMatchObject({ isKnown: true, newLines: 0 });
    expect(await importRows(mid, [...rows, row('2026-03-03', '5.00')])).toMatchObject({ newLines: 1 });
  });

  it('C3 that overlaps by whole days adds its new lines only', async () => {
    const mid = newMid();
    const second = row('2026-03-03', '6.00', 'b');
    await importRows(mid, [row('2026-03-02', '5.00', 'a'), second]);
    expect(await importRows(mid, [second, row('2026-03-04', '7.00', 'c')])).toMatchObject({ newLines: 1 });
  });

  it('C6a of half a day is refused, if its own period says so', async () => {
    const half = ['2026-03-02T12:00:00Z', '2026-03-03T00:00:00Z'];
    await expect(importRows(newMid(), [row('2026-03-02', '5.00')], half)).rejects.toThrow('whole days');
  });

  it.each([
    ['the morning, then the afternoon', ['5.00'], ['6.00']],
    ['the whole day, then the afternoon', ['5.00', '5.00'], ['5.00']],
    ['the whole day, then nothing of it', ['5.00', '6.00'], []],
  ])('C6a is refused where what is known of its days is not in it: %s', async (_name, first, second) => {
    const mid = newMid();
    const rows = (of: readonly string[]) => of.map((gross) => row('2026-03-02', gross));
    const days = ['2026-03-02', '2026-03-03'];
    await importRows(mid, rows(first), days);
    await expect(importRows(mid, [...rows(second), row('2026-03-03', '1.00')], days)).rejects.toThrow(
      /whole days: of 2026-03-02, \d known lines are not in it/,
    );
    expect(await linesOf(mid)).toBe(first.length);
  });

  it('C6a of which a part was known is taken as a whole', async () => {
    const mid = newMid();
    await importRows(mid, [row('2026-03-02', '5.00')]);
    const whole = [row('2026-03-02', '5.00'), row('2026-03-02', '5.00')];
    expect(await importRows(mid, whole)).toMatchObject({ newLines: 1 });
  });
});

describe('an id of a provider', () => {
  it('C5 that comes back a year later is another line, and within a month the same', async () => {
    const mid = newMid();
    const at = (bookedOn: string) => lineOf({ kind: 'fee', gross: '2.00', lineKey: 'ln_1', bookedOn });
    await importLines(finance, [at('2025-03-02')], { mid, from: '2025-03-02' });
    expect(await importLines(finance, [at('2026-03-02')], { mid, from: '2026-03-02' })).toMatchObject({
      newLines: 1,
    });
    expect(await importLines(finance, [at('2026-03-02')], { mid, from: '2026-03-01' })).toMatchObject({
      newLines: 0,
    });
  });
});

describe('the bank', () => {
  it('C5 that uses the id of a statement again a year later is believed', async () => {
    const account = `bank-${newMid()}`;
    const entry = { amount: '100.00', own: 'BNK-1' };
    for (const day of ['2025-03-02', '2026-03-02'])
      expect(await importCamt(account, '17', [{ ...entry, day }])).toMatchObject({ newLines: 1 });
    expect(await bankLinesOf(account)).toBe(2);
  });

  it('C5 that tells an entry in a statement with another id tells nothing new', async () => {
    const account = `bank-${newMid()}`;
    const entry = { day: '2026-03-02', amount: '100.00', own: 'BNK-1' };
    await importCamt(account, '17', [entry]);
    expect(await importCamt(account, '18', [entry])).toMatchObject({ newLines: 0 });
  });

  it('C6 has two entries of one EndToEndId', async () => {
    const account = `bank-${newMid()}`;
    const entry = { day: '2026-03-02', amount: '9.00', endToEnd: 'E2E-1' };
    expect(await importCamt(account, '1', [entry, entry])).toMatchObject({ newLines: 2 });
    expect(await importCamt(account, '2', [entry, entry])).toMatchObject({ newLines: 0 });
    await expect(importCamt(account, '3', [entry])).rejects.toThrow('whole days');
  });
});

async function linesOf(account: string): Promise<number> {
  return (await database.sql`select from statement_lines where account = ${account}`).length;
}

async function bankLinesOf(account: string): Promise<number> {
  return (await database.sql`select from bank_lines where account = ${account}`).length;
}

import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#runtime/create-log';
import { buildStaff } from '../../apps/staff/src/build-staff.js';
import { registerEnded, type Paid } from '../fakes/reversals.js';
import { importLines, lineFor, lineOf, newMid, today, unknownLine } from '../fakes/statements.js';
import { naira, openMerchant } from '../witnesses/ledger.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: each number on the pages of finance leads to its entries, their transactions and lines, and the hash of the file
 * (contract §16.6, C39). Method: one day of a merchant in books of its own, followed link by link.
 */
const { database, books, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');
const staff = await buildStaff({
  database: await openAs('staff'),
  signOn: { header: 'X-Forwarded-User', fallback: undefined },
  links: { temporalUi: 'http://localhost:8233', namespace: 'default', trace: undefined, logs: undefined },
  hosts: 'any',
  log: createLog('staff', 'silent'),
});
const viewer = `ada-${randomUUID()}`;
const mid = newMid();
let merchant: string;
let paid: readonly [Paid, Paid, Paid];

beforeAll(async () => {
  await staff.listen(0, '127.0.0.1');
  merchant = await openMerchant(database, '0.01');
  const pay = () => registerEnded(database, 'payment', { merchant, money: naira('100'), mid });
  paid = [await pay(), await pay(), await pay()];
  const [first, second] = paid;
  const settled = { settlement: 'set_1', fee: '1.50' };
  const lines = [
    lineFor(first, settled),
    lineFor(second, settled),
    lineOf({ kind: 'settlement', gross: '197.00', settlement: 'set_1' }),
    unknownLine('7.00'),
  ];
  await importLines(finance, lines, { mid });
});
afterAll(() => staff.close());

async function read(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`${await staff.getUrl()}${path}`, { headers: { 'x-forwarded-user': viewer } });
  return { status: answer.status, text: await answer.text() };
}
async function shown(path: string): Promise<string> {
  const { status, text } = await read(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
}
const linksIn = (text: string, prefix: string) =>
  [
    ...new Set([...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))),
  ].filter((href) => href.startsWith(prefix));
const rowOf = (text: string) => text.split('<tr>').filter((row) => row.includes(`<div>${merchant}</div>`));

describe('C39: Finance by day', () => {
  it('leads from each number to its entries, which add up to it', async () => {
    const rows = rowOf(await shown(`/finance?day=${today()}`));
    expect(rows.length).toBeGreaterThan(0);
    let followed = 0;
    for (const row of rows)
      for (const [, href = '', number] of row.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)) {
        const text = await shown(href.replaceAll('&amp;', '&'));
        const amounts = [...text.matchAll(/class="figure">\s*<div>(-?[\d.,]+) [A-Z]{3}/g)].map(
          ([, amount = '']) => Number(amount.replaceAll(',', '')),
        );
        expect([href, amounts.reduce((sum, amount) => sum + amount, 0).toFixed(2)]).toEqual([href, number]);
        followed += 1;
      }
    expect(followed).toBeGreaterThanOrEqual(3);
  });

  it('leads on to the transaction, the line of the statement, and the hash of its file', async () => {
    const [payments = ''] = linksIn(
      rowOf(await shown(`/finance?day=${today()}`)).join(''),
      '/finance/entries?',
    ).filter((href) => href.includes('kinds=payment&') || href.endsWith('kinds=payment'));
    const entries = await shown(payments);
    const [file] = await books.rows('select id, sha256 from statement_files where account = $1', mid);
    for (const { identifier } of paid)
      expect(linksIn(entries, `/transactions/${identifier}`)).toHaveLength(1);
    const lines = linksIn(entries, '/finance/lines/');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const text = await shown(line);
      expect(text).toContain(String(file?.['sha256']));
      expect(linksIn(text, '/finance/files/')).toEqual([`/finance/files/${String(file?.['id'])}`]);
    }
    for (const entry of linksIn(entries, '/finance/entries/').filter((href) => !href.includes('csv')))
      await shown(entry);
    const ofFile = await shown(`/finance/files/${String(file?.['id'])}`);
    expect(ofFile).toContain(String(file?.['sha256']));
    expect(linksIn(ofFile, '/finance/lines/')).toHaveLength(4);
    expect(linksIn(ofFile, '/finance/differences/')).toHaveLength(1);
  });

  it('is a CSV of the same numbers, and so are its entries', async () => {
    const lines = (await shown(`/finance/csv?day=${today()}`))
      .split('\r\n')
      .filter((one) => one.startsWith(merchant));
    expect(lines.join('\n')).toContain(',300.00,');
    const text = await shown(`/finance/entries/csv?day=${today()}&merchant=${merchant}`);
    expect(text).toContain(paid[0].identifier);
  });

  it('answers 404 to a day in the future, and to an address that does not exist', async () => {
    for (const path of [
      '/finance?day=2999-01-01',
      '/finance?day=x',
      '/finance/lines/1',
      `/finance/lines/${randomUUID()}`,
      '/finance/entries/1',
      '/finance/constructor/1',
      '/finance/files/0',
      '/finance/files/999999999',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});

describe('C39: the lists of finance', () => {
  it('differences is a page in words and a CSV with the names of the classes', async () => {
    expect(await shown('/lists/differences')).toContain('unknown here');
    expect(await shown('/lists/differences/csv')).toContain('unknown_here');
  });

  it.each([
    ['statements', () => mid],
    ['settlements', () => 'set_1'],
    ['balances', () => merchant],
  ])('%s is a page and a CSV, and leads on', async (name, what) => {
    const text = await shown(`/lists/${name}`);
    expect(text).toContain(what());
    expect(await shown(`/lists/${name}/csv`)).toContain(what());
    for (const href of linksIn(text, '/finance/').slice(0, 5)) await shown(href);
  });

  it('show a settlement with its lines, and a difference with its line', async () => {
    const [settlement] = await books.rows('select id from settlements where account = $1', mid);
    expect(
      linksIn(await shown(`/finance/settlements/${String(settlement?.['id'])}`), '/finance/lines/'),
    ).toHaveLength(3);
    const [difference] = await books.rows('select id, line_id from differences where account = $1', mid);
    const text = await shown(`/finance/differences/${String(difference?.['id'])}`);
    expect(linksIn(text, '/finance/lines/')).toEqual([`/finance/lines/${String(difference?.['line_id'])}`]);
  });

  it('are put into the audit log before they are shown', async () => {
    await read(`/finance?day=${today()}`);
    const [last] = await books.rows(
      'select action, subject from audit_log where actor = $1 order by id desc limit 1',
      viewer,
    );
    expect(last).toEqual({ action: 'list.viewed', subject: `finance ${today()}` });
  });
});

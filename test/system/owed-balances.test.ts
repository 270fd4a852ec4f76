import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { openBooks } from '../witnesses/books.js';
import { ledgerDatabase, openBalances } from '../witnesses/ledger.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: one command says how much we owe to whom, now and at any earlier time (contract §16.6). */
const { urls, databaseUrl, databaseUrls } = sharedStack;
const database = ledgerDatabase();
const books = openBooks(databaseUrl);
const merchant = createMerchant(urls.api);

beforeAll(() => database.initialize());
afterAll(async () => {
  await database.destroy();
  await books.close();
});

const run = promisify(execFile);
const ask = (...words: readonly string[]) =>
  run(process.execPath, ['dist/bundles/gateway.js', 'ledger', 'balances', ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrls.admin },
  });

type Balance = Readonly<Record<string, string>>;
async function balancesOf(name: string, ...words: readonly string[]): Promise<readonly Balance[]> {
  const { balances } = JSON.parse((await ask('--json', ...words)).stdout) as { balances: readonly Balance[] };
  return balances.filter((balance) => balance['merchant'] === name);
}

describe('gateway ledger balances', () => {
  it('shows what was paid in, what payments brought and what refunds hold, and the sum that we owe', async () => {
    const before = await balancesOf('demo');
    const euros = (balances: readonly Balance[], account: string) =>
      Number(balances.find(({ currency }) => currency === 'EUR')?.[account] ?? 0);
    const paid = idealBody({ sandbox: 'success' });
    await merchant.post('/v2/payment', paid);
    await merchant.untilFinal(paid.reference);
    const refund = { reference: newReference(), payment_reference: paid.reference, amount: '4.10' };
    expect((await merchant.post('/v2/refund', refund)).body).toMatchObject({ error_code: 0 });
    const after = await balancesOf('demo');
    const moved = ['available', 'reserved', 'collected', 'refunding', 'owed'].map((account) =>
      (euros(after, account) - euros(before, account)).toFixed(2),
    );
    const [, , collected, refunding, owed] = moved.map(Number);
    expect(moved.slice(0, 2)).toEqual(['0.00', '0.00']);
    // The refund is held until its provider has paid it.
    expect([6, 10.1]).toContain(owed);
    expect(collected).toBe(6);
    expect((owed ?? 0) - (collected ?? 0)).toBeCloseTo(refunding ?? 0);
  });

  it('at an earlier time is what it was then', async () => {
    const name = `owed-${randomUUID()}`;
    await openBalances(database, name, { EUR: '10', JPY: '7' });
    await books.inThePast(
      `update ledger_entries set posted_at = '2026-01-31T23:59:59.999Z' where merchant = $1 and currency = 'EUR'`,
      name,
    );
    const sum = { available: '10.00', reserved: '0.00', collected: '0.00', refunding: '0.00', owed: '10.00' };
    const euros = { merchant: name, currency: 'EUR', ...sum };
    expect(await balancesOf(name, '--at', '2026-01-31T23:59:59.998Z')).toEqual([]);
    expect(await balancesOf(name, '--at', '2026-01-31T23:59:59.999Z')).toMatchObject([euros]);
    expect(await balancesOf(name)).toMatchObject([euros, { currency: 'JPY', available: '7', owed: '7' }]);
  });

  it('is a CSV whose texts are no formulas, and a table', async () => {
    const name = `=owed-${randomUUID()}`;
    await openBalances(database, name, { EUR: '10' });
    const { stdout } = await ask('--csv');
    const [head, ...lines] = stdout.trimEnd().split('\r\n');
    expect(head).toMatch(/^merchant,currency,available,reserved,collected,refunding,owed/);
    expect(lines.filter((line) => line.includes(name))).toEqual([
      expect.stringMatching(/^'=owed-[\da-f-]+,EUR,10\.00,0\.00,0\.00,0\.00,10\.00/),
    ]);
    expect((await ask()).stdout).toMatch(new RegExp(`^${name} {2,}EUR +10\\.00 `, 'm'));
  });

  it('refuses a time to come', async () => {
    const refused = ask('--at', '2999-01-01T00:00:00Z');
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('future') });
  });
});

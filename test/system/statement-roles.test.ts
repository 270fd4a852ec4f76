import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { roleNames } from '#persistence/roles/role-grants';
import { registerAt } from '../fakes/register-at.js';
import { importLines, lineOf, newMid } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/** Goal: the role that imports statements posts no money, and no role posts into a closed month (contract §16.7, C35). */
const { database, url, urlOf, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');
const everybody = [...roleNames, 'owner'] as const;

/** The error's code; undefined: it was done, and rolled back. */
async function codeOf(role: (typeof everybody)[number], statement: string): Promise<string | undefined> {
  const client = new Client({ connectionString: role === 'owner' ? url : urlOf(role) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  } finally {
    await client.query('rollback').catch(() => undefined);
    await client.end();
  }
}

const [forbidden, refused] = ['42501', '23001'];

describe('C35 the role that imports', () => {
  const money = [
    `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
       values ('m', 'EUR', 'funding', 'available', 1, 'top_up', 'x', 'x')`,
    `insert into provider_entries (cause, kind, mid, currency, from_account, to_account, amount, line_id)
       values (gen_random_uuid(), 'fee', 'm', 'EUR', 'held', 'fees', 1, gen_random_uuid())`,
    `insert into provider_transit (identifier, kind, merchant, mid, currency, amount, posted_at)
       values (gen_random_uuid(), 'payment', 'm', 'm', 'EUR', 1, now())`,
    `update transactions set status = 'success'`,
    `update attempts set state = 'final'`,
    `insert into reviews (identifier, cause, evidence) select identifier, 'x', '{}' from transactions limit 1`,
    `update reviews set closed_at = now()`,
    `insert into reversals (reversal_id, identifier, merchant, kind, currency, amount, billing_decimals, state, provider, evidence)
       select 'rev_x', identifier, merchant, 'returned', currency, amount, 2, 'posted', 'x', '{}' from transactions limit 1`,
    `insert into reversal_words (identifier, way, kind, key, reversal_id, evidence)
       select identifier, 'statement', kind, 'x', reversal_id, '{}' from reversals limit 1`,
    `update statement_lines set gross = gross + 1`,
    `delete from statement_matches`,
    `update settlements set bank_line = null`,
    `select post_matches()`,
  ];
  it.each(money)('may not: %s', async (statement) => {
    expect(await codeOf('finance', statement)).toBe(forbidden);
  });

  it('is the only one that imports', async () => {
    for (const role of roleNames.filter((name) => name !== 'finance'))
      for (const table of [
        'statement_files',
        'statement_lines',
        'statement_matches',
        'bank_lines',
        'differences',
        'periods',
      ])
        expect(await codeOf(role, `insert into ${table} default values`)).toBe(forbidden);
  });

  it('names no money twice, nor money that is not there', async () => {
    const mid = newMid();
    const paid = await registerAt(database, mid);
    const gross = '70.00';
    await importLines(finance, [lineOf({ kind: 'payment', gross, reference: 'x1' })], { mid });
    await expect(
      finance.sql`
        insert into statement_matches (line_id, turn, source, account, way, identifier, entry_kind)
        select line_id, 2, 'provider', account, 'reference', ${paid.identifier}::uuid, 'payment'
        from statement_lines where account = ${mid}`,
    ).rejects.toThrow('not in transit');
  });
});

describe('C35 a closed month', () => {
  const [past, until] = ['2020-01-15T12:00:00Z', '2020-02-01T00:00:00Z'];
  beforeAll(async () => {
    await finance.sql`
      insert into periods (month, until, closed_by, confirmed_by, reason)
      values ('2020-01-01', ${until}::timestamptz, 'ada', 'grace', 'test') on conflict do nothing`;
  });
  const entries = {
    'an entry of a merchant': `insert into ledger_entries
      (merchant, currency, from_account, to_account, amount, kind, author, reason, posted_at)
      values ('closed', 'EUR', 'funding', 'available', 1, 'top_up', 'x', 'x', '${past}')`,
    'an entry at a provider': `insert into provider_entries
      (cause, kind, mid, currency, from_account, to_account, amount, line_id, posted_at)
      select id, 'fee', 'm', 'EUR', 'held', 'fees', 1, id, '${past}' from line_key_of('2020-01-15', 'x') as id`,
  };
  it.each(Object.entries(entries))('takes %s from no role', async (_, statement) => {
    for (const role of everybody) expect([forbidden, refused]).toContain(await codeOf(role, statement));
    expect(await codeOf('owner', statement)).toBe(refused);
  });

  it('is not opened again', async () => {
    for (const role of everybody)
      expect([forbidden, refused]).toContain(await codeOf(role, `delete from periods`));
  });
});

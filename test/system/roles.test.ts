import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRoles } from '#persistence/roles/apply-roles';
import {
  calledFunctions,
  definerFunctions,
  roleGrants,
  roleNames,
  type RoleName,
} from '#persistence/roles/role-grants';
import { ledgerDatabase, naira, openMerchant } from '../support/ledger.js';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { payoutRegistration } from '../support/payouts.js';
import { sharedStack } from '../support/stack.js';

/** Goal: a process may do what it does, and nothing else: a taken-over one cannot make money (contract §13). */
const { databaseUrls } = sharedStack;
const database = ledgerDatabase();
const clients = Object.fromEntries(
  roleNames.map((name) => [name, new Client({ connectionString: databaseUrls[name] })]),
) as Readonly<Record<RoleName, Client>>;

beforeAll(async () => {
  await database.initialize();
  await Promise.all(Object.values(clients).map((client) => client.connect()));
});
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()));
  await database.destroy();
});

const forbidden = '42501';

/** How the database answers the statement, which leaves nothing behind. */
async function tryAs(role: RoleName, sql: string, values: readonly unknown[] = []): Promise<unknown> {
  const client = clients[role];
  await client.query('begin');
  try {
    return await client.query(sql, [...values]).then(
      () => 'taken',
      (error: { code?: unknown }) => error.code,
    );
  } finally {
    await client.query('rollback');
  }
}

const processes = ['api', 'worker', 'checkout', 'staff'] as const;
const books = ['ledger_entries', 'ledger_balances', 'payouts_in_flight'] as const;

describe.each(processes)('the %s', (role) => {
  it('posts no top-up and no adjustment', async () => {
    const merchant = await openMerchant(database, '10');
    const entry = `insert into ledger_entries
      (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
      values ($1, 'NGN', $2, 'available', 5000000, $3, $4, 'eve', 'test')`;
    const payout = payoutRegistration({ merchant, money: naira('10') });
    await registerTransaction(database, payout);
    expect(await tryAs(role, entry, [merchant, 'funding', 'top_up', null])).toBe(forbidden);
    expect(await tryAs(role, entry, [merchant, 'clearing', 'adjust', payout.identifier])).toBe(forbidden);
  });

  it.each(books)('writes nothing of %s by hand', async (table) => {
    for (const statement of [
      `insert into ${table} default values`,
      `update ${table} set ${table === 'payouts_in_flight' ? 'count = 0' : `merchant = 'other'`}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
      `drop table ${table} cascade`,
    ]) {
      expect([statement, await tryAs(role, statement)]).toEqual([statement, forbidden]);
    }
  });

  it('switches no law off, takes nobody’s place, and puts nothing beside the tables', async () => {
    for (const statement of [
      'set session_replication_role = replica',
      'alter table transactions disable trigger user',
      'create or replace function refuse_rewriting() returns trigger language plpgsql as $$ begin return new; end $$',
      'create table public.mine ()',
      'create function public.mine() returns integer language sql as $$ select 1 $$',
      'insert into operator_decisions select',
      'update status_history set status = status',
      'delete from transactions',
      'truncate transactions cascade',
      'delete from migrations',
      'create role mine',
      `set role ${new URL(databaseUrls.admin).username}`,
    ]) {
      // The worker writes down what operators decide.
      if (role === 'worker' && statement.startsWith('insert into operator_decisions')) continue;
      expect([statement, await tryAs(role, statement)]).toEqual([statement, forbidden]);
    }
  });

  it.each(definerFunctions)('puts no trigger with %s on a table of its own', async (name) => {
    await clients[role].query('begin');
    await clients[role].query('create temp table mine (like transactions)');
    const trigger = `create trigger mine after insert on mine for each row execute function ${name}()`;
    const refused = await clients[role].query(trigger).then(
      () => 'taken',
      (error: { code?: unknown }) => error.code,
    );
    await clients[role].query('rollback');
    expect(refused).toBe(forbidden);
  });
});

/** The roles to which the database does not refuse the statement. */
async function allowed(statement: string): Promise<readonly RoleName[]> {
  const answers = await Promise.all(
    roleNames.map(async (role) => [role, await tryAs(role, statement)] as const),
  );
  return answers.flatMap(([role, answer]) => (answer === forbidden ? [] : [role]));
}

it('only the worker and the owner see cards; only the api and the administrator see who signs', async () => {
  const readers = (table: string) => allowed(`select * from ${table}`);
  expect(await readers('card_vault')).toEqual(['worker']);
  expect(await readers('vault_private_keys')).toEqual(['worker']);
  expect(await readers('vault_keys')).toEqual(['api', 'worker', 'checkout']);
  expect(await readers('personal_data')).toEqual(['api', 'worker']);
  expect(await readers('api_keys')).toEqual(['api', 'worker', 'admin']);
  expect(await readers('configurations')).toEqual(['api', 'worker', 'admin']);
  expect(await readers('open_configurations')).toEqual(['checkout']);
});

it('the configuration as the checkout reads it holds no key and no credential', async () => {
  const { rows } = await clients.checkout.query<{ document: object }>(
    'select document from open_configurations',
  );
  const text = JSON.stringify(rows);
  expect(text).toContain('"mk_test_demo"');
  const secrets = [...text.matchAll(/"secret":"([^"]*)"/g)].map(([, secret]) => secret);
  expect(new Set(secrets)).toEqual(new Set(['']));
  expect([...text.matchAll(/"credentials":(\{[^}]*\})/g)].every(([, given]) => given === '{}')).toBe(true);
});

it.each(Object.entries(calledFunctions))('%s is called by %s alone', async (signature, callers) => {
  const call = signature.replaceAll('bigint', '1000000000000');
  expect(await allowed(`select ${call}`)).toEqual(callers);
});

it('the administrator tops up, and neither adjusts nor rewrites', async () => {
  const merchant = await openMerchant(database, '10');
  const topUp = `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
    values ($1, 'NGN', 'funding', 'available', 1, 'top_up', 'eve', 'test')`;
  expect(await tryAs('admin', topUp, [merchant])).toBe('taken');
  expect(await tryAs('admin', `update ledger_entries set amount = 1`)).toBe(forbidden);
  expect(await tryAs('admin', `update ledger_balances set available = 1`)).toBe(forbidden);
  expect(await tryAs('admin', `update transactions set status = 'success'`)).toBe(forbidden);
});

describe('every role', () => {
  it('has what the table of grants says, and nothing else', async () => {
    const rows = await database.query<{ role: RoleName; table: string; verbs: string }[]>(
      `select substring(rolname from length(current_database()) + 2) as role, relname as table,
         string_agg(lower(privilege_type), ', '
           order by array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], privilege_type)) as verbs
       from pg_class cross join lateral aclexplode(relacl) join pg_roles on pg_roles.oid = grantee
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'p') and grantee <> relowner
       group by rolname, relname`,
    );
    const granted: Record<string, Record<string, string>> = {};
    for (const { role, table, verbs } of rows) (granted[table] ??= {})[role] = verbs;
    const listed = Object.entries(roleGrants).filter(([, grants]) => Object.keys(grants).length > 0);
    expect(granted).toEqual(Object.fromEntries(listed));
  });

  it('is spoken of for every table and view', async () => {
    const rows = await database.query<{ name: string }[]>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'p', 'm') and not relispartition order by relname`,
    );
    expect(Object.keys(roleGrants).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('keeps its rights when they are given once more', async () => {
    await applyRoles(database, {});
    expect(await tryAs('api', 'select from transactions')).toBe('taken');
  });

  it('may do what the document says', async () => {
    const document = await readFile('docs/security.md', 'utf8');
    const row = (name: string) =>
      `| \`${name}\` | ${roleNames.map((role) => roleGrants[name]?.[role] ?? '').join(' | ')} |`;
    const table = document
      .split('\n')
      .filter((line) => /^\| `[a-z_]+` +\|/.test(line))
      .map((line) => line.replaceAll(/\s+/g, ' '));
    const expected = Object.keys(roleGrants).map((name) => row(name).replaceAll(/\s+/g, ' '));
    expect(table).toEqual(expected);
  });
});

describe('an owner who may not make roles', () => {
  it('is told what an administrator must do', async () => {
    await expect(applyMissing()).rejects.toThrow(/role \w+_api is missing.*create role "\w+_api"/);
  });

  /** In a database of that owner, whose roles nobody has made. */
  async function applyMissing(): Promise<void> {
    const name = `roleless_${Date.now()}`;
    await database.query(`create role ${name} login password 'roleless'`);
    await database.query(`create database ${name} owner ${name}`);
    const url = new URL(sharedStack.databaseUrl);
    [url.username, url.password, url.pathname] = [name, 'roleless', `/${name}`];
    const { createDatabase } = await import('#persistence/database');
    const own = createDatabase({ url: url.href, applicationName: 'test', poolSize: 1 });
    await own.initialize();
    try {
      await own.runMigrations({ transaction: 'each' });
      await applyRoles(own, { api: 'x', worker: 'x', checkout: 'x', admin: 'x', staff: 'x' });
    } finally {
      await own.destroy();
      await database.query(`drop database ${name}`);
      await database.query(`drop role ${name}`);
    }
  }
});

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#persistence/database';
import { calledFunctions, definerFunctions, roleNames, type RoleName } from '#persistence/roles/role-grants';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';
import { countFaultyForm, markOpened, postHostedPage } from '#persistence/transactions/hosted-page';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { payoutRegistration } from '../fakes/payouts.js';
import { sharedStack } from '../stack/stack.js';
import {
  closeStepSubjects,
  openStepSubjects,
  pageGuard,
  sealedCard,
  type StepSubjects,
} from '../witnesses/step-subjects.js';
import { unlawfulSteps } from '../witnesses/unlawful-steps.js';

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

const processes = ['api', 'worker', 'checkout', 'staff', 'finance'] as const;
const books = ['ledger_entries', 'ledger_balances', 'payouts_in_flight', 'refund_totals'] as const;
const counted: readonly string[] = ['payouts_in_flight', 'refund_totals'];

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
      `update ${table} set ${counted.includes(table) ? 'count = 0' : `merchant = 'other'`}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
      `drop table ${table} cascade`,
    ]) {
      expect([statement, await tryAs(role, statement)]).toEqual([statement, forbidden]);
    }
  });

  it('switches no law off, takes no other role, and creates nothing beside the tables', async () => {
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

/** Each statement leaves nothing behind, so all of them find the same rows. */
describe.each(Object.entries(unlawfulSteps))('no step of the %s', (role, steps) => {
  let subjects: StepSubjects;
  beforeAll(async () => {
    subjects = await openStepSubjects(database);
  });
  afterAll(() => closeStepSubjects(database));

  it.each(Object.entries<readonly string[]>(steps))('%s', async (_, statements) => {
    for (const statement of statements) {
      const sql = statement.replaceAll(/\{(\w+)\}/g, (__, name: keyof StepSubjects) => subjects[name]);
      expect([statement, await tryAs(role as RoleName, sql)]).toEqual([statement, forbidden]);
    }
  });
});

it('the bounds are those of this database’s roles, and of no other one’s', async () => {
  const rows = await database.query<{ condition: string }[]>(
    `select pg_get_triggerdef(oid) as condition from pg_trigger where tgname like '%\\_bound' and not tgisinternal`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { condition } of rows)
    expect(condition).toMatch(/session_user.*current_database\(\)\)::text \|\| '_/is);
});

describe('a lawful step is taken', () => {
  /** On a connection of that role, and undone. */
  async function asRole(role: RoleName, step: (process: Database) => Promise<void>): Promise<void> {
    const process = createDatabase({ url: databaseUrls[role], applicationName: 'test', poolSize: 1 });
    await process.initialize();
    try {
      await process.query('begin');
      await step(process);
      await process.query('rollback');
    } finally {
      await process.destroy();
    }
  }

  it('of the checkout: a page is seen, its form has a mistake, and it is posted, once', async () => {
    const { page } = await openStepSubjects(database);
    const card = await sealedCard(database);
    await asRole('checkout', async (checkout) => {
      await markOpened(checkout, page);
      expect(await countFaultyForm(checkout, page)).toBe(1);
      const post = () =>
        postHostedPage(checkout, page, {
          card,
          payableMs: 1,
          address: 'a'.repeat(64),
          faultyFormsMax: 3,
          tries: 0,
        });
      expect(await post()).toEqual({ posted: true, status: 'pending' });
      expect(await post()).toEqual({ posted: false, status: 'pending' });
    });
  });

  it('of the api: what is registered with a card, with a choice of banks, or held', async () => {
    const merchant = await openMerchant(database, '100');
    const payout = () => payoutRegistration({ merchant, money: naira('10') });
    const card = await sealedCard(database);
    await asRole('api', async (api) => {
      for (const changes of [
        { type: 'payment', card, guard: pageGuard },
        { isDue: false, banks: [{ code: '044', name: 'Bank', country: 'NG' }] },
        { isDue: false, held: 'payout' },
      ] as const)
        expect(await registerTransaction(api, { ...payout(), ...changes })).toBe(true);
    });
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
  const call = signature
    .replaceAll('bigint', '1000000000000')
    .replaceAll('integer', '1')
    .replaceAll('text', "'merchant'")
    .replaceAll(/[a-z ]+\[\]/g, "'{}'");
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

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { tryLaws } from '../witnesses/try-laws.js';
import { untilLine } from '../witnesses/log-file.js';
import { until } from '../witnesses/until.js';

/** Goal: nothing that the audit log is about happens without its row, nor a row without its change. */
const { client, insert } = tryLaws();
const payment = () => insert('payment', 'pending');
const block = `insert into blocks (kind, value, scope, reason, author) values ('bin', '400000', 'system', 'test', 'ada') returning id`;
const key = `insert into api_keys (id, project, purpose, secret_box, created_by) values ('mk_test_audit', 'demo', 'request', 'secret', 'ada')`;
const review = `insert into reviews (identifier, cause, evidence) values ($1, 'test', '{}')`;
const closing = `update reviews set closed_at = now(), closed_by = 'eve', closing_reason = 'seen' where identifier = $1`;

type Change = readonly [
  action: string,
  make: () => Promise<unknown>,
  row: { readonly actor: string; readonly details: Readonly<Record<string, unknown>> },
];
const changes: readonly Change[] = [
  [
    'key.created',
    () => client.query(key),
    { actor: 'ada', details: { project: 'demo', purpose: 'request' } },
  ],
  [
    'key.ended',
    async () => {
      await client.query(key);
      await client.query(
        `update api_keys set revoked_at = now(), revoked_by = 'bob' where id = 'mk_test_audit'`,
      );
    },
    { actor: 'bob', details: { project: 'demo' } },
  ],
  ['block.added', () => client.query(block), { actor: 'ada', details: { kind: 'bin', reason: 'test' } }],
  [
    'block.removed',
    async () => {
      const { rows } = await client.query<{ id: string }>(block);
      await client.query(
        `insert into block_removals (block, reason, author) values ($1, 'mixed up', 'bob')`,
        [rows[0]?.id],
      );
    },
    { actor: 'bob', details: { reason: 'mixed up' } },
  ],
  [
    'switch.turned',
    () =>
      client.query(
        `insert into switches (kind, name, is_off, operator, reason) values ('method', 'pix', true, 'ada', 'down')`,
      ),
    { actor: 'ada', details: { kind: 'method', is_off: 'true', reason: 'down' } },
  ],
  [
    'balance.posted',
    () =>
      client.query(
        `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
         values ('law', 'EUR', 'funding', 'available', 12345678901234567.89, 'top_up', 'ada', 'transfer 4711')`,
      ),
    { actor: 'ada', details: { kind: 'top_up', amount: '12345678901234567.89', reason: 'transfer 4711' } },
  ],
  [
    'review.closed',
    async () => {
      const identifier = await payment();
      await client.query(review, [identifier]);
      await client.query(closing, [identifier]);
    },
    { actor: 'eve', details: { cause: 'test', closing_reason: 'seen' } },
  ],
  [
    'decision.taken',
    async () =>
      client.query(
        `insert into operator_decisions (identifier, decision, operator, reason, evidence)
         values ($1, 'success', 'ada', 'saw it', 'statement')`,
        [await payment()],
      ),
    { actor: 'ada', details: { decision: 'success', reason: 'saw it' } },
  ],
  [
    'callbacks.ordered',
    () =>
      client.query(
        `insert into redelivery_orders (project, from_at, states, operator, reason)
         values ('demo', now(), '{exhausted}', 'ada', 'was down')`,
      ),
    { actor: 'ada', details: { states: '["exhausted"]', reason: 'was down' } },
  ],
  [
    'configuration.applied',
    () =>
      client.query(
        `insert into configurations (digest, document, secrets_box, applied_by)
         select 'other', jsonb_set(jsonb_set(document, '{projects,demo,keys}', '[]'), '{merchants,new}', '{"name": "New"}'),
           secrets_box, 'ada'
         from configurations order by version desc limit 1`,
      ),
    { actor: 'ada', details: { changed: ['merchants.new', 'projects.demo.keys'] } },
  ],
];

describe.each(changes)('%s', (action, make, row) => {
  it('is logged in its own transaction', async () => {
    await make();
    const { rows } = await client.query<{ actor: string; details: object; login: string }>(
      'select actor, details, login from audit_log where action = $1 order by id desc limit 1',
      [action],
    );
    expect(rows[0]).toMatchObject({
      ...row,
      login: decodeURIComponent(new URL(sharedStack.databaseUrl).username),
    });
    expect(JSON.stringify(rows[0])).not.toMatch(/secret|400000|\\x/);
  });

  it('does not happen if it cannot be logged', async () => {
    await client.query(`create function refuse_all() returns trigger language plpgsql as $$
      begin if new.action = '${action}' then raise exception 'the log is full'; end if; return new; end $$`);
    await client.query(
      'create trigger refuse_all before insert on audit_log for each row execute function refuse_all()',
    );
    await expect(make()).rejects.toThrow('the log is full');
  });
});

it('a command of operations is logged with its operator and its login', async () => {
  const DATABASE_URL = sharedStack.databaseUrls.admin;
  const words = [
    '--merchant',
    'demo',
    '--currency',
    'EUR',
    '--amount',
    '1',
    '--reason',
    'audit',
    '--author',
    'ada',
  ];
  expect((await runAdmin(['ledger', 'top-up', ...words], { DATABASE_URL })).code).toBe(0);
  const { code, output } = await runAdmin(['audit', 'export'], { DATABASE_URL });
  expect(code).toBe(0);
  const told = output.split('\n').findLast((line) => line.includes('"balance.posted"')) ?? '';
  expect(JSON.parse(told)).toMatchObject({
    actor: 'ada',
    subject: 'demo',
    details: { amount: '1', currency: 'EUR', reason: 'audit' },
    login: new URL(DATABASE_URL).username,
  });
});

it('the worker seals it, and says so where the database is out of reach of it', async () => {
  const { rows } = await until(
    () => client.query<{ hash: string }>('select hash from audit_seals where n = 1'),
    (answer) => answer.rows.length === 1,
  );
  const worker = join(sharedStack.directory, 'logs', 'worker.log');
  expect(await untilLine(worker, { msg: 'audit log sealed', hash: rows[0]?.hash })).toMatchObject({
    seal: 1,
  });
  const { code } = await runAdmin(['audit', 'check'], { DATABASE_URL: sharedStack.databaseUrls.admin });
  expect(code).toBe(0);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { mayMove, transitions } from '#domain/transaction-status';
import { finalStatuses, isFinal, type TransactionStatus, type TransactionType } from '#domain/transaction';

/** Goal: what must never happen is refused by the database itself, whatever code runs above it (contract §9). */
const client = new Client({ connectionString: inject('stack').databaseUrl });

beforeAll(() => client.connect());
afterAll(() => client.end());
beforeEach(async () => {
  await client.query('begin');
  // A payout starts with its funds reserved.
  await client.query(
    `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind)
     values ('law', 'EUR', 'funding', 'available', 1000, 'top_up')`,
  );
  return () => client.query('rollback').then(() => undefined);
});

const statuses: readonly TransactionStatus[] = ['new', 'created', 'pending', ...finalStatuses];
const types: readonly TransactionType[] = ['payment', 'payout'];

async function insert(
  type: TransactionType,
  status: TransactionStatus,
  changes: { readonly merchant?: string; readonly reference?: string } = {},
): Promise<string> {
  const identifier = randomUUID();
  const { merchant = 'law', reference = identifier } = changes;
  // The law lets a transaction start in few statuses: to try the others, it is put there past the law.
  const isLawful = (transitions[type].start as readonly TransactionStatus[]).includes(status);
  if (!isLawful) await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency,
       amount, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
     values ($1, $1, $2, $3, 'law', $4, 'ideal', 'h2h', 'EUR', 10.10, $5, 'api', '{}', $6, now(), now(), $7)`,
    [identifier, type, merchant, reference, status, randomBytes(32), isFinal(status) ? new Date() : null],
  );
  if (!isLawful) await client.query('set local session_replication_role = origin');
  return identifier;
}

async function insertAttempt(identifier: string, n: number, providerReference: string): Promise<void> {
  await client.query(
    `insert into attempts (identifier, n, provider, mid, provider_reference, state)
     values ($1, $2, 'sandbox', 'main', $3, 'sending')`,
    [identifier, n, providerReference],
  );
}

async function insertEvent(identifier: string): Promise<void> {
  await client.query(
    `insert into events (event_id, identifier, merchant, body, state) values ($1, $2, 'law', '{}', 'none')`,
    [`evt_${randomUUID()}`, identifier],
  );
}

/** Whether the statement is taken; it leaves nothing behind. */
async function isTaken(sql: string, ...values: readonly unknown[]): Promise<boolean> {
  await client.query('savepoint attempt');
  const fault = await client.query(sql, [...values]).then(
    () => undefined,
    (error: unknown) => error,
  );
  await client.query('rollback to savepoint attempt');
  // Class 23: an integrity constraint was violated; any other fault is a mistake of the test.
  expect(
    fault === undefined || (fault instanceof DatabaseError && fault.code?.startsWith('23') === true),
  ).toBe(true);
  return fault === undefined;
}

describe('a transaction moves as the transition table says, and in no other way', () => {
  const pairs = types.flatMap((type) =>
    statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => [type, from, to] as const)),
  );
  const move =
    'update transactions set status = $2, finished_at = case when $3 then now() end where identifier = $1';

  it.each(pairs)('%s: %s to %s', async (type, from, to) => {
    const identifier = await insert(type, from);
    expect(await isTaken(move, identifier, to, isFinal(to))).toBe(mayMove(type, from, to));
  });

  it('has tried every status of both types', () => {
    expect(pairs).toHaveLength(2 * 7 * 6);
    expect(Object.keys(transitions).toSorted()).toEqual([...types].toSorted());
    expect(Object.keys(transitions.payment).toSorted()).toEqual(['start', ...statuses].toSorted());
  });
});

describe('a transaction starts as the transition table says', () => {
  const start = `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style,
      currency, amount, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
    values ($1, $1, $2, 'law', 'law', $1::uuid::text, 'ideal', 'h2h', 'EUR', 1, $3, 'api', '{}', '', now(), now(),
      case when $4 then now() end)`;

  it.each(types.flatMap((type) => statuses.map((status) => [type, status] as const)))(
    '%s: %s',
    async (type, status) => {
      const isLawful = (transitions[type].start as readonly TransactionStatus[]).includes(status);
      expect(await isTaken(start, randomUUID(), type, status, isFinal(status))).toBe(isLawful);
    },
  );
});

describe('a final row never changes', () => {
  const columns = [
    `status = 'success'`,
    'finished_at = now()',
    'error_code = 1',
    `description = 'other'`,
    'challenge = null',
    'amount = amount',
  ];

  it.each(finalStatuses.flatMap((status) => columns.map((column) => [status, column] as const)))(
    '%s: %s',
    async (status, column) => {
      const identifier = await insert('payment', status);
      const sql = `update transactions set ${column} where identifier = $1`;
      expect(await isTaken(sql, identifier)).toBe(false);
    },
  );
});

describe('what a transaction was registered with stays', () => {
  it.each([
    'identifier = gen_random_uuid()',
    'request_id = gen_random_uuid()',
    `type = 'payout'`,
    `merchant = 'other'`,
    `project = 'other'`,
    `reference = 'other'`,
    `method = 'pix'`,
    `style = 'hpp'`,
    `currency = 'USD'`,
    'amount = 10.1',
    'amount = 11',
    `billing_amount = 10.10, billing_currency = 'EUR'`,
    'payouts_in_flight_max = 1',
    `created_at = now() - interval '1 day'`,
    `content_fingerprint = ''`,
  ])('%s', async (change) => {
    const identifier = await insert('payment', 'pending');
    expect(await isTaken(`update transactions set ${change} where identifier = $1`, identifier)).toBe(false);
  });
});

describe('a payment that may be sent keeps its card', () => {
  it.each([
    `card_first6 = '555555'`,
    `card_last4 = '4444'`,
    `card_brand = 'mastercard'`,
    `card_fingerprint = '\\x01'`,
    'card_fingerprint = null',
  ])('%s', async (change) => {
    const identifier = await insert('payment', 'pending');
    const sql = `update transactions set ${change} where identifier = $1`;
    const post = `update transactions set card_first6 = '424242', card_last4 = '4242', card_brand = 'visa',
      card_fingerprint = '\\x02', submit_due_at = $2 where identifier = $1`;
    await client.query(post, [identifier, null]);
    expect(await isTaken(sql, identifier)).toBe(true);
    await client.query(post, [identifier, new Date()]);
    expect(await isTaken(sql, identifier)).toBe(false);
    expect(await isTaken(post, identifier, new Date())).toBe(true);
  });
});

describe('what is append-only is neither changed nor deleted', () => {
  it.each(statuses)('a transaction that is %s is not deleted', async (status) => {
    const identifier = await insert('payment', status);
    expect(await isTaken('delete from transactions where identifier = $1', identifier)).toBe(false);
  });

  it.each([
    ['status_history', 'source'],
    ['lookups', 'detail'],
    ['configurations', 'applied_by'],
  ])('%s', async (table, column) => {
    const identifier = await insert('payment', 'pending');
    await insertAttempt(identifier, 1, `${identifier}-1`);
    await client.query(`insert into lookups (identifier, n, answer) values ($1, 1, 'no_answer')`, [
      identifier,
    ]);
    const { rowCount } = await client.query(`select from ${table}`);
    expect(rowCount).toBeGreaterThan(0);
    expect(await isTaken(`update ${table} set ${column} = 'other'`)).toBe(false);
    expect(await isTaken(`delete from ${table}`)).toBe(false);
  });
});

describe('what is told and what is logged stays', () => {
  it.each([`body = 'other'`, `callback_url = 'http://other'`, `merchant = 'other'`])(
    'an event: %s',
    async (change) => {
      const identifier = await insert('payment', 'success');
      await insertEvent(identifier);
      expect(await isTaken(`update events set ${change} where identifier = $1`, identifier)).toBe(false);
      expect(await isTaken('delete from events where identifier = $1', identifier)).toBe(false);
      expect(await isTaken(`update events set state = 'delivered' where identifier = $1`, identifier)).toBe(
        true,
      );
    },
  );

  it('a review keeps its cause, is closed once, and not opened again', async () => {
    const identifier = await insert('payment', 'success');
    await client.query(
      `insert into reviews (identifier, cause, evidence) values ($1, 'wrong amount', '{}')`,
      [identifier],
    );
    const close = `update reviews set closed_at = now(), closed_by = 'eve', closing_reason = 'seen' where identifier = $1`;
    expect(await isTaken(`update reviews set cause = 'other' where identifier = $1`, identifier)).toBe(false);
    expect(await isTaken('delete from reviews where identifier = $1', identifier)).toBe(false);
    expect(await isTaken(close, identifier)).toBe(true);
    await client.query(close, [identifier]);
    expect(await isTaken(close, identifier)).toBe(false);
  });

  it('transfer details are settled once, and stay what they are', async () => {
    const identifier = await insert('payment', 'created');
    await client.query(
      `insert into transfer_details (identifier, fingerprint, next_sweep_at) values ($1, 'a', now())`,
      [identifier],
    );
    const settle = `update transfer_details set settled_at = now(), outcome = 'taken' where identifier = $1`;
    for (const change of [
      `update transfer_details set fingerprint = 'b' where identifier = $1`,
      `update transfer_details set accepted_at = now() - interval '1 day' where identifier = $1`,
      `update transfer_details set settled_at = now() where identifier = $1`,
      'delete from transfer_details where identifier = $1',
    ]) {
      expect([change, await isTaken(change, identifier)]).toEqual([change, false]);
    }
    expect(await isTaken(`update transfer_details set step = 1 where identifier = $1`, identifier)).toBe(
      true,
    );
    await client.query(settle, [identifier]);
    expect(await isTaken(settle, identifier)).toBe(false);
  });

  it('the kind of a challenge outlives the challenge', async () => {
    const identifier = await insert('payment', 'pending');
    await client.query(`update transactions set challenge = '{"type":"redirect"}' where identifier = $1`, [
      identifier,
    ]);
    await client.query(
      `update transactions set challenge = null, status = 'success', finished_at = now() where identifier = $1`,
      [identifier],
    );
    const { rows } = await client.query('select challenge_type from transactions where identifier = $1', [
      identifier,
    ]);
    expect(rows).toEqual([{ challenge_type: 'redirect' }]);
  });

  it.each([
    'transactions',
    'status_history',
    'attempts',
    'lookups',
    'provider_events',
    'events',
    'delivery_attempts',
    'reviews',
    'operator_decisions',
    'transfer_details',
    'configurations',
    'ledger_entries',
    'ledger_balances',
    'payouts_in_flight',
  ])('%s is never emptied', async (table) => {
    expect(await isTaken(`truncate ${table} cascade`)).toBe(false);
  });
});

describe('what exists once exists once', () => {
  it('a reference per merchant and type', async () => {
    const reference = randomUUID();
    await insert('payment', 'pending', { reference });
    await insert('payout', 'pending', { reference });
    await insert('payment', 'pending', { reference, merchant: 'other' });
    await insert('payment', 'pending', { reference: reference.toUpperCase() });
    await expect(insert('payment', 'pending', { reference })).rejects.toMatchObject({
      constraint: 'transactions_reference_key',
    });
  });

  it('an event per transaction', async () => {
    const identifier = await insert('payment', 'success');
    await insertEvent(identifier);
    await expect(insertEvent(identifier)).rejects.toMatchObject({ constraint: 'events_transaction_key' });
  });

  it('a reference towards the providers', async () => {
    const [first, second] = [await insert('payment', 'pending'), await insert('payment', 'pending')];
    await insertAttempt(first, 1, 'one-1');
    await expect(insertAttempt(second, 1, 'one-1')).rejects.toMatchObject({
      constraint: 'attempts_provider_reference_key',
    });
  });

  it('an attempt of one number', async () => {
    const identifier = await insert('payment', 'pending');
    await insertAttempt(identifier, 1, `${identifier}-1`);
    await expect(insertAttempt(identifier, 1, `${identifier}-1b`)).rejects.toMatchObject({
      constraint: 'attempts_pkey',
    });
  });
});

it('every change of status leaves a line in the history', async () => {
  const identifier = await insert('payment', 'pending');
  await client.query(`update transactions set status = 'created' where identifier = $1`, [identifier]);
  await client.query(`update transactions set description = 'same status' where identifier = $1`, [
    identifier,
  ]);
  const { rows } = await client.query('select status from status_history where identifier = $1 order by id', [
    identifier,
  ]);
  expect(rows).toEqual([{ status: 'pending' }, { status: 'created' }]);
});

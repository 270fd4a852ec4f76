import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  finalStatuses,
  isFinal,
  mayMove,
  type TransactionStatus,
  type TransactionType,
  transitions,
} from '#domain/transaction/status';
import { refundPlan, statuses, tryLaws } from '../witnesses/try-laws.js';

/** Goal: what must never happen is refused by the database itself, whatever code runs above it (contract §9). */
const { client, insert, insertAttempt, insertEvent, isTaken } = tryLaws();
const types: readonly TransactionType[] = ['payment', 'payout', 'refund'];

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

  it('has tried every status of all types', () => {
    expect(pairs).toHaveLength(3 * 7 * 6);
    expect(Object.keys(transitions).toSorted()).toEqual([...types].toSorted());
    expect(Object.keys(transitions.payment).toSorted()).toEqual(['start', ...statuses].toSorted());
  });
});

describe('a transaction starts as the transition table says', () => {
  const start = `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style,
      currency, amount, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at, payment,
      payment_reference)
    values ($1, $1, $2, 'law', 'law', $1::uuid::text, 'ideal', 'h2h', 'EUR', 1, $3, 'api', $5, '', now(), now(),
      case when $4 then now() end, $6::uuid, $6::uuid::text)`;

  it.each(types.flatMap((type) => statuses.map((status) => [type, status] as const)))(
    '%s: %s',
    async (type, status) => {
      const isLawful = (transitions[type].start as readonly TransactionStatus[]).includes(status);
      const of = type === 'refund' ? [refundPlan, await insert('payment', 'success')] : ['{}', null];
      expect(await isTaken(start, uuid(), type, status, isFinal(status), ...of)).toBe(isLawful);
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
    await expect(insertEvent(identifier)).rejects.toMatchObject({ constraint: 'events_once_key' });
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

it.each([
  ['registered', 4, ['claim_limits', 'claim_refund', 'reserve_payout']],
  ['ended', 16, ['give_limits_back', 'close_refund']],
])(
  'of a transaction that is %s, limits, refunds and balances are locked in this order',
  async (_, event, order) => {
    // Postgres fires the triggers of one event by their names; bit 1 is "before".
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where tgrelid = 'transactions'::regclass and tgtype & 2 = 0 and tgtype & $1 <> 0 and proname = any($2)
     order by tgname`,
      [event, order],
    );
    expect(rows.map(({ name }) => name)).toEqual(order);
  },
);

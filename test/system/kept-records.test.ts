import { describe, expect, it } from 'vitest';
import { statuses, tryLaws } from '../witnesses/try-laws.js';

/** Goal: what was registered, delivered or logged never changes, whatever code runs above the database. */
const { client, insert, insertAttempt, insertEvent, isTaken } = tryLaws();

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

describe('events and log rows never change', () => {
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

  it('a payout keeps the bank that was chosen', async () => {
    const identifier = await insert('payout', 'pending');
    const nameless = `update transactions set bank_name = 'A bank' where identifier = $1`;
    expect(await isTaken(nameless, identifier)).toBe(false);
    const choose = `update transactions set bank_code = '058', bank_name = 'A bank' where identifier = $1`;
    await client.query(choose, [identifier]);
    for (const change of [
      `update transactions set bank_code = '044' where identifier = $1`,
      `update transactions set bank_name = null where identifier = $1`,
      'update transactions set bank_code = null, bank_name = null where identifier = $1',
    ]) {
      expect([change, await isTaken(change, identifier)]).toEqual([change, false]);
    }
    expect(await isTaken(choose, identifier)).toBe(true);
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

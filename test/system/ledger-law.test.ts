import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';
import { endTransaction, payoutRegistration } from '../fakes/payouts.js';

/** Goal: the books cannot be spoilt from any code, and what has spoilt them all the same is found (contract §13). */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

async function expectSound(): Promise<void> {
  expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
}

describe('what would spoil the books is refused by the database', () => {
  async function refusal(sql: string, ...values: readonly unknown[]): Promise<unknown> {
    return database.query(sql, [...values]).then(
      () => 'taken',
      (error: { code?: unknown }) => error.code,
    );
  }
  const restricted = '23001';
  const unsound = '23000';
  const violatesCheck = '23514';

  it('an entry is neither changed nor deleted, a balance and a counter only follow', async () => {
    const merchant = await openMerchant(database, '10');
    await registerTransaction(database, payoutRegistration({ merchant, money: naira('1') }));
    for (const [table, change] of [
      ['ledger_entries', 'amount = 11'],
      ['ledger_balances', 'available = 11'],
      ['payouts_in_flight', 'count = 0'],
    ] as const) {
      const where = table === 'payouts_in_flight' ? 'project' : 'merchant';
      expect(await refusal(`update ${table} set ${change} where ${where} = $1`, merchant)).toBe(restricted);
      expect(await refusal(`delete from ${table} where ${where} = $1`, merchant)).toBe(restricted);
      expect(await refusal(`truncate ${table} cascade`)).toBe(restricted);
    }
    const balance = `insert into ledger_balances (merchant, currency, available) values ($1, 'EUR', 1)`;
    expect(await refusal(balance, merchant)).toBe(restricted);
    expect(await refusal(`insert into payouts_in_flight values ('by hand', 1)`)).toBe(restricted);
  });

  it('an entry that its transaction does not know of, or that another must come before', async () => {
    const merchant = await openMerchant(database, '100');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    await registerTransaction(database, payout);
    const post = (kind: string, from: string, to: string, amount = '10', whose = merchant) =>
      refusal(
        `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, identifier)
         values ($1, 'NGN', $2, $3, $4, $5, $6)`,
        whose,
        from,
        to,
        amount,
        kind,
        payout.identifier,
      );
    expect(await post('reserve', 'available', 'reserved')).toBe('23505');
    expect(await post('reserve', 'available', 'reserved', '11')).toBe(unsound);
    expect(await post('settle', 'reserved', 'clearing')).toBe(unsound);
    expect(await post('release', 'reserved', 'available')).toBe(unsound);
    expect(await post('collect', 'clearing', 'collected')).toBe(unsound);
    await endTransaction(database, payout.identifier, 'success');
    expect(await post('release', 'reserved', 'available')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'available', '11')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'available', '10', 'other')).toBe(unsound);
    expect(await post('adjust', 'clearing', 'reserved')).toBe(unsound);
    expect(await post('top_up', 'funding', 'available')).toBe(violatesCheck);
    expect(await post('reserve', 'available', 'reserved', '-10')).toBe(unsound);
    await expectSound();
  });

  it('no account goes below zero', async () => {
    const merchant = await openMerchant(database, '10');
    const below = (column: string) =>
      database.transaction(async (manager) => {
        // Past the law, to meet the last guard alone.
        await manager.query('alter table ledger_balances disable trigger ledger_balances_law');
        await manager.query(`update ledger_balances set ${column} = -0.01 where merchant = $1`, [merchant]);
      });
    await expect(below('available')).rejects.toMatchObject({ constraint: 'ledger_balances_available_check' });
    await expect(below('reserved')).rejects.toMatchObject({ constraint: 'ledger_balances_reserved_check' });
  });
});

describe('the proof of the books', () => {
  const forgeries: readonly [rule: string, sql: string][] = [
    [
      'a balance is the sum of its entries',
      'update ledger_balances set available = available + 1 where merchant = $1',
    ],
    [
      'what is reserved is what payouts and refunds that are not final hold',
      'update ledger_balances set available = available - 1, reserved = reserved + 1 where merchant = $1',
    ],
    [
      'a transaction is posted as its state says',
      `delete from ledger_entries where merchant = $1 and kind = 'reserve'`,
    ],
    [
      'a transaction is posted as its state says',
      `update transactions set status = 'success', finished_at = now() where merchant = $1`,
    ],
    [
      'a transaction is posted with its own money',
      `update ledger_entries set amount = amount + 1 where merchant = $1 and kind = 'reserve'`,
    ],
    [
      'a project has as many payouts in flight as are counted',
      'update payouts_in_flight set count = count + 1 where project = $1',
    ],
    [
      'a limit counts what is registered and has not failed',
      `insert into limit_counters values ('day', current_date, 'project', $1, 'payment', 'EUR', 1, 1)`,
    ],
    [
      'a limit counts what is registered and has not failed',
      `update transactions set plan = plan || '{"limits": [{"scope": "project", "subject": "any", "per": "month"}]}'
       where merchant = $1`,
    ],
  ];

  it.each(forgeries)('finds where it does not hold: %s', async (rule, forgery) => {
    const merchant = await openMerchant(database, '20');
    await registerTransaction(database, payoutRegistration({ merchant, money: naira('10') }));
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('set local session_replication_role = replica');
      await runner.query(forgery, [merchant]);
      const { differences, differencesCount } = await proveLedger(runner);
      expect(differencesCount).toBe(differences.length);
      expect(differences.map((difference) => difference.rule)).toContain(rule);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    await expectSound();
  });
});

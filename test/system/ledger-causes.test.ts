import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderReport } from '#domain/transaction/report';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { recordChange } from '#persistence/transactions/record-change';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { closeReviews } from '#persistence/transactions/close-reviews';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';
import { endTransaction, payoutRegistration } from '../fakes/payouts.js';

/**
 * Goal: the books are proved against what made them what they are: nothing is posted, ended or paid without its cause
 * (contract §13). Method: lawful rows, then one of them changed past the law, as only who owns the tables could.
 */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

/** A merchant with a payment that its provider says is paid, and a payout that an operator has resolved. */
async function openBooksOf(): Promise<string> {
  const merchant = await openMerchant(database, '100');
  const payout = payoutRegistration({ merchant, money: naira('10') });
  await registerTransaction(database, payout);
  await endTransaction(database, payout.identifier, 'success');
  await registerTransaction(database, {
    ...payoutRegistration({ merchant, money: naira('20') }),
    type: 'payment',
  });
  await endPayment(merchant, { outcome: 'success', amount: '20', currency: 'NGN' });
  return merchant;
}

/** By the answer of the provider, which says this. */
async function endPayment(merchant: string, said: Omit<ProviderReport, 'providerReference'>): Promise<void> {
  const [{ identifier = '' } = {}] = await database.query<{ identifier?: string }[]>(
    `insert into attempts (identifier, n, provider, mid, provider_reference, state)
     select identifier, 1, 'sandbox', 'main', identifier || '-1', 'sending'
     from transactions where merchant = $1 and type = 'payment' returning identifier`,
    [merchant],
  );
  // Its attempt was a further revision.
  const written = { identifier, revision: 1 };
  const recorded = await recordChange(database, written, {
    attempt: {
      n: 1,
      to: 'final',
      report: { providerReference: `${identifier}-1`, ...said },
    },
    move: {
      to: 'success',
      source: 'provider',
      error: undefined,
      expiredAtStage: undefined,
      finishedAt: new Date(),
      event: { eventId: `evt_${randomUUID()}`, body: '{}', callbackUrl: undefined },
    },
  });
  expect(recorded.kind).toBe('recorded');
}

/** What the proof finds after these statements, which are rolled back; `$1` is the merchant. */
async function findAfter(merchant: string, statements: readonly string[]): Promise<readonly string[]> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('set local session_replication_role = replica');
    for (const statement of statements)
      await runner.query(statement, statement.includes('$1') ? [merchant] : []);
    const { differences } = await proveLedger(runner);
    return differences.map(({ rule }) => rule);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

const evidenceRule = 'a success has evidence of its money';
const historyRule = 'a state is the last line of its history, a final one its only final line';
const eventRule = 'a final state has one event, any other none';
const adjustmentRule = 'an adjustment follows from the closing of a review';
const paid = `select identifier from transactions where merchant = $1 and type = 'payment'`;
const paidOut = `select identifier from transactions where merchant = $1 and type = 'payout'`;

describe('what moved without a cause is found', () => {
  const forgeries: readonly [what: string, rule: string, ...statements: string[]][] = [
    [
      'a payment and its entry, both changed to another amount',
      evidenceRule,
      `update transactions set amount = 99999, billing_amount = 99999 where identifier in (${paid})`,
      `update ledger_entries set amount = 99999 where identifier in (${paid})`,
      `update provider_entries set amount = 99999 where identifier in (${paid})`,
      `update provider_transit set amount = 99999 where identifier in (${paid})`,
    ],
    [
      'a payment and its entry, both changed to another currency',
      evidenceRule,
      `update transactions set currency = 'EUR', billing_currency = 'EUR' where identifier in (${paid})`,
      `update ledger_entries set currency = 'EUR' where identifier in (${paid})`,
      `update provider_entries set currency = 'EUR' where identifier in (${paid})`,
      `update provider_transit set currency = 'EUR' where identifier in (${paid})`,
    ],
    [
      'a success whose attempt says nothing of it',
      evidenceRule,
      `update attempts set evidence = null where identifier in (${paid})`,
    ],
    [
      'a success whose evidence is about another attempt',
      evidenceRule,
      `update attempts set evidence = evidence || '{"providerReference": "other-1"}' where identifier in (${paid})`,
    ],
    [
      'a success whose evidence names no readable amount',
      evidenceRule,
      `update attempts set evidence = evidence || '{"amount": "twenty"}' where identifier in (${paid})`,
    ],
    [
      'a payout resolved without an operator',
      evidenceRule,
      `delete from operator_decisions where identifier in (${paidOut})`,
    ],
    [
      'a payout resolved otherwise',
      evidenceRule,
      `update operator_decisions set decision = 'resolved: declined' where identifier in (${paidOut})`,
    ],
    [
      'the final line of a history, gone',
      historyRule,
      `delete from status_history where status = 'success' and identifier in (${paid})`,
    ],
    [
      'a second final line',
      historyRule,
      `insert into status_history (identifier, status, source) select identifier, 'success', 'api' from (${paid}) as it`,
    ],
    [
      'a line after the final one',
      historyRule,
      `insert into status_history (identifier, status, source) select identifier, 'pending', 'api' from (${paid}) as it`,
    ],
    ['a final state without an event', eventRule, `delete from events where identifier in (${paid})`],
    [
      'an adjustment that no review asked for',
      adjustmentRule,
      `insert into ledger_entries
         (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
       select $1, 'NGN', 'clearing', 'available', 10, 'adjust', identifier, 'eve', 'test' from (${paidOut}) as it`,
      `update ledger_balances set available = available + 10 where merchant = $1`,
    ],
    [
      'a review whose adjustment was never posted',
      adjustmentRule,
      `insert into reviews (identifier, cause, evidence, closed_at, closed_by, closing_reason, adjustment)
       select identifier, 'test', '{}', now(), 'eve', 'test', 'returned' from (${paidOut}) as it`,
    ],
    [
      'a top-up without an author',
      'a top-up has an author and a reason',
      'alter table ledger_entries drop constraint ledger_entries_cause_check',
      `update ledger_entries set author = null where kind = 'top_up' and merchant = $1`,
    ],
  ];

  it.each(forgeries)('%s', async (_what, rule, ...statements) => {
    const merchant = await openBooksOf();
    expect(await findAfter(merchant, [])).toEqual([]);
    expect(await findAfter(merchant, statements)).toEqual([rule]);
  });

  it('an event of what is not final', async () => {
    const merchant = await openMerchant(database, '10');
    const payout = payoutRegistration({ merchant, money: naira('10') });
    await registerTransaction(database, payout);
    const event = `insert into events (event_id, identifier, merchant, body, state)
      select 'evt_' || identifier, identifier, $1, '{}', 'none' from (${paidOut}) as it`;
    expect(await findAfter(merchant, [event])).toEqual([eventRule]);
  });

  it('but not evidence that names no money, nor an amount written with other decimals', async () => {
    for (const said of [{}, { amount: '20.00', currency: 'NGN' }]) {
      const merchant = await openMerchant(database, '100');
      const payment = { ...payoutRegistration({ merchant, money: naira('20') }), type: 'payment' } as const;
      await registerTransaction(database, payment);
      await endPayment(merchant, { outcome: 'success', ...said });
      expect(await findAfter(merchant, [])).toEqual([]);
    }
  });
});

describe('what has no cause is refused, also to the owner of the tables', () => {
  const restricted = '23001';
  const unsound = '23000';
  const violatesCheck = '23514';

  async function refusal(sql: string, ...values: readonly unknown[]): Promise<unknown> {
    return database.query(sql, [...values]).then(
      () => 'taken',
      (error: { code?: unknown }) => error.code,
    );
  }

  it('an adjustment before its review is closed with it', async () => {
    const merchant = await openBooksOf();
    const adjust = `insert into ledger_entries
        (merchant, currency, from_account, to_account, amount, kind, identifier, author, reason)
      select $1, 'NGN', 'clearing', 'available', 10, 'adjust', identifier, 'eve', 'test' from (${paidOut}) as it`;
    expect(await refusal(adjust, merchant)).toBe(unsound);
    await database.query(
      `insert into reviews (identifier, cause, evidence) select identifier, 'test', '{}' from (${paidOut}) as it`,
      [merchant],
    );
    expect(await refusal(adjust, merchant)).toBe(unsound);
    const [{ identifier = '' } = {}] = await database.query<{ identifier?: string }[]>(paidOut, [merchant]);
    await closeReviews(database, { identifier, operator: 'eve', reason: 'test' });
    expect(await refusal(adjust, merchant)).toBe(unsound);
  });

  it('a review that begins closed, or asks for an adjustment afterwards', async () => {
    const merchant = await openBooksOf();
    const closed = `insert into reviews (identifier, cause, evidence, closed_at, closed_by, closing_reason, adjustment)
      select identifier, 'test', '{}', now(), 'eve', 'test', 'returned' from (${paidOut}) as it`;
    expect(await refusal(closed, merchant)).toBe(restricted);
    const raise = `insert into reviews (identifier, cause, evidence) select identifier, 'test', '{}' from (${paidOut}) as it`;
    await database.query(raise, [merchant]);
    const adjust = `update reviews set adjustment = 'returned' where identifier in (${paidOut})`;
    expect(await refusal(adjust, merchant)).toBe(violatesCheck);
    const [{ identifier = '' } = {}] = await database.query<{ identifier?: string }[]>(paidOut, [merchant]);
    await closeReviews(database, { identifier, operator: 'eve', reason: 'test' });
    expect(await refusal(adjust, merchant)).toBe(restricted);
  });

  it('a top-up without an author or a reason', async () => {
    const merchant = await openMerchant(database, '1');
    const topUp = (author: string | null, reason: string | null) =>
      refusal(
        `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
         values ($1, 'NGN', 'funding', 'available', 5000000, 'top_up', $2, $3)`,
        merchant,
        author,
        reason,
      );
    expect(await topUp(null, 'test')).toBe(violatesCheck);
    expect(await topUp('eve', null)).toBe(violatesCheck);
    expect(await topUp('', '')).toBe(violatesCheck);
    expect(await topUp('eve', 'test')).toBe('taken');
  });
});

import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  transitions,
  finalStatuses,
  isFinal,
  type TransactionStatus,
  type TransactionType,
} from '#domain/transaction/status';
import { sharedStack } from '../stack/stack.js';

export const statuses: readonly TransactionStatus[] = ['new', 'created', 'pending', ...finalStatuses];

export const refundPlan = JSON.stringify({ refund: { from: 'collected', max: 20, billingDecimals: 2 } });

/** A connection to the database of the tests on which each test is rolled back, and rows to try its laws with. */
export function tryLaws() {
  const client = new Client({ connectionString: sharedStack.databaseUrl });

  beforeAll(() => client.connect());
  afterAll(() => client.end());
  beforeEach(async () => {
    await client.query('begin');
    // A payout starts with its funds reserved.
    await client.query(
      `insert into ledger_entries (merchant, currency, from_account, to_account, amount, kind, author, reason)
       values ('law', 'EUR', 'funding', 'available', 1000, 'top_up', 'law', 'law')`,
    );
    return () => client.query('rollback').then(() => undefined);
  });

  async function insert(
    type: TransactionType,
    status: TransactionStatus,
    changes: { readonly merchant?: string; readonly reference?: string } = {},
  ): Promise<string> {
    const identifier = uuid();
    const { merchant = 'law', reference = identifier } = changes;
    const payment = type === 'refund' ? await insert('payment', 'success') : undefined;
    // The law lets a transaction start in few statuses: to try the others, it is put there past the law.
    const isLawful = (transitions[type].start as readonly TransactionStatus[]).includes(status);
    if (!isLawful) await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency,
       amount, status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at, payment,
       payment_reference)
     values ($1, $1, $2, $3, 'law', $4, 'ideal', 'h2h', 'EUR', 10.10, $5, 'api', $6, $7, now(), now(), $8, $9::uuid, $9::uuid::text)`,
      [
        identifier,
        type,
        merchant,
        reference,
        status,
        type === 'refund' ? refundPlan : '{}',
        randomBytes(32),
        isFinal(status) ? new Date() : null,
        payment,
      ],
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
      [`evt_${uuid()}`, identifier],
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

  return { client, insert, insertAttempt, insertEvent, isTaken };
}

import type { Transaction } from '#domain/registered-transaction';
import type { Attempt } from '#domain/transactions/attempt';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { Database } from '../database.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

export type LookupSubject = {
  readonly transaction: Transaction;
  /** Oldest first; only the latest may be open. */
  readonly attempts: readonly Attempt[];
  /** The provider's settle time after the latest attempt could last be sent is over: from now on "not found" counts. */
  readonly isSettled: boolean;
  /** How many times in a row the provider has said "not found" since then. */
  readonly notFoundAnswers: number;
  readonly clock: DatabaseClock;
};

export async function loadForLookup(
  database: Database,
  identifier: string,
): Promise<LookupSubject | undefined> {
  const [row] = await database.sql<Row[]>`
    with latest as (
      select *, coalesce(send_by, started_at) + interval '1 millisecond' *
        (select (plan->'timing'->>'settleMs')::float8 from transactions where identifier = ${identifier}) as settled_at
      from attempts where identifier = ${identifier} order by n desc limit 1
    )
    select transactions.*, clock_timestamp() as read_at,
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      coalesce((select settled_at <= now() from latest), false) as is_settled,
      (select count(*)::integer from lookups, latest
       where lookups.identifier = latest.identifier and lookups.n = latest.n and answer = 'not_found'
         and asked_at >= settled_at
         and not exists (select from lookups as later
           where later.identifier = lookups.identifier and later.id > lookups.id and later.answer <> 'not_found')
      ) as not_found_answers
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempts: (row.attempts ?? []).map(readAttempt),
    isSettled: row.is_settled,
    notFoundAnswers: row.not_found_answers,
    clock: databaseClock(row.read_at),
  };
}

type Row = TransactionRow & {
  readonly attempts: AttemptRow[] | null;
  readonly is_settled: boolean;
  readonly not_found_answers: number;
  readonly read_at: Date;
};

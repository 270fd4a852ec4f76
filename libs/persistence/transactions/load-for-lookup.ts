import type { Transaction } from '#domain/registered-transaction';
import type { Database } from '../database.js';
import { readAttempt, type Attempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

export type LookupSubject = {
  readonly transaction: Transaction;
  /** The latest attempt; earlier ones are over. */
  readonly attempt: Attempt | undefined;
  /** The provider's settle time is over: from now on "not found" counts. */
  readonly isSettled: boolean;
  /** Nobody has known its outcome for longer than the plan lets pass in silence. */
  readonly isOverdue: boolean;
  /** How many times in a row the provider has said "not found" since then, when it was asked in turn. */
  readonly notFoundAnswers: number;
  /** How often it was asked about in turn, and how many milliseconds ago for the last time. */
  readonly asked: number;
  readonly askedAgoMs: number;
};

export async function loadForLookup(
  database: Database,
  identifier: string,
): Promise<LookupSubject | undefined> {
  const [row] = await database.sql<Row[]>`
    with latest as (
      select *, started_at + interval '1 millisecond' *
        (select (plan->'timing'->>'settleMs')::float8 from transactions where identifier = ${identifier}) as settled_at
      from attempts where identifier = ${identifier} order by n desc limit 1
    )
    select transactions.*,
      (select to_jsonb(latest) from latest) as attempt,
      coalesce((select settled_at <= now() from latest), false) as is_settled,
      coalesce((select state in ('sending', 'unknown') and started_at <= now() - interval '1 millisecond' *
        (transactions.plan->'timing'->>'unknownReviewMs')::float8 from latest), false) as is_overdue,
      (select count(*)::integer from lookups, latest
       where lookups.identifier = latest.identifier and lookups.n = latest.n and answer = 'not_found' and counts
         and asked_at >= settled_at
         and not exists (select from lookups as later
           where later.identifier = lookups.identifier and later.id > lookups.id and later.answer <> 'not_found')
      ) as not_found_answers,
      (select count(*)::integer from lookups, latest
       where lookups.identifier = latest.identifier and lookups.n = latest.n and counts) as asked,
      (select extract(epoch from now() - max(asked_at))::float8 * 1000 from lookups, latest
       where lookups.identifier = latest.identifier and lookups.n = latest.n and counts) as asked_ago_ms
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempt: row.attempt ? readAttempt(row.attempt) : undefined,
    isSettled: row.is_settled,
    isOverdue: row.is_overdue,
    notFoundAnswers: row.not_found_answers,
    asked: row.asked,
    askedAgoMs: row.asked_ago_ms ?? Infinity,
  };
}

type Row = TransactionRow & {
  readonly attempt: AttemptRow | null;
  readonly is_settled: boolean;
  readonly is_overdue: boolean;
  readonly not_found_answers: number;
  readonly asked: number;
  readonly asked_ago_ms: number | null;
};

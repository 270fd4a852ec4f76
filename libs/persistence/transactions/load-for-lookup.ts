import type { LookUpSubject } from '#domain/transaction/decide';
import type { LookUpsSoFar } from '#domain/transaction/look-ups';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { Database } from '../database.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

/** A transaction with what look-ups of its latest attempt have come to. */
export type LoadedForLookup = LookUpSubject & LookUpsSoFar & { readonly clock: DatabaseClock };

export async function loadForLookup(
  database: Database,
  identifier: string,
): Promise<LoadedForLookup | undefined> {
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
    attempts: (row.attempts ?? []).map(readAttempt),
    isSettled: row.is_settled,
    notFoundAnswers: row.not_found_answers,
    clock: databaseClock(row.read_at),
    asked: row.asked,
    askedAgoMs: row.asked_ago_ms ?? Infinity,
  };
}

type Row = TransactionRow & {
  readonly attempts: AttemptRow[] | null;
  readonly is_settled: boolean;
  readonly not_found_answers: number;
  readonly read_at: Date;
  readonly asked: number;
  readonly asked_ago_ms: number | null;
};

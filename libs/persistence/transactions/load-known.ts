import type { LookUpsSoFar, LookUpSubject } from '#domain/transaction/look-ups';
import type { ProviderReport } from '#domain/transaction/report';
import type { Known } from '#domain/transaction/transaction';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { Database } from '../database.js';
import {
  readAttempt,
  readTransaction,
  selectTiming,
  selectTransfer,
  timing,
  type AttemptRow,
  type TransactionRow,
} from './transaction-row.js';

/** The subject of a decision, with the clock of the database at the time of reading. */
export type Loaded = Known & { readonly clock: DatabaseClock };

export type KnownRow = TransactionRow & {
  readonly attempts: AttemptRow[] | null;
  readonly read_at: Date;
};

export function readKnown(row: KnownRow): Loaded {
  return {
    transaction: readTransaction(row),
    attempts: (row.attempts ?? []).map(readAttempt),
    clock: databaseClock(row.read_at),
  };
}

/** A transaction with the results of its latest attempt's look-ups. */
export type LoadedForLookup = LookUpSubject & LookUpsSoFar & Loaded;

export async function loadForLookup(
  database: Database,
  identifier: string,
): Promise<LoadedForLookup | undefined> {
  const [row] = await database.sql<LookupRow[]>`
    with latest as (
      select *, coalesce(send_by, started_at) + interval '1 millisecond' *
        (select (${() => timing}->>'settleMs')::float8 from transactions where identifier = ${identifier}) as settled_at
      from attempts where identifier = ${identifier} order by n desc limit 1
    )
    select transactions.*, ${() => selectTiming}, clock_timestamp() as read_at, ${() => selectTransfer},
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
    ...readKnown(row),
    isSettled: row.is_settled,
    notFoundAnswers: row.not_found_answers,
    asked: row.asked,
    askedAgoMs: row.asked_ago_ms ?? Infinity,
  };
}

/** A transaction with every report about it. */
export type Reported = Loaded & { readonly reports: readonly ProviderReport[] };

/** Loads a transaction with all reports from answers, callbacks and look-ups. */
export async function loadReported(database: Database, identifier: string): Promise<Reported | undefined> {
  const [row] = await database.sql<ReportedRow[]>`
    select transactions.*, ${() => selectTiming}, clock_timestamp() as read_at, ${() => selectTransfer},
      (select jsonb_agg(to_jsonb(attempts) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts, (
      select jsonb_agg(evidence) from (
        select evidence from attempts where attempts.identifier = transactions.identifier
        union all select evidence from lookups where lookups.identifier = transactions.identifier
        union all select evidence from provider_events where provider_events.identifier = transactions.identifier
      ) as said where evidence ? 'outcome'
    ) as reports
    from transactions where identifier = ${identifier}`;
  if (!row) return undefined;
  return { ...readKnown(row), reports: row.reports ?? [] };
}

type LookupRow = KnownRow & {
  readonly is_settled: boolean;
  readonly not_found_answers: number;
  readonly asked: number;
  readonly asked_ago_ms: number | null;
};

type ReportedRow = KnownRow & { readonly reports: ProviderReport[] | null };

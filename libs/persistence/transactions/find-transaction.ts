import type { Transaction } from '#domain/transaction/transaction';
import type { StatusSource, TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { Database } from '../database.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

/** `answering`: somebody may still get one; `none`: whoever asked got a 504 or has gone, so that another may ask. */
export type CallersAnswer = 'answering' | 'none' | 'answered';

/** A transaction found by its reference, with what its callers have been told so far (contract §4). */
export type KnownTransaction = Transaction & {
  readonly contentFingerprint: Buffer;
  readonly answer: CallersAnswer;
};

/** `reference` is unique per merchant and type, whatever the project. */
export async function findByReference(
  database: Database,
  key: { readonly merchant: string; readonly type: TransactionType; readonly reference: string },
): Promise<KnownTransaction | undefined> {
  const [row] = await database.sql<(TransactionRow & AnswerRow)[]>`
    select transactions.*, case
        when answers.state = 'answered' then 'answered'
        when answers.state = 'open' and answers.open_until > now() then 'answering'
        else 'none' end as answer
    from transactions join answers using (identifier)
    where merchant = ${key.merchant} and type = ${key.type} and reference = ${key.reference}`;
  if (!row) return undefined;
  return {
    ...readTransaction(row),
    contentFingerprint: row.content_fingerprint,
    answer: row.answer,
  };
}

export async function findByIdentifier(
  database: Database,
  identifier: string,
): Promise<Transaction | undefined> {
  const [row] = await database.sql<TransactionRow[]>`
    select * from transactions where identifier = ${identifier}`;
  return row && readTransaction(row);
}

/** What the check endpoint adds to a transaction (contract §8). */
export type TransactionRecord = {
  readonly transaction: Transaction;
  readonly history: readonly HistoryEntry[];
  readonly callback: CallbackState | undefined;
};
export type HistoryEntry = {
  readonly status: TransactionStatus;
  readonly date: string;
  readonly source: StatusSource;
};
export type CallbackState = {
  readonly event_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_attempt: string | null;
};

export async function findRecord(
  database: Database,
  key: { readonly merchant: string; readonly type: TransactionType; readonly reference: string },
): Promise<TransactionRecord | undefined> {
  const [row] = await database.sql<(TransactionRow & RecordRow)[]>`
    select transactions.*,
      (select jsonb_agg(jsonb_build_object('status', status, 'date', at, 'source', source) order by id)
       from status_history where status_history.identifier = transactions.identifier) as history,
      (select jsonb_build_object('event_id', event_id, 'state', state, 'attempts', attempts,
              'next_attempt', next_attempt)
       from events where events.identifier = transactions.identifier) as callback
    from transactions
    where merchant = ${key.merchant} and type = ${key.type} and reference = ${key.reference}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    history: (row.history ?? []).map((entry) => ({ ...entry, date: isoInstant(entry.date) ?? '' })),
    callback: row.callback
      ? { ...row.callback, next_attempt: isoInstant(row.callback.next_attempt) }
      : undefined,
  };
}

/** What those who wait for a transaction need to know of it. */
export type KnownStanding = {
  readonly status: TransactionStatus;
  /**
   * The merchant's create call can be answered: a provider has accepted, a customer has a form of ours, the merchant
   * has banks to choose from, or it ended.
   */
  readonly isStepped: boolean;
};

/** Standings of many transactions at once, for everyone who waits for a change. */
export async function findStandings(
  database: Database,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, KnownStanding>> {
  const rows = await database.sql<{ identifier: string; status: TransactionStatus; is_stepped: boolean }[]>`
    select identifier, status,
      status <> 'pending' or opened_at is not null or challenge is not null or exists (select from attempts
        where attempts.identifier = transactions.identifier and state = 'accepted') as is_stepped
    from transactions where identifier = any(${identifiers}::uuid[])`;
  return new Map(
    rows.map(({ identifier, status, is_stepped: isStepped }) => [identifier, { status, isStepped }]),
  );
}

/** Postgres writes instants inside JSON with an offset. */
function isoInstant(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

type AnswerRow = { readonly answer: CallersAnswer };
type RecordRow = {
  readonly history: HistoryEntry[] | null;
  readonly callback: CallbackState | null;
};

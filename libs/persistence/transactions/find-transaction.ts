import type { CallbackState, StatusChange } from '#domain/wire/record-parts';
import type { CheckedTransaction } from '#domain/wire/record';
import type { Transaction } from '#domain/transaction/transaction';
import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';
import { readTransaction, selectTiming, selectTransfer, type TransactionRow } from './transaction-row.js';

/** `answering`: a caller may still get one; `none`: the caller got a 504 or hung up, so that another may ask. */
export type CallersAnswer = 'answering' | 'none' | 'answered';

/** A transaction found by its reference, with whether its callers got an answer (contract §4). */
export type KnownTransaction = Transaction & {
  readonly contentFingerprint: Buffer;
  readonly answer: CallersAnswer;
};

/** `reference` is unique per merchant and type, whatever the project. */
export async function findByReference(
  database: Database,
  key: { readonly merchant: string; readonly type: TransactionType; readonly reference: string },
): Promise<KnownTransaction | undefined> {
  const [row] = await database.sql<(TransactionRow & Pick<KnownTransaction, 'answer'>)[]>`
    select transactions.*, ${() => selectTiming}, case
        when idempotency_records.state = 'answered' then 'answered'
        when idempotency_records.state = 'open' and idempotency_records.open_until > now() then 'answering'
        else 'none' end as answer
    from transactions join idempotency_records using (identifier)
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
    select *, ${() => selectTiming} from transactions where identifier = ${identifier}`;
  return row && readTransaction(row);
}

/** A transaction with the statuses that it has had, oldest first. */
export type TransactionHistory = Pick<CheckedTransaction, 'transaction' | 'history'>;

/** A transaction with what Postgres knows of it for the check endpoint (contract §8). */
export type TransactionRecord = Pick<CheckedTransaction, 'transaction' | 'history' | 'callback'> & {
  /** Of a payout, sealed; absent when it was purged. */
  readonly personalCiphertext: Buffer | undefined;
};

export async function findRecord(
  database: Database,
  key: { readonly merchant: string; readonly type: TransactionType; readonly reference: string },
): Promise<TransactionRecord | undefined> {
  const [row] = await database.sql<(TransactionRow & RecordRow)[]>`
    select transactions.*, ${() => selectTiming}, ${() => selectHistory}, ${() => selectTransfer},
      (select jsonb_build_object('event_id', event_id, 'state', state, 'attempts', attempts,
              'next_attempt', next_attempt)
       from events where events.identifier = transactions.identifier and reversal_id is null) as callback, ${() => selectPersonalBox}
    from transactions
    where merchant = ${key.merchant} and type = ${key.type} and reference = ${key.reference}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    history: readHistory(row),
    callback: row.callback
      ? { ...row.callback, next_attempt: isoInstant(row.callback.next_attempt) }
      : undefined,
    personalCiphertext: row.personal_ciphertext ?? undefined,
  };
}

/** The fields of a transaction for callers that wait for it. */
export type KnownStatus = {
  readonly status: TransactionStatus;
  /**
   * The merchant's create call can be answered: a provider has accepted, the customer has one of our forms, the
   * merchant has banks to choose from, a refund waits for a person or its turn, or it has ended.
   */
  readonly hasFirstResult: boolean;
};

/** Of many transactions at once, for all who wait for a change. */
export async function findStatuses(
  database: Database,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, KnownStatus>> {
  const rows = await database.sql<
    (Pick<TransactionEntity, 'identifier' | 'status'> & { has_first_result: boolean })[]
  >`
    select identifier, status,
      status <> 'pending' or opened_at is not null or challenge is not null
        or (type = 'refund' and submit_due_at is null) or exists (select from attempts
        where attempts.identifier = transactions.identifier and state = 'accepted') as has_first_result
    from transactions where identifier = any(${identifiers}::uuid[])`;
  return new Map(
    rows.map(({ identifier, status, has_first_result: hasFirstResult }) => [
      identifier,
      { status, hasFirstResult },
    ]),
  );
}

/** Those of these transactions that no worker has begun to submit. */
export async function findUnbegun(
  database: Database,
  identifiers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.sql<Pick<TransactionEntity, 'identifier'>[]>`
    select identifier from unnest(${identifiers}::uuid[]) as waiting (identifier)
    where not exists (select from attempts where attempts.identifier = waiting.identifier)`;
  return new Set(rows.map(({ identifier }) => identifier));
}

/** SQL: its history as JSON. */
export const selectHistory = `
  (select jsonb_agg(jsonb_build_object('status', status, 'date', at, 'source', source) order by id)
   from status_history where status_history.identifier = transactions.identifier) as history`;

/** SQL: the sealed personal data of a payout. */
export const selectPersonalBox = `
  case when type = 'payout' then (select box from personal_data
    where personal_data.identifier = transactions.identifier) end as personal_ciphertext`;

export function readHistory({ history }: HistoryRow): readonly StatusChange[] {
  return (history ?? []).map((entry) => ({ ...entry, date: isoInstant(entry.date) ?? '' }));
}

/** Postgres writes instants inside JSON with an offset. */
function isoInstant(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

export type HistoryRow = { readonly history: StatusChange[] | null };
type RecordRow = HistoryRow & {
  readonly callback: CallbackState | null;
  readonly personal_ciphertext: Buffer | null;
};

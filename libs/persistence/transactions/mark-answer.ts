import type { Database } from '../database.js';
import {
  readHistory,
  selectHistory,
  selectPersonalBox,
  type HistoryRow,
  type TransactionHistory,
} from './find-transaction.js';
import { readTransaction, selectTiming, type TransactionRow } from './transaction-row.js';

/** A create call and the transaction that it answers for. */
export type SpeakingCall = { readonly identifier: string; readonly callId: string };

export type AnsweredTransaction = TransactionHistory & {
  /** Of a payout, sealed; absent when it was purged. */
  readonly personalCiphertext: Buffer | undefined;
};

/**
 * Reads the transaction that a create call is answered with, and records in the same statement that this call was answered
 * (contract §4), so that a crash of the calling process cannot lose the record. Unless `isDurable` the commit does not wait for
 * the disk, and a crash of Postgres may lose it until `confirmAnswered`.
 */
export async function findHistoryAsAnswer(
  database: Database,
  { identifier, callId }: SpeakingCall,
  { isDurable }: { readonly isDurable: boolean },
): Promise<AnsweredTransaction | undefined> {
  const [row] = await database.sql<(TransactionRow & HistoryRow & { personal_ciphertext: Buffer | null })[]>`
    with answered as (
      update idempotency_records set state = 'answered', answered_calls = answered_calls || ${callId}::uuid
      where identifier = ${identifier} and set_config('synchronous_commit',
        case when ${isDurable} then current_setting('synchronous_commit') else 'off' end, true) is not null
    )
    select transactions.*, ${() => selectTiming}, ${() => selectHistory}, ${() => selectPersonalBox}
    from transactions where identifier = ${identifier}`;
  return (
    row && {
      transaction: readTransaction(row),
      history: readHistory(row),
      personalCiphertext: row.personal_ciphertext ?? undefined,
    }
  );
}

/** Callers have got their answers: on the disk, and not to be taken back whatever becomes of other calls. */
export async function confirmAnswered(database: Database, identifiers: readonly string[]): Promise<void> {
  await database.sql`
    update idempotency_records set state = 'answered', answered_calls = '{}' where identifier = any(${identifiers}::uuid[])`;
}

/**
 * The callers got a 504 or hung up: the same content may re-join, unless another call was answered. An answer that was
 * written down for one of these calls is taken back. Returns the transactions that are registered.
 */
export async function markTimedOut(
  database: Database,
  calls: readonly SpeakingCall[],
): Promise<readonly string[]> {
  const identifiers = calls.map(({ identifier }) => identifier);
  const rows = await database.sql<Pick<SpeakingCall, 'identifier'>[]>`
    with unheard as (
      select identifier, array_agg(call_id) as calls
      from unnest(${identifiers}::uuid[], ${calls.map(({ callId }) => callId)}::uuid[]) as call (identifier, call_id)
      group by identifier
    ), marked as (
      update idempotency_records set
        answered_calls = array(select heard from unnest(answered_calls) as heard where heard <> all (calls)),
        state = case when answered_calls <@ calls then 'timed_out' else state end
      from unheard
      where idempotency_records.identifier = unheard.identifier and (state = 'open' or answered_calls && calls)
    )
    select identifier from idempotency_records where identifier = any(${identifiers}::uuid[])`;
  return rows.map(({ identifier }) => identifier);
}

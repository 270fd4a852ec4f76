import type { Attempt, PlannedSubject, Transaction } from '#domain/transaction/transaction';
import type { ChallengeType } from '#domain/transaction/challenge';
import type { TransactionStatus } from '#domain/transaction/status';
import type { SentTransfer, TransferDetails } from '#domain/transaction/transfer-details';
import type { Database } from '../database.js';
import type { EnvelopeCipher } from '../secrets/envelope-cipher.js';
import {
  readAttempt,
  readTransaction,
  selectPlan,
  selectTiming,
  type AttemptRow,
  type TransactionRow,
} from './transaction-row.js';

/** The fields of a payment that its transfer details depend on. */
export type TransferSubject = PlannedSubject & {
  readonly requestId: string;
  readonly status: TransactionStatus;
  /** Of the first challenge that was handed out; stays after the end. */
  readonly challengeType: ChallengeType | null;
  /** Of the details that were accepted. */
  readonly fingerprint: Buffer | null;
};

export async function findTransferSubject(
  database: Database,
  key: { readonly merchant: string; readonly reference: string },
): Promise<TransferSubject | undefined> {
  const [row] = await database.sql<TransferSubject[]>`
    select identifier, request_id as "requestId", type, merchant, reference, method, amount, currency, status,
      ${() => selectPlan}, challenge_type as "challengeType", fingerprint
    from transactions left join transfer_details using (identifier)
    where merchant = ${key.merchant} and type = 'payment' and reference = ${key.reference}`;
  return row;
}

/** The api starts the workflow that passes them on; if that start is lost, recovery makes up for it after this time. */
const recoverSoonSeconds = 5;

/**
 * Accepts the first details of a payment that is not final. False when there are details already or it has ended
 * meanwhile: then nothing was written. The primary key decides every race.
 */
export async function keepTransferDetails(
  database: Database,
  details: { readonly identifier: string; readonly fingerprint: Buffer; readonly ciphertext: Buffer },
): Promise<boolean> {
  const [row] = await database.sql<{ accepted: boolean }[]>`
    with accepted as (
      insert into transfer_details (identifier, fingerprint, next_sweep_at)
      select identifier, ${details.fingerprint}, now() + ${recoverSoonSeconds} * interval '1 second'
      from transactions where identifier = ${details.identifier} and finished_at is null
      on conflict do nothing
      returning identifier
    ), sealed as (
      update personal_data set transfer_box = ${details.ciphertext} where identifier in (select identifier from accepted)
    )
    select exists (select from accepted) as accepted`;
  return row?.accepted ?? false;
}

export type TransferToPassOn = {
  readonly transaction: Transaction;
  /** The attempt that the provider has accepted. */
  readonly attempt: Attempt | undefined;
  readonly isSettled: boolean;
  /** Absent when it was purged. */
  readonly ciphertext: Buffer | undefined;
};

export async function loadTransfer(
  database: Database,
  identifier: string,
): Promise<TransferToPassOn | undefined> {
  const [row] = await database.sql<TransferRow[]>`
    select transactions.*, ${() => selectTiming}, settled_at is not null as is_settled, transfer_box,
      (select to_jsonb(attempts) from attempts
       where attempts.identifier = transactions.identifier order by n desc limit 1) as attempt
    from transfer_details join transactions using (identifier) left join personal_data using (identifier)
    where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempt: row.attempt ? readAttempt(row.attempt) : undefined,
    isSettled: row.is_settled,
    ciphertext: row.transfer_box ?? undefined,
  };
}

/** `forgotten`: they were purged before the provider has answered. */
export type TransferOutcome = NonNullable<SentTransfer['outcome']> | 'forgotten';

/** Records the result of passing them on. Safe to repeat. */
export async function settleTransfer(
  database: Database,
  identifier: string,
  outcome: TransferOutcome,
): Promise<void> {
  await database.sql`
    update transfer_details set settled_at = clock_timestamp(), outcome = ${outcome}
    where identifier = ${identifier} and settled_at is null`;
}

export type DueTransfer = PlannedSubject & { readonly leasedUntil: Date };

/** Lease: details whose workflow was not started are due again after this time. */
const leaseSeconds = 30;

/** Takes transfer details that no provider has answered and that are due; `settleTransferRecoveries` schedules the next turn. */
export async function takeDueTransfers(database: Database, limit: number): Promise<readonly DueTransfer[]> {
  return database.sql<DueTransfer[]>`
    with taken as (
      update transfer_details set next_sweep_at = now() + ${leaseSeconds} * interval '1 second'
      where identifier = any(array(
        select identifier from transfer_details where settled_at is null and next_sweep_at <= now()
        order by next_sweep_at limit ${limit} for update skip locked))
      returning identifier, next_sweep_at
    )
    select transactions.identifier, type, merchant, reference, method, amount, currency,
      ${() => selectPlan}, next_sweep_at as "leasedUntil"
    from taken
      cross join lateral (select * from transactions where transactions.identifier = taken.identifier limit 1) as transactions`;
}

/** Schedules the next, longer step of those whose workflow runs now, except those that were settled meanwhile. */
export async function settleTransferRecoveries(
  database: Database,
  subjects: readonly DueTransfer[],
  ladderMs: readonly number[],
): Promise<void> {
  if (subjects.length === 0) return;
  await database.sql`
    update transfer_details set step = step + 1, next_sweep_at = now() + interval '1 millisecond' *
      (${ladderMs}::float8[])[least(step + 2, ${ladderMs.length}::integer)]
    where settled_at is null and identifier = any(${subjects.map(({ identifier }) => identifier)}::uuid[])`;
}

const purpose = 'transfer';

export function sealTransferDetails(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  details: TransferDetails,
): Buffer {
  return envelopeCipher.seal(JSON.stringify(details), purpose, identifier);
}

export function openTransferDetails(
  envelopeCipher: EnvelopeCipher,
  identifier: string,
  ciphertext: Buffer,
): TransferDetails {
  return JSON.parse(envelopeCipher.open(ciphertext, purpose, identifier)) as TransferDetails;
}

type TransferRow = TransactionRow & {
  readonly is_settled: boolean;
  readonly transfer_box: Buffer | null;
  readonly attempt: AttemptRow | null;
};

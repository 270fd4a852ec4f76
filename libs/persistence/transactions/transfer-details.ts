import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { ChallengeType } from '#domain/transaction/challenge';
import type { TransactionStatus } from '#domain/transaction/status';
import type { TransferDetails } from '#domain/transaction/transfer-details';
import type { Database } from '../database.js';
import type { SealedBox } from '../secrets/sealed-box.js';
import { readAttempt, type AttemptRow } from './begin-attempt.js';
import type { FlowFields } from './take-due-transfers.js';
import { readTransaction, type TransactionRow } from './transaction-row.js';

/** A payment as far as it matters for its transfer details. */
export type TransferSubject = FlowFields & {
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
    select identifier, request_id as "requestId", type, merchant, reference, method, status, plan,
      challenge_type as "challengeType", fingerprint
    from transactions left join transfer_details using (identifier)
    where merchant = ${key.merchant} and type = 'payment' and reference = ${key.reference}`;
  return row;
}

/** The api starts the flow that passes them on; should that be lost, the sweep comes by after this time. */
const sweepSoonSeconds = 5;

/**
 * Accepts the first details of a payment that is not final. False when there are details already or it has ended
 * meanwhile: then nothing was written. The primary key decides every race.
 */
export async function keepTransferDetails(
  database: Database,
  it: { readonly identifier: string; readonly fingerprint: Buffer; readonly box: Buffer },
): Promise<boolean> {
  const [row] = await database.sql<{ accepted: boolean }[]>`
    with accepted as (
      insert into transfer_details (identifier, fingerprint, next_sweep_at)
      select identifier, ${it.fingerprint}, now() + ${sweepSoonSeconds} * interval '1 second'
      from transactions where identifier = ${it.identifier} and finished_at is null
      on conflict do nothing
      returning identifier
    ), sealed as (
      update personal_data set transfer_box = ${it.box} where identifier in (select identifier from accepted)
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
  readonly box: Buffer | undefined;
};

export async function loadTransfer(
  database: Database,
  identifier: string,
): Promise<TransferToPassOn | undefined> {
  const [row] = await database.sql<TransferRow[]>`
    select transactions.*, settled_at is not null as is_settled, transfer_box,
      (select to_jsonb(attempts) from attempts
       where attempts.identifier = transactions.identifier order by n desc limit 1) as attempt
    from transfer_details join transactions using (identifier) left join personal_data using (identifier)
    where identifier = ${identifier}`;
  if (!row) return undefined;
  return {
    transaction: readTransaction(row),
    attempt: row.attempt ? readAttempt(row.attempt) : undefined,
    isSettled: row.is_settled,
    box: row.transfer_box ?? undefined,
  };
}

/** `forgotten`: they were purged before the provider has answered. */
export type TransferOutcome = 'taken' | 'refused' | 'not_supported' | 'forgotten';

/** Notes what came of passing them on. Repeating it changes nothing. */
export async function settleTransfer(
  database: Database,
  identifier: string,
  outcome: TransferOutcome,
): Promise<void> {
  await database.sql`
    update transfer_details set settled_at = clock_timestamp(), outcome = ${outcome}
    where identifier = ${identifier} and settled_at is null`;
}

const purpose = 'transfer';

export function sealTransferDetails(
  sealedBox: SealedBox,
  identifier: string,
  details: TransferDetails,
): Buffer {
  return sealedBox.seal(JSON.stringify(details), purpose, identifier);
}

export function openTransferDetails(sealedBox: SealedBox, identifier: string, box: Buffer): TransferDetails {
  return JSON.parse(sealedBox.open(box, purpose, identifier)) as TransferDetails;
}

type TransferRow = TransactionRow & {
  readonly is_settled: boolean;
  readonly transfer_box: Buffer | null;
  readonly attempt: AttemptRow | null;
};

import type { Transaction } from './transaction.js';
import type { FinalStatus, StatusSource } from './status.js';
import { RawJson } from '../write-json.js';

/** The record of contract §8, in wire names: what the check endpoint shows and every callback carries. */
export type TransactionDescription = Readonly<Record<string, unknown>>;

export function describeTransaction(transaction: Transaction, now: Date): TransactionDescription {
  return {
    type: transaction.type,
    identifier: transaction.identifier,
    reference: transaction.reference,
    request_id: transaction.requestId,
    method: transaction.method,
    style: transaction.style,
    mode: 'initial',
    currency: transaction.currency,
    amount: transaction.amount,
    status: transaction.status,
    error_code: transaction.errorCode,
    error_reason: transaction.errorReason,
    error_description: transaction.errorDescription,
    expired_at_stage: transaction.expiredAtStage,
    description: transaction.description,
    created_date: transaction.createdAt.toISOString(),
    finished_date: transaction.finishedAt?.toISOString() ?? null,
    card: transaction.card,
    extra: { meta: new RawJson(transaction.meta) },
    timestamp: now.toISOString(),
  };
}

/** The transaction as it will be once it has ended: what its one event tells. */
export function finishTransaction(transaction: Transaction, end: TransactionEnd): Transaction {
  return {
    ...transaction,
    status: end.to,
    statusSource: end.source,
    errorCode: end.error?.code ?? 0,
    errorReason: end.error?.reason ?? '',
    errorDescription: end.error?.description,
    expiredAtStage: end.expiredAtStage,
    challenge: undefined,
    finishedAt: end.finishedAt,
  };
}

export type TransactionEnd = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  readonly error: TransactionFault | undefined;
  readonly expiredAtStage: string | undefined;
  readonly finishedAt: Date;
};

/** Code and words of the error table that a transaction ends with. */
export type TransactionFault = {
  readonly code: number;
  readonly reason: string;
  readonly description: string | undefined;
};

import { v7 as uuid } from 'uuid';
import { describeTransaction, finishTransaction } from '#domain/describe-transaction';
import { errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import type { FinalStatus, StatusSource } from '#domain/transaction';
import { writeJson } from '#domain/write-json';
import type { FinalMove } from '#persistence/transactions/record-progress';
import type { Known } from './known.js';

export type End = {
  readonly to: FinalStatus;
  readonly source: StatusSource;
  readonly error?: ErrorKey | undefined;
  /** Words of this case, instead of the catalogue's; free of personal data. */
  readonly description?: string | undefined;
  readonly expiredAtStage?: string;
};

/** The move to a final state with its one event, the callback's body serialised here, once (contract §8). */
export function endTransaction(
  { transaction, clock }: Pick<Known, 'transaction' | 'clock'>,
  end: End,
): FinalMove {
  const row = end.error === undefined ? undefined : errorOf(end.error);
  const error = row && {
    code: row.code,
    reason: row.reason,
    description: end.description ?? row.description,
  };
  const finishedAt = clock();
  const { to, source, expiredAtStage } = end;
  const eventId = `evt_${uuid().replaceAll('-', '')}`;
  const ended = finishTransaction(transaction, { to, source, error, expiredAtStage, finishedAt });
  return {
    to,
    source,
    error,
    expiredAtStage,
    finishedAt,
    event: {
      eventId,
      body: writeJson({ event_id: eventId, ...describeTransaction(ended, finishedAt) }),
      callbackUrl: transaction.callbackUrl,
    },
  };
}

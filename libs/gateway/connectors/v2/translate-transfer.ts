import { writeJson } from '#domain/values/write-json';
import type { TransferDetails, TransferDetailsResult } from '#domain/transaction/transfer-details';
import type { Exchange } from '../call-provider.js';
import { readError } from './read-error.js';

/** Body of `POST /v2/payment/challenge/bank-transfer-mexico` (contract §7). Personal: never to be logged. */
export function transferRequest(providerReference: string, details: TransferDetails): string {
  return writeJson({
    reference: providerReference,
    tracking_key: details.trackingKey,
    sender_bank: details.senderBank,
    sender_clabe: details.senderClabe,
    transferred_at: details.transferredAt,
  });
}

/** The errors by which an upstream gateway refuses these details for good. */
export const transferRefusals: Readonly<Record<number, readonly string[]>> = {
  30: ['Invalid params'],
  31: ['Required fields are missing'],
  121: ['Invalid method challenge configuration'],
};

/** Only explicit words are more than `noAnswer`, which is passed on again. */
export function translateTransfer(exchange: Exchange): TransferDetailsResult {
  if (exchange.kind !== 'answered') return { kind: 'noAnswer', detail: exchange.detail };
  const { status, body } = exchange;
  const error = readError(body);
  if (status === 200 && error === undefined) return { kind: 'taken' };
  if (status === 400 && error && transferRefusals[error.code]?.includes(error.reason)) {
    return { kind: 'refused', reason: `ERROR_${error.code}` };
  }
  const detail = error ? `status ${status}, error ${error.code}` : `status ${status}`;
  return { kind: 'noAnswer', detail };
}

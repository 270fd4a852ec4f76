import type { TransferDetails, TransferDetailsResult } from '#domain/transaction/transfer-details';
import type { Exchange } from '../call-provider.js';
import { readFault } from './read-body.js';
import { readCharge } from './charges.js';

/** Body of `POST /charges/<order>/transfer`. Personal: never to be logged. */
export function transferRequest(details: TransferDetails): Record<string, unknown> {
  return {
    tracking_key: details.trackingKey,
    from_bank: details.senderBank,
    from_clabe: details.senderClabe,
    made_at: details.transferredAt,
  };
}

/** Statuses and faults by which the provider refuses these details for good. */
export const transferRefusals: Readonly<Record<number, readonly string[]>> = {
  404: ['UNKNOWN_ORDER'],
  409: ['OTHER_TRANSFER_KNOWN'],
  422: ['UNREADABLE_REQUEST', 'INVALID_FIELD', 'NO_TRANSFER_EXPECTED'],
};

/** Only explicit words are more than `noAnswer`, which is passed on again. */
export function translateTransfer(exchange: Exchange, providerReference: string): TransferDetailsResult {
  if (exchange.kind !== 'answered') return { kind: 'noAnswer', detail: exchange.detail };
  const { status, body } = exchange;
  const fault = readFault(body);
  if (fault !== undefined && transferRefusals[status]?.includes(fault)) {
    return { kind: 'refused', reason: fault };
  }
  const charge = status === 200 ? readCharge(body) : undefined;
  if (charge?.report.providerReference === providerReference) return { kind: 'taken' };
  return { kind: 'noAnswer', detail: `unexpected answer with status ${status}` };
}

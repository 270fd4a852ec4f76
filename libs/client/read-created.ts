import type { CreatedPayment, CreatedPayout, CreatedRefund } from './messages/created.js';
import type { FinalStatus } from './messages/record.js';
import { readTextAt, type JsonObject } from './read-json.js';

/** Reads the shapes of a payment's creation answer (specification §2.7), and a record in its place, as one. */
export function readCreatedPayment(body: JsonObject): CreatedPayment {
  return { ...readCreated(body), redirect_url: readTextAt(body, 'redirect_url') } as CreatedPayment;
}

/** Reads the shapes of a payout's creation answer (specification §2.10, contract §6), and a record in its place, as one. */
export function readCreatedPayout(body: JsonObject): CreatedPayout {
  return readCreated(body) as CreatedPayout;
}

/** Reads a refund's creation answer (contract §15.1), and a record in its place, as one. */
export function readCreatedRefund(body: JsonObject): CreatedRefund {
  const { identifier, reference, request_id, error_code, error_reason, error_description, status } =
    readCreated(body);
  return {
    identifier,
    reference,
    request_id,
    error_code,
    error_reason,
    error_description,
    status,
    payment_identifier: readTextAt(body, 'payment_identifier'),
    payment_reference: readTextAt(body, 'payment_reference'),
    method: readTextAt(body, 'method'),
    currency: readTextAt(body, 'currency'),
    amount: readTextAt(body, 'amount'),
  } as CreatedRefund;
}

function readCreated(body: JsonObject) {
  return {
    identifier: readTextAt(body, 'identifier'),
    reference: readTextAt(body, 'reference'),
    request_id: readTextAt(body, 'request_id'),
    error_code: body['error_code'],
    // The Africa payouts say `error_message`, and the hosted page has neither.
    error_reason: readTextAt(body, 'error_reason') ?? readTextAt(body, 'error_message') ?? '',
    error_description: readTextAt(body, 'error_description'),
    status: readTextAt(body, 'status') ?? readTextAt(body, 'status', 'name'),
    challenge: body['challenge'],
    expires_date: readTextAt(body, 'expires_date'),
  };
}

const finalStatuses: readonly FinalStatus[] = ['success', 'declined', 'error', 'expired'];

/** Whether a status is one that is never left (specification §3). */
export function isFinal(status: string): status is FinalStatus {
  return finalStatuses.some((final) => final === status);
}

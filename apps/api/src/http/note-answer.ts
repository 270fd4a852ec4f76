import type { FastifyRequest } from 'fastify';
import { transactionStatuses, type TransactionStatus } from '#domain/transaction/status';

/** The part of an answer that is logged: the transaction and its status. */
export type Answered = {
  readonly identifier?: string;
  readonly reference?: string;
  readonly errorCode?: number;
  readonly outcome?: string;
};

/**
 * Adds the logged part of a body to the request. A reference is logged only beside an identifier: then it was accepted, so it
 * cannot be a card number in the wrong field.
 */
export function noteAnswer(request: FastifyRequest, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { identifier, reference, error_code: errorCode, status } = body as Record<string, unknown>;
  const isKnown = typeof identifier === 'string' && identifierForm.test(identifier);
  request.answered = {
    ...request.answered,
    ...(isKnown && { identifier }),
    ...(isKnown && typeof reference === 'string' && { reference }),
    ...(typeof errorCode === 'number' && errorCode !== 0 && { errorCode }),
    ...(isStatus(status) && { outcome: status }),
  };
}

const identifierForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isStatus(status: unknown): status is TransactionStatus {
  return (transactionStatuses as readonly unknown[]).includes(status);
}

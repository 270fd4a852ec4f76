import type { FastifyRequest } from 'fastify';
import { transactionStatuses, type TransactionStatus } from '#domain/transaction/status';

/** What the log tells of an answer: of which transaction it is, and how that stands. */
export type Answered = {
  readonly identifier?: string;
  readonly reference?: string;
  readonly errorCode?: number;
  readonly outcome?: string;
};

/**
 * Notes of a body what the log tells, beside what was noted before. A reference only beside an identifier: then it was accepted, and is not a card number
 * or whatever else somebody has put in its place.
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

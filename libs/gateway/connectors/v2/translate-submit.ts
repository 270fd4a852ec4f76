import type { SubmitResult, UnknownCause } from '#domain/transaction/report';
import type { TransactionType } from '#domain/transaction/status';
import type { Exchange } from '../call-provider.js';
import { readError, type UpstreamError } from './read-error.js';
import { readTransaction, type UpstreamTransaction } from './read-transaction.js';
import { meaningOf, provesNoRefund, saysTimeOut, type RefusalMeaning } from './refusals.js';

export type Submitted = { readonly type: TransactionType; readonly providerReference: string };

/**
 * The table of the create call, by what was sent, status and body. Only explicit evidence is more than `unknown`: 200
 * with our transaction, or 4xx with an error that registers nothing.
 */
export function translateSubmit(exchange: Exchange, submitted: Submitted): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') return unknown(exchange.cause, exchange.detail);
  const { status, body } = exchange;
  const { refusal, detail, cause } = readAnswer(status, body, submitted);
  if (status === 200) return registeredIn(body, submitted) ?? unknown(cause, detail);
  const meaning = refusal && meaningOf(refusal);
  if (!refusal || !meaning) return unknown(cause, detail);
  if (meaning === 'wayClosed') return { kind: 'notSent', detail, error: 'failed' };
  return refuse(meaning, { ...submitted, reason: `ERROR_${refusal.code}` });
}

/**
 * The table of a refund (contract §15.7). Whatever proves that nothing is registered leaves it unsent, for there is no other
 * route to try.
 */
export function translateRefund(exchange: Exchange, providerReference: string): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') return unknown(exchange.cause, exchange.detail);
  const submitted = { type: 'refund', providerReference } as const;
  const { status, body } = exchange;
  const { refusal, detail, cause } = readAnswer(status, body, submitted);
  if (status === 200) return registeredIn(body, submitted) ?? unknown(cause, detail);
  if (refusal && provesNoRefund(refusal)) return { kind: 'notSent', detail, error: 'failed' };
  return unknown(cause, detail);
}

/** `refusal`: the error of a 4xx that is about this transaction. `cause`: why the outcome is unknown, where it is. */
function readAnswer(status: number, body: unknown, submitted: Submitted) {
  const error = readError(body);
  const isTimeOut = status === 504 || (error !== undefined && saysTimeOut(error));
  return {
    refusal: status >= 400 && status < 500 && error && isAbout(error, submitted) ? error : undefined,
    detail: error ? `status ${status}, error ${error.code}` : `status ${status}`,
    cause: isTimeOut ? 'timeout' : causeOf(status, error),
  } as const;
}

/** Undefined unless the body of a 200 is the answer to the creation of this transaction. */
function registeredIn(body: unknown, { type, providerReference }: Submitted): SubmitResult | undefined {
  const transaction = readTransaction(body, type);
  return transaction?.report.providerReference === providerReference
    ? translateRegistered(transaction)
    : undefined;
}

function causeOf(status: number, error: UpstreamError | undefined): UnknownCause {
  return status >= 500 || error ? 'communication' : 'unreadable';
}

/** An error body need not name the reference, but it must not name another one. */
function isAbout({ reference }: UpstreamError, { providerReference }: Submitted): boolean {
  return reference === undefined || reference === providerReference;
}

/** Statuses in which the customer has to act, so that the challenge must be known. */
const waitsForCustomer: readonly string[] = ['new', 'created'];

/** A transaction without a code is no creation answer (specification §2.7: the code is checked first). */
function translateRegistered({
  report,
  status,
  code,
  challenge,
}: UpstreamTransaction): SubmitResult | undefined {
  if (code === undefined) return undefined;
  if (report.outcome === 'declined') return { kind: 'declined', soft: false, report };
  if (report.outcome !== 'open') return { kind: 'final', report };
  if (challenge.kind === 'unreadable') return undefined;
  if (challenge.kind === 'none' && waitsForCustomer.includes(status)) return undefined;
  return {
    kind: 'accepted',
    ...(report.providerId !== undefined && { providerId: report.providerId }),
    ...(challenge.kind === 'read' && { challenge: challenge.challenge }),
  };
}

/** Nothing is registered there: the result depends on whether another route could succeed. */
function refuse(
  meaning: Exclude<RefusalMeaning, 'wayClosed'>,
  { providerReference, reason }: Submitted & { readonly reason: string },
): SubmitResult {
  if (meaning === 'misread') {
    return { kind: 'final', report: { providerReference, outcome: 'error', reason } };
  }
  const report = { providerReference, outcome: 'declined', reason } as const;
  return { kind: 'declined', soft: meaning === 'notTaken', report };
}

function unknown(cause: UnknownCause, detail: string): SubmitResult {
  return { kind: 'unknown', cause, detail };
}

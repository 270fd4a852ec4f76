import { finalErrors } from '#domain/errors/final-errors';
import type { Transaction } from '#domain/transaction/transaction';
import type { FinalStatus } from '#domain/transaction/status';
import type { Outcome } from '../languages/words.js';

/** A final payment as the customer sees it: `declined` is told apart from cancelled. */
export function outcomeOf(
  payment: Pick<Transaction, 'errorCode' | 'errorDescription'> & { readonly status: FinalStatus },
): Outcome {
  return isCancelled(payment) ? 'cancelled' : payment.status;
}

/** Cancelled is no status of the specification: it is `declined` with an error of its own. */
export function isCancelled(
  payment: Pick<Transaction, 'status' | 'errorCode' | 'errorDescription'>,
): boolean {
  const { code, description, status } = finalErrors.paymentCancelled;
  return payment.status === status && payment.errorCode === code && payment.errorDescription === description;
}

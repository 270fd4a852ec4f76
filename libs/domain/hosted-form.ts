import type { Transaction } from './registered-transaction.js';
import { isFinal, type Challenge, type TransactionStatus } from './transaction.js';

/**
 * Whether a payment waits for the customer to post its hosted form: an HPP payment from its registration, an H2H
 * payment whose card is still to be entered likewise. Nothing of it was sent.
 */
export function isUnposted({
  type,
  status,
  submitDueAt,
}: Pick<Transaction, 'type' | 'status' | 'submitDueAt'>): boolean {
  return type === 'payment' && !isFinal(status) && submitDueAt === undefined;
}

/**
 * The status of a payment that a provider has just accepted. `pending` → `created` happens once (contract §9): where
 * the first challenge was our own form, the provider's is shown while the payment stays `pending`.
 */
export function acceptedStatus(
  payment: Pick<Transaction, 'style' | 'openedAt'>,
  challenge: Challenge | undefined,
): Extract<TransactionStatus, 'created' | 'pending'> {
  const wasCreated = payment.style === 'h2h' && payment.openedAt !== undefined;
  return challenge === undefined || wasCreated ? 'pending' : 'created';
}

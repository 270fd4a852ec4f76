import { isUnposted } from '#domain/transaction/state';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';

/** Whether the form of a payment's page has a card to fill in; the catalogue says so. */
export function asksCard(
  payment: Pick<Transaction, 'type' | 'style' | 'method' | 'status' | 'submitDueAt'>,
): boolean {
  return isUnposted(payment) && methodOf(payment.type, payment.style, payment.method).cardForm === true;
}

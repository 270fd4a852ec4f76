import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import type { DeclineReason } from '../languages/words.js';

/** Error of the blocklist (contract §12): whose rule it was is not the customer's to know. */
const blockedCode = 451;

/** Why a payment was declined, as the customer is told. The provider's own words are for the merchant. */
export function declineReason({
  errorCode,
  type,
  style,
  method,
}: Pick<Transaction, 'errorCode' | 'type' | 'style' | 'method'>): DeclineReason {
  if (errorCode === blockedCode) return 'blocked';
  const { cardForm, carriesCard } = methodOf(type, style, method);
  return cardForm === true || carriesCard === true ? 'card' : 'other';
}

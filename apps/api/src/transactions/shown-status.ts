import type { Method } from '#domain/methods/method';
import type { TransactionStatus } from '#domain/transaction/status';
import type { TransactionHistory } from '#persistence/transactions/find-transaction';

/** The status of an acceptance (contract §6): some methods also say when it was reached. */
export type ShownStatus = TransactionStatus | { readonly name: TransactionStatus; readonly date: string };

/** `hidesSuccess`: a payment or payout that has succeeded already is still `pending` for who is told of it first. */
export function shownStatus(
  { transaction, history }: TransactionHistory,
  { statusAsObject }: Method,
  { hidesSuccess }: { readonly hidesSuccess: boolean },
): ShownStatus {
  const { status, createdAt } = transaction;
  const name = status === 'success' && hidesSuccess ? 'pending' : status;
  if (statusAsObject !== true) return name;
  const reached = history.findLast((change) => change.status === name);
  return { name, date: reached?.date ?? createdAt.toISOString() };
}

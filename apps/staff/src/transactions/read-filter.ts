import { isStorableDate } from '#domain/values/calendar';
import { transactionStatuses, transactionTypes } from '#domain/transaction/status';
import type { TransactionFilter } from '#persistence/staff/window-transactions';
import { identifierPattern, isText, readAsked, type Asked } from '../http/read-asked.js';

/** The fields of the form above the list, by the names that the address has. */
export const statuses = ['open', ...transactionStatuses];
export const types: readonly string[] = transactionTypes;

export function readFilter(asked: Asked): TransactionFilter {
  return readAsked<TransactionFilter>(
    {
      merchant: isText,
      type: (text) => types.includes(text),
      status: (text) => statuses.includes(text),
      method: isText,
      provider: isText,
      part: isText,
      day: isStorableDate,
      after: (text) => identifierPattern.test(text),
    },
    asked,
  );
}

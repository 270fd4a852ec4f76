import { NotFoundException } from '@nestjs/common';
import { isCalendarDate } from '#domain/values/calendar';
import { transactionStatuses, transactionTypes } from '#domain/transaction/status';
import type { TransactionFilter } from '#persistence/staff/window-transactions';

export const identifierPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The fields of the form above the list, by the names that the address has. */
export const statuses = ['open', ...transactionStatuses];
export const types: readonly string[] = transactionTypes;

/** Longer than any name of a merchant, provider or method, and than any reference. */
const textMax = 255;

const forms: Readonly<Record<keyof TransactionFilter, (text: string) => boolean>> = {
  merchant: isText,
  type: (text) => types.includes(text),
  status: (text) => statuses.includes(text),
  method: isText,
  provider: isText,
  part: isText,
  day: (text) => isCalendarDate(text) && !text.startsWith('0000'),
  after: (text) => identifierPattern.test(text),
};

/** What the address asks for; an empty field asks for nothing. A value of another form leads nowhere. */
export function readFilter(asked: Readonly<Record<string, unknown>>): TransactionFilter {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, isForm]) => {
      const value = asked[name];
      if (value === undefined || value === '') return [];
      const text = typeof value === 'string' ? value.trim() : '';
      if (!isForm(text)) throw new NotFoundException();
      return [[name, text]];
    }),
  );
}

function isText(text: string): boolean {
  return text !== '' && text.length <= textMax && !/\p{Cc}/u.test(text);
}

import { isCurrency } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { transactionStatuses, routedTypes } from '#domain/transaction/status';
import type { ListPosition } from '#persistence/transactions/list-transactions';
import { Passing } from '../../http/constraints.js';
import { InstantWithOffset, OneOf, PageCursor, PageLimit, SomeOf } from '../../http/list-query.js';
import { readPlace, writePlace } from '../../http/page-cursor.js';

/** Canonical names, as records have them; aliases are not accepted. */
const methods: ReadonlySet<string> = new Set(catalogue.map(({ code }) => code));

/** The query of `GET /v2/transactions` (contract §7). */
export class ListTransactionsQuery {
  @OneOf(routedTypes) type?: string;
  @SomeOf(transactionStatuses) status?: string;
  @Passing(
    (value) => methods.has(value),
    'must be a method of the catalogue, by the name that records have',
    {},
  )
  method?: string;
  @Passing(isCurrency, 'must be an ISO 4217 code in upper case', {}) currency?: string;
  @InstantWithOffset() created_from?: string;
  @InstantWithOffset() created_to?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readListCursor(value) !== undefined) after?: string;
}

export function writeListCursor({ createdAt, identifier }: ListPosition): string {
  return writePlace(String(createdAt.getTime()), identifier);
}

/** Undefined for any text that is not a cursor of this list. */
export function readListCursor(cursor: string): ListPosition | undefined {
  const [createdAt, identifier] = readPlace(cursor, positionPattern) ?? [];
  if (createdAt === undefined || identifier === undefined) return undefined;
  return { createdAt: new Date(Number(createdAt)), identifier };
}

const positionPattern = /^(0|[1-9]\d{0,13})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

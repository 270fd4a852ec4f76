import { isCurrency } from '#domain/values/currencies';
import type { EntryPosition } from '#persistence/ledger/list-entries';
import { Passing } from '../http/constraints.js';
import { PageCursor, PageLimit } from '../http/list-query.js';
import { fits, readPlace, writePlace } from '../http/page-cursor.js';

/** The query of `GET /v2/balance/entries` (contract §7). */
export class ListEntriesQuery {
  @Passing(isCurrency, 'must be an ISO 4217 code in upper case', {}) currency?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readEntryCursor(value) !== undefined) after?: string;
}

/** Before the very first entry. */
export const entriesStart: EntryPosition = { committedIn: '0', id: '0' };

export function writeEntryCursor({ committedIn, id }: EntryPosition): string {
  return writePlace(committedIn, id);
}

/** Undefined for any text that is not a cursor of this list. */
export function readEntryCursor(cursor: string): EntryPosition | undefined {
  const [committedIn, id] = readPlace(cursor, positionPattern) ?? [];
  if (committedIn === undefined || id === undefined) return undefined;
  return fits(committedIn, 64n) && fits(id, 63n) ? { committedIn, id } : undefined;
}

const positionPattern = /^(0|[1-9]\d{0,19})\.(0|[1-9]\d{0,18})$/;

import { reversalKinds } from '#domain/refunds/reversal';
import { transactionTypes } from '#domain/transaction/status';
import type { ReversalPosition } from '#persistence/refunds/list-reversals';
import { Reference } from '../http/constraints.js';
import { InstantWithOffset, OneOf, PageCursor, PageLimit, SomeOf } from '../http/list-query.js';
import { fits, readPlace, writePlace } from '../http/page-cursor.js';

/** The query of `GET /v2/reversals` (contract §15.1). */
export class ListReversalsQuery {
  @SomeOf(reversalKinds) kind?: string;
  @OneOf(transactionTypes) transaction_type?: string;
  @Reference() reference?: string;
  @InstantWithOffset() created_from?: string;
  @InstantWithOffset() created_to?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readReversalCursor(value) !== undefined) after?: string;
}

export function writeReversalCursor({ createdAt, id }: ReversalPosition): string {
  return writePlace(String(createdAt.getTime()), id);
}

/** Undefined for any text that is not a cursor of this list. */
export function readReversalCursor(cursor: string): ReversalPosition | undefined {
  const [createdAt, id] = readPlace(cursor, positionPattern) ?? [];
  if (createdAt === undefined || id === undefined || !fits(id, 63n)) return undefined;
  return { createdAt: new Date(Number(createdAt)), id };
}

const positionPattern = /^(0|[1-9]\d{0,13})\.(0|[1-9]\d{0,18})$/;

import { isCurrency } from '#domain/values/currencies';
import { transitions } from '#domain/transaction/status';
import { Passing, Reference } from '../http/constraints.js';
import { InstantWithOffset, PageCursor, PageLimit, SomeOf } from '../http/list-query.js';
import { readListCursor } from '../transactions/read/list-transactions.dto.js';

/** The statuses of a refund (contract §15.4). */
export const refundStatuses = Object.keys(transitions.refund).filter((status) => status !== 'start');

/** The query of `GET /v2/refunds` (contract §15.1). */
export class ListRefundsQuery {
  @Reference() payment_reference?: string;
  @SomeOf(refundStatuses) status?: string;
  @Passing(isCurrency, 'must be an ISO 4217 code in upper case', {}) currency?: string;
  @InstantWithOffset() created_from?: string;
  @InstantWithOffset() created_to?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readListCursor(value) !== undefined) after?: string;
}

import { eventStates } from '#domain/delivery/event-states';
import { readCursor } from '../events/feed-cursor.js';
import { PageCursor, PageLimit, SomeOf } from '../http/list-query.js';

/** The query of `GET /v2/callbacks` (contract §7). */
export class ListCallbacksQuery {
  @SomeOf(eventStates) state?: string;
  @PageLimit() limit?: string;
  @PageCursor((value) => readCursor(value) !== undefined) after?: string;
}

import { Injectable } from '@nestjs/common';
import { eventsMax, type eventPage } from '#domain/wire/events';
import type { ValueOf } from '#domain/wire/schema';
import { RawJson } from '#domain/values/write-json';
import { readFeed } from '#persistence/callbacks/event-feed';
import { Database } from '#persistence/database';
import { acceptQuery, PageCursor, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { feedStart, readCursor, writeCursor } from './feed-cursor.js';

/** The query of `GET /v2/events`; without `after` it begins at the first event. */
class ListEventsQuery {
  @PageCursor((value) => readCursor(value) !== undefined) after?: string;
}

@Injectable()
export class ListEvents {
  constructor(private readonly database: Database) {}

  /**
   * One page of the feed: every final result of the merchant once, in a stable order. Each payload is the exact text of the
   * callback; an empty page returns the cursor it was asked for.
   */
  async list({ merchant }: Caller, sent: SentQuery): Promise<ValueOf<typeof eventPage>> {
    const { after } = acceptQuery(ListEventsQuery, sent);
    const start = (after === undefined ? undefined : readCursor(after)) ?? feedStart;
    const events = await readFeed(this.database, { merchant, after: start, limit: eventsMax }).catch(
      unavailable(),
    );
    return {
      events: events.map(({ body }) => new RawJson(body)),
      next_after: writeCursor(events.at(-1) ?? start),
    };
  }
}

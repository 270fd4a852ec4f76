import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { RawJson } from '#domain/values/write-json';
import { readFeed } from '#persistence/callbacks/event-feed';
import { Database } from '#persistence/database';
import { acceptQuery, PageCursor, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { feedStart, readCursor, writeCursor } from './feed-cursor.js';

/** Contract §7. */
const eventsAtOnceMax = 100;

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
  async list({ merchant }: Caller, sent: SentQuery): Promise<Readonly<Record<string, unknown>>> {
    const { after } = acceptQuery(ListEventsQuery, sent);
    const start = (after === undefined ? undefined : readCursor(after)) ?? feedStart;
    const limit = eventsAtOnceMax;
    const events = await readFeed(this.database, { merchant, after: start, limit }).catch(() => {
      throw new GatewayError('unavailable');
    });
    return {
      events: events.map(({ body }) => new RawJson(body)),
      next_after: writeCursor(events.at(-1) ?? start),
    };
  }
}

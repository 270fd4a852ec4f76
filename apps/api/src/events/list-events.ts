import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { RawJson } from '#domain/write-json';
import { readFeed, type FeedPosition } from '#persistence/callbacks/event-feed';
import { Database } from '#persistence/database';
import type { Caller } from '../http/parameters.js';
import { feedStart, readCursor, writeCursor } from './feed-cursor.js';

/** Contract §7. */
const eventsAtOnceMax = 100;

@Injectable()
export class ListEvents {
  constructor(private readonly database: Database) {}

  /**
   * One page of the feed: every final result of the merchant once, in a stable order. Each payload is the exact text of the
   * callback; an empty page returns the cursor it was asked for.
   */
  async list(
    { merchant }: Caller,
    after: string | string[] | undefined,
  ): Promise<Readonly<Record<string, unknown>>> {
    const start = readAfter(after);
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

/** Absent or blank: the start of the feed. */
function readAfter(after: string | string[] | undefined): FeedPosition {
  if (after === undefined || (typeof after === 'string' && after.trim() === '')) return feedStart;
  const position = typeof after === 'string' ? readCursor(after) : undefined;
  if (position) return position;
  const problem = 'must be a next_after value of this feed';
  throw new GatewayError('invalidParams', { fields: [{ path: 'after', problem }] });
}

import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { RawJson } from '#domain/write-json';
import { readFeed, type FeedPosition } from '#persistence/callbacks/event-feed';
import type { Database } from '#persistence/database';
import type { Caller } from '../http/parameters.js';
import { DATABASE } from '../resources/resources.js';
import { feedStart, readCursor, writeCursor } from './feed-cursor.js';

/** Contract §7. */
const eventsAtOnceMax = 100;

@Injectable()
export class ListEvents {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * One page of the feed: every final result of the merchant once, in an order that stays. The payloads are the very
   * texts of the callbacks; an empty page repeats where it began.
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

/** Absent or blank: from the beginning. */
function readAfter(after: string | string[] | undefined): FeedPosition {
  if (after === undefined || (typeof after === 'string' && after.trim() === '')) return feedStart;
  const position = typeof after === 'string' ? readCursor(after) : undefined;
  if (position) return position;
  const problem = 'must be the next_after of an earlier page';
  throw new GatewayError('invalidParams', { fields: [{ path: 'after', problem }] });
}

import type { Database } from '../database.js';
import { findReadablePlaces } from '../readable-places.js';

/** A place in a merchant's feed: after the event that was read last. */
export type FeedPosition = {
  /** The event's place: decimal text of a 64-bit number. */
  readonly committedIn: string;
  readonly eventId: string;
};

export type FedEvent = FeedPosition & {
  /** The callback's body, byte for byte. */
  readonly body: string;
};

/**
 * A merchant's next events after `after`, oldest first. Stops before the places of open database transactions that write
 * events of this merchant, so that events which are committed later come after all that were read: none is skipped
 * (contract §7).
 */
export async function readFeed(
  database: Database,
  query: { readonly merchant: string; readonly after: FeedPosition; readonly limit: number },
): Promise<readonly FedEvent[]> {
  const { newest, firstOpen } = await findReadablePlaces(database, 'events', query.merchant);
  return database.sql<FedEvent[]>`
    select event_id as "eventId", committed_in::text as "committedIn", body from events
    where merchant = ${query.merchant}
      and (committed_in, event_id) > (${query.after.committedIn}::xid8, ${query.after.eventId})
      and committed_in <= ${newest}::xid8 and committed_in < ${firstOpen}::xid8
    order by committed_in, event_id limit ${query.limit}`;
}
